/// JSON and protobuf as they travel: bytes to trees and back, and pods, claims, nodes and revisions
/// decoded to slim records while the bytes arrive.
package dev.ordinal.codec;
