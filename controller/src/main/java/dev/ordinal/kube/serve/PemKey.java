package dev.ordinal.kube.serve;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/// Reads a private key in PEM: PKCS#8, or the older forms of RSA and EC that cert-manager writes by
/// default and the JDK does not read.
final class PemKey {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----([^-]+)-----END");
  private static final int SEQUENCE = 0x30;
  private static final int OCTETS = 0x04;
  private static final byte[] VERSION = {2, 1, 0};

  private PemKey() {}

  /// `partner` is the public key of the certificate: it names the algorithm and the curve.
  static PrivateKey read(String pem, PublicKey partner) throws GeneralSecurityException {
    var found = BLOCK.matcher(pem);
    if (!found.find()) {
      throw new InvalidKeySpecException("there is no unencrypted private key in it");
    }
    var key = Base64.getMimeDecoder().decode(found.group(2));
    var pkcs8 = found.group(1).equals("PRIVATE KEY") ? key : wrapped(key, partner);
    return KeyFactory.getInstance(partner.getAlgorithm())
        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static byte[] wrapped(byte[] key, PublicKey partner) {
    var algorithm = firstItem(partner.getEncoded());
    return item(SEQUENCE, joined(VERSION, algorithm, item(OCTETS, key)));
  }

  /// The first item of a sequence in DER: of a public key, its algorithm.
  private static byte[] firstItem(byte[] sequence) {
    var bytes = ByteBuffer.wrap(sequence);
    bytes.get();
    length(bytes);
    var begin = bytes.position();
    bytes.get();
    var length = length(bytes);
    var item = new byte[bytes.position() + length - begin];
    bytes.position(begin).get(item);
    return item;
  }

  private static int length(ByteBuffer bytes) {
    var first = bytes.get() & 0xff;
    if (first < 0x80) {
      return first;
    }
    var length = 0;
    for (var left = first & 0x7f; left > 0; left--) {
      length = (length << 8) | (bytes.get() & 0xff);
    }
    return length;
  }

  private static byte[] item(int tag, byte[] content) {
    return joined(
        new byte[] {(byte) tag, (byte) 0x82, (byte) (content.length >> 8), (byte) content.length},
        content);
  }

  private static byte[] joined(byte[]... parts) {
    var length = 0;
    for (var part : parts) {
      length += part.length;
    }
    var joined = ByteBuffer.allocate(length);
    for (var part : parts) {
      joined.put(part);
    }
    return joined.array();
  }
}
