/// Keeps out whoever has not signed in, and pages of other sites.
package dev.ordinal.web.guard;
