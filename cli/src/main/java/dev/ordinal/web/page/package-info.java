/// What the page receives: overviews as JSON, and of a change only what differs.
package dev.ordinal.web.page;
