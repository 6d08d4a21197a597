/// What becomes of the claims that exist when their templates change.
package dev.ordinal.plan.volume;
