package dev.ordinal.kube.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TrustBundleTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  private static X509Certificate made(Instant at, Duration life) {
    return SelfSigned.make(new TreeSet<>(List.of("web.shop.svc", "10.0.0.1", "::1")), at, life)
        .chain()
        .getFirst();
  }

  @Test
  void certificateHasTheNamesAndTimesItWasMadeFor() throws Exception {
    var certificate = made(NOW, Duration.ofHours(1));

    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getSubjectAlternativeNames())
        .extracting(name -> String.valueOf(name.get(1)))
        .containsExactlyInAnyOrder("web.shop.svc", "10.0.0.1", "0:0:0:0:0:0:0:1");
    assertThat(certificate.getNotAfter().toInstant()).isEqualTo(NOW.plus(Duration.ofHours(1)));
    assertThat(certificate.getNotBefore().toInstant()).isBefore(NOW);
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(certificate.getKeyUsage()[0]).isTrue();
  }

  @Test
  void datesBeyond2049AreWrittenInTheLongForm() {
    var certificate = made(Instant.parse("2049-12-31T23:00:00Z"), Duration.ofHours(2));

    assertThat(certificate.getNotAfter().toInstant()).isEqualTo("2050-01-01T01:00:00Z");
  }

  @Test
  void bundleSurvivesItsText() {
    var one = made(NOW, Duration.ofHours(1));
    var other = made(NOW, Duration.ofHours(1));
    var bundle = new TrustBundle(List.of()).with(one, NOW).with(other, NOW);

    assertThat(TrustBundle.parse(bundle.text())).isEqualTo(bundle);
    assertThat(bundle.certificates()).containsExactly(one, other);
    assertThat(bundle.with(one, NOW).certificates()).containsExactlyInAnyOrder(one, other);
  }

  @Test
  void thoseOfOthersStayUntilTheyExpire() {
    var other = made(NOW, Duration.ofHours(1));
    var bundle = new TrustBundle(List.of()).with(other, NOW);
    var added = made(NOW, Duration.ofDays(1));

    assertThat(bundle.with(added, NOW.plus(Duration.ofMinutes(59))).has(other)).isTrue();
    assertThat(bundle.with(added, NOW.plus(Duration.ofMinutes(61))).has(other)).isFalse();
  }

  /// A process that starts again and again does not fill the store.
  @Test
  void bundleStaysSmall() {
    var bundle = new TrustBundle(List.of());
    var newest = made(NOW, Duration.ofDays(1));
    for (var i = 0; i < TrustBundle.MOST + 5; i++) {
      newest = made(NOW.plusSeconds(i), Duration.ofDays(1));
      bundle = bundle.with(newest, NOW.plusSeconds(i));
    }

    assertThat(bundle.certificates()).hasSize(TrustBundle.MOST).contains(newest);
  }

  @Test
  void whatIsNoBundleIsEmpty() {
    assertThat(TrustBundle.parse("").certificates()).isEmpty();
    assertThat(TrustBundle.parse("bm9uc2Vuc2U=").certificates()).isEmpty();
  }
}
