/// `ordinal up --demo`: a tour of what a set can do, told with what the cluster itself answers.
package dev.ordinal.cli.tour;
