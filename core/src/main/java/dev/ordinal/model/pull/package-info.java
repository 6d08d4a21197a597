/// What a job that pulls images is asked for, and what it reports.
package dev.ordinal.model.pull;
