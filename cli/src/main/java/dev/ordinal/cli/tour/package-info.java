/// `ordinal up --demo`: a tour of the features of a set, with the cluster's real replies.
package dev.ordinal.cli.tour;
