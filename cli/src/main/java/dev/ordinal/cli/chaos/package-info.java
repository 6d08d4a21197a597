/// `ordinal chaos`: faults on demand in the cluster of `ordinal up`, one command per file.
package dev.ordinal.cli.chaos;
