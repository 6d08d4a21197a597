/// The dashboard: a small server of its own that shows sets live in a browser and carries out what
/// its user confirms. It is a client of the API server like any other, and no part of the
/// controller.
package dev.ordinal.web;
