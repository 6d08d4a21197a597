/// The custom resource as data: from JSON to the model, from the model to a status patch. Reading
/// is total: what no schema could refuse becomes a fault that says what to write instead.
package dev.ordinal.api;
