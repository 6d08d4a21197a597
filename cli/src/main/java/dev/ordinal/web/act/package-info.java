/// Changes that users make to a set: what each one writes, what it would change, and how it is
/// sent.
package dev.ordinal.web.act;
