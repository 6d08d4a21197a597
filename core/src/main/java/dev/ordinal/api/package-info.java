/// The custom resource as data: from JSON to the model, from the model to a status patch. Parsing
/// never fails: mistakes that no schema can refuse become faults that say what to write instead.
package dev.ordinal.api;
