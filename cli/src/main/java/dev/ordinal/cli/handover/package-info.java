/// `ordinal adopt` and `ordinal release`: carry out what `dev.ordinal.handover` decides.
package dev.ordinal.cli.handover;
