/// The engine between planning and acting: the observed objects, our own writes, and the queue of
/// turns. No threads, sockets or clock of its own, so that the simulator runs the same code.
package dev.ordinal.run;
