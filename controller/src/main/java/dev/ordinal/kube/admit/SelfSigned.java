package dev.ordinal.kube.admit;

import dev.ordinal.kube.serve.TlsPair;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.regex.Pattern;

/// Makes a key and a certificate for it that vouches for itself: a client that trusts it trusts
/// this process alone, for these names, until it expires.
final class SelfSigned {
  /// The common name of all of them.
  static final String NAME = "ordinal-webhook";

  /// Clocks differ.
  private static final Duration BEFORE = Duration.ofMinutes(10);
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*");
  private static final byte[] ECDSA_WITH_SHA256 = Der.sequence(Der.oid("1.2.840.10045.4.3.2"));
  private static final byte[] SUBJECT =
      Der.sequence(Der.set(Der.sequence(Der.oid("2.5.4.3"), Der.text(NAME))));

  private SelfSigned() {}

  /// `names` are host names and addresses.
  static TlsPair make(SortedSet<String> names, Instant now, Duration life) {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      var keys = generator.generateKeyPair();
      var body = body(keys, names, now, life);
      var signing = Signature.getInstance("SHA256withECDSA");
      signing.initSign(keys.getPrivate());
      signing.update(body);
      var whole = Der.sequence(body, ECDSA_WITH_SHA256, Der.bits(0, signing.sign()));
      var certificate =
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(whole));
      return new TlsPair(List.of((X509Certificate) certificate), keys.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has EC keys", e);
    }
  }

  private static byte[] body(KeyPair keys, SortedSet<String> names, Instant now, Duration life) {
    return Der.sequence(
        Der.explicit(0, Der.number(BigInteger.TWO)),
        Der.number(new BigInteger(127, new SecureRandom()).add(BigInteger.ONE)),
        ECDSA_WITH_SHA256,
        SUBJECT,
        Der.sequence(Der.time(now.minus(BEFORE)), Der.time(now.plus(life))),
        SUBJECT,
        keys.getPublic().getEncoded(),
        Der.explicit(
            3,
            Der.sequence(
                extension("2.5.29.15", Der.truth(), Der.bits(7, new byte[] {(byte) 0x80})),
                extension("2.5.29.37", new byte[0], Der.sequence(Der.oid("1.3.6.1.5.5.7.3.1"))),
                extension("2.5.29.17", new byte[0], alternatives(names)))));
  }

  private static byte[] extension(String oid, byte[] critical, byte[] value) {
    return Der.sequence(Der.oid(oid), critical, Der.octets(value));
  }

  private static byte[] alternatives(SortedSet<String> names) {
    var items = new ArrayList<byte[]>();
    for (var name : names) {
      items.add(
          ADDRESS.matcher(name).matches()
              ? Der.choice(7, InetAddress.ofLiteral(name).getAddress())
              : Der.choice(2, name.getBytes(StandardCharsets.US_ASCII)));
    }
    return Der.sequence(items.toArray(byte[][]::new));
  }
}
