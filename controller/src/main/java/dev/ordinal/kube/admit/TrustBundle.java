package dev.ordinal.kube.admit;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;

/// The certificates in a `caBundle`. Each replica adds its own and takes out those of ours that
/// have expired; what others have put there stays.
record TrustBundle(List<X509Certificate> certificates) {
  /// A process that starts again and again adds one each time: the oldest ones go first.
  static final int MOST = 20;

  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  TrustBundle {
    certificates = List.copyOf(certificates);
  }

  /// What cannot be read is left out: the API server would refuse it.
  static TrustBundle parse(String caBundle) {
    try {
      var pem = Base64.getMimeDecoder().decode(caBundle);
      var found =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem));
      return new TrustBundle(found.stream().map(X509Certificate.class::cast).toList());
    } catch (CertificateException | IllegalArgumentException _) {
      return new TrustBundle(List.of());
    }
  }

  boolean has(X509Certificate certificate) {
    return certificates.contains(certificate);
  }

  /// The bundle with this certificate and without what is of no use any more.
  TrustBundle with(X509Certificate added, Instant now) {
    var kept = new ArrayList<>(certificates);
    kept.removeIf(each -> isOurs(each) && each.getNotAfter().toInstant().isBefore(now));
    kept.remove(added);
    var ours =
        kept.stream()
            .filter(TrustBundle::isOurs)
            .sorted(Comparator.comparing(X509Certificate::getNotBefore))
            .toList();
    kept.removeAll(ours.subList(0, Math.max(0, ours.size() - MOST + 1)));
    kept.add(added);
    return new TrustBundle(kept);
  }

  private static boolean isOurs(X509Certificate certificate) {
    return certificate.getSubjectX500Principal().getName().equals("CN=" + SelfSigned.NAME);
  }

  /// As the field `caBundle` has it.
  String text() {
    var pem = new StringBuilder();
    for (var each : certificates) {
      pem.append("-----BEGIN CERTIFICATE-----\n")
          .append(LINES.encodeToString(bytes(each)))
          .append("\n-----END CERTIFICATE-----\n");
    }
    return Base64.getEncoder().encodeToString(pem.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("it was read from bytes", e);
    }
  }
}
