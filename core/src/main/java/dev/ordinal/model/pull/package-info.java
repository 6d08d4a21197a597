/// The spec and the status of a job that pulls images.
package dev.ordinal.model.pull;
