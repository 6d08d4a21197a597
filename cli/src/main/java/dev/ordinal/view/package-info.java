/// What people are shown of a set: one picture for the terminal and for the page, made from the
/// objects and the plan of the controller. Plain records, without requests or a clock.
package dev.ordinal.view;
