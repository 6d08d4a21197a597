/// Numbers as the API writes them.
package dev.ordinal.model.number;
