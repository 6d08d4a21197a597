/// Leader election: of several controllers one acts, and the others stand by.
package dev.ordinal.run.lead;
