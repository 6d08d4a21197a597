/// The API over HTTP: discovery, schemas, reviews, tables and watches around the simulated server.
package dev.ordinal.local.serve;
