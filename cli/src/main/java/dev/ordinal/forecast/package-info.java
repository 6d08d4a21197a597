/// What a change would do: the controller and the planner of production, in a simulated cluster
/// that begins as the live one is, played forward in virtual time.
package dev.ordinal.forecast;
