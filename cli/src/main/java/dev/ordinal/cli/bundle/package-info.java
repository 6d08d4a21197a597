/// `ordinal bundle`: what a bug report needs, without what it must not tell.
package dev.ordinal.cli.bundle;
