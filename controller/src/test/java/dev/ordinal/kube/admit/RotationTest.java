package dev.ordinal.kube.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RotationTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final Duration LIFE = Duration.ofHours(3);
  private static final Duration NOTICE = Duration.ofSeconds(10);
  private static final SortedSet<String> SERVICE = new TreeSet<>(List.of("ordinal.system.svc"));

  private final Rotation rotation = new Rotation(LIFE, NOTICE, START);

  private X509Certificate shown() {
    return rotation.shown().chain().getFirst();
  }

  /// What the keeper does every few seconds.
  private List<X509Certificate> step(Duration after) {
    var wanted = rotation.wanted(SERVICE, START.plus(after));
    rotation.published(START.plus(after));
    return wanted;
  }

  @Test
  void firstCertificateIsShownOnlyWhenItIsKnown() {
    var wanted = step(Duration.ZERO);
    assertThat(rotation.isTrusted()).isFalse();
    assertThat(wanted).hasSize(1).doesNotContain(shown());

    step(Duration.ofSeconds(5));
    assertThat(rotation.isTrusted()).isFalse();

    step(Duration.ofSeconds(10));
    assertThat(rotation.isTrusted()).isTrue();
    assertThat(shown()).isEqualTo(wanted.getFirst());
  }

  @Test
  void successorIsPublishedBesideTheOneThatIsShown() {
    step(Duration.ZERO);
    step(NOTICE);
    var first = shown();
    assertThat(step(Duration.ofHours(1))).containsExactly(first);

    var due = Duration.ofHours(2).plus(NOTICE);
    assertThat(step(due)).hasSize(2).contains(first);
    assertThat(shown()).isEqualTo(first);

    step(due.plus(NOTICE));
    assertThat(shown()).isNotEqualTo(first);
    assertThat(first.getNotAfter().toInstant()).isAfter(START.plus(due.plus(NOTICE)));
  }

  /// Without permission to publish, the old one is shown for as long as it lasts.
  @Test
  void successorThatIsNotPublishedIsNotShown() {
    step(Duration.ZERO);
    step(NOTICE);
    var first = shown();
    rotation.wanted(SERVICE, START.plus(Duration.ofHours(2)).plus(NOTICE));
    rotation.wanted(SERVICE, START.plus(Duration.ofHours(2)).plus(NOTICE).plus(NOTICE));

    assertThat(shown()).isEqualTo(first);
  }

  @Test
  void otherNamesNeedAnotherCertificate() {
    step(Duration.ZERO);
    step(NOTICE);

    var other = new TreeSet<>(List.of("127.0.0.1"));
    assertThat(rotation.wanted(other, START.plus(NOTICE))).hasSize(2);
  }
}
