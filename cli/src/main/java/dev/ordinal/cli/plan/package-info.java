/// `ordinal plan`: what a change would do, before it is made.
package dev.ordinal.cli.plan;
