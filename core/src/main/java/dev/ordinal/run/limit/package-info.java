/// How many requests and events may go at a time, and whose are next.
package dev.ordinal.run.limit;
