package dev.ordinal.kube.admit;

import dev.ordinal.kube.serve.TlsPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// When a new certificate is made, published and shown. A new one is shown to clients only when API
/// servers have had time to learn that they may trust it; the one before stays published until it
/// expires.
final class Rotation {
  private final Duration life;
  private final Duration notice;
  private SortedSet<String> names = new TreeSet<>(List.of("localhost"));
  private TlsPair shown;
  private Optional<Next> next = Optional.empty();
  private boolean isTrusted;

  private record Next(TlsPair pair, SortedSet<String> names, Optional<Instant> publishedAt) {}

  /// @param notice how long API servers may take to notice a new one
  Rotation(Duration life, Duration notice, Instant now) {
    this.life = life;
    this.notice = notice;
    this.shown = SelfSigned.make(names, now, life);
  }

  synchronized TlsPair shown() {
    return shown;
  }

  /// Whether API servers trust what is shown.
  synchronized boolean isTrusted() {
    return isTrusted;
  }

  /// The certificates that have to be published, for a webhook that is called by these names.
  synchronized List<X509Certificate> wanted(SortedSet<String> called, Instant now) {
    var coming = next.map(Next::names).orElse(names);
    if (!coming.equals(called) || (next.isEmpty() && isAging(now))) {
      var pair = SelfSigned.make(called, now, life);
      next = Optional.of(new Next(pair, called, Optional.empty()));
    }
    var trusted = isTrusted ? Stream.of(shown) : Stream.<TlsPair>empty();
    return Stream.concat(trusted, next.map(Next::pair).stream()).map(Rotation::leaf).toList();
  }

  /// All that were wanted are published now. Returns whether another certificate is shown by that.
  synchronized boolean published(Instant now) {
    next = next.map(it -> it.publishedAt().isPresent() ? it : published(it, now));
    var due = next.filter(it -> isNoticed(it, now));
    if (due.isPresent()) {
      shown = due.get().pair();
      names = due.get().names();
      isTrusted = true;
      next = Optional.empty();
    }
    return due.isPresent();
  }

  private static Next published(Next one, Instant now) {
    return new Next(one.pair(), one.names(), Optional.of(now));
  }

  private boolean isNoticed(Next one, Instant now) {
    return one.publishedAt().filter(at -> !at.plus(notice).isAfter(now)).isPresent();
  }

  private boolean isAging(Instant now) {
    return !leaf(shown).getNotAfter().toInstant().minus(life.dividedBy(3)).isAfter(now);
  }

  private static X509Certificate leaf(TlsPair pair) {
    return pair.chain().getFirst();
  }

  synchronized Instant expiry() {
    return leaf(shown).getNotAfter().toInstant();
  }
}
