/// JSON as data.
package dev.ordinal.model.json;
