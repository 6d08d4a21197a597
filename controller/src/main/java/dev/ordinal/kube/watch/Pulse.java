package dev.ordinal.kube.watch;

import java.time.Instant;

/// The signs of life of one reader; other threads read them.
public final class Pulse {
  private final String resource;
  private final Thread thread;
  private volatile boolean isSynced;
  private volatile Instant lastRound;
  private volatile Instant lastContact;
  private volatile Instant lastAnswer;

  public Pulse(String resource, Thread thread, Instant now) {
    this.resource = resource;
    this.thread = thread;
    this.lastRound = now;
    this.lastContact = now;
    this.lastAnswer = now;
  }

  public String resource() {
    return resource;
  }

  /// Whether the feed has received a full list.
  public boolean isSynced() {
    return isSynced;
  }

  /// When the server last responded with what was asked for.
  public Instant lastContact() {
    return lastContact;
  }

  /// When the server last answered at all, by a refusal too.
  public Instant lastAnswer() {
    return lastAnswer;
  }

  /// When the reader last began to list or to watch.
  public Instant lastRound() {
    return lastRound;
  }

  /// A reader that nothing has needed yet has not been started.
  public boolean isStarted() {
    return thread.getState() != Thread.State.NEW;
  }

  /// Whether the thread of the reader has ended.
  public boolean isOver() {
    return thread.getState() == Thread.State.TERMINATED;
  }

  public void listed() {
    isSynced = true;
  }

  public void began(Instant now) {
    lastRound = now;
  }

  public void contacted(Instant now) {
    lastContact = now;
    lastAnswer = now;
  }

  public void answered(Instant now) {
    lastAnswer = now;
  }
}
