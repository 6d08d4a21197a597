/// Requests that failed, and when they may be made again.
package dev.ordinal.plan.retry;
