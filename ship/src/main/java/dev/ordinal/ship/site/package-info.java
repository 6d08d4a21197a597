/// The documentation as a site: the project's Markdown as static pages, and what is wrong with its
/// links.
@org.jspecify.annotations.NullMarked
package dev.ordinal.ship.site;
