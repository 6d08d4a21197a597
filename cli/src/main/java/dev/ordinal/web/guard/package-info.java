/// Keeps out users without a session, and pages of other sites.
package dev.ordinal.web.guard;
