/// What protobuf is made of: bytes in pieces, and the table of the types that are read.
package dev.ordinal.codec.wire;
