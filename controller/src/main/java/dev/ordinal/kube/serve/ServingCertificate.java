package dev.ordinal.kube.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate and key of the port. The files are read again when they have changed, so that a
/// rotation needs no restart. A new pair that cannot be used is logged, and the old one is kept.
public final class ServingCertificate {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  private final Path certificateFile;
  private final Path keyFile;
  private TlsPair pair;
  private String stamp;

  /// @throws IllegalArgumentException with a sentence for the user when the files cannot be used
  public ServingCertificate(Path certificateFile, Path keyFile) {
    this.certificateFile = certificateFile;
    this.keyFile = keyFile;
    try {
      this.stamp = currentStamp();
      this.pair = read();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(sentence(e), e);
    }
  }

  public SSLContext context() {
    return PairKeys.context(this::current);
  }

  private String sentence(Exception fault) {
    var cause =
        fault instanceof NoSuchFileException missing
            ? "there is no file " + missing.getFile()
            : fault.getMessage();
    return "The certificate in %s and the key in %s cannot be used: %s."
        .formatted(certificateFile, keyFile, cause);
  }

  private synchronized TlsPair current() {
    try {
      var now = currentStamp();
      if (!now.equals(stamp)) {
        stamp = now;
        pair = read();
        LOG.info("the certificate in {} was read again", certificateFile);
      }
    } catch (IOException | GeneralSecurityException e) {
      LOG.warn("{} The previous one is kept.", sentence(e));
    }
    return pair;
  }

  private String currentStamp() throws IOException {
    return stampOf(certificateFile) + " " + stampOf(keyFile);
  }

  /// A mounted Secret changes by a link to another folder.
  private static String stampOf(Path file) throws IOException {
    return file.toRealPath() + "@" + Files.getLastModifiedTime(file) + "#" + Files.size(file);
  }

  private TlsPair read() throws IOException, GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    var chain =
        factory
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(certificateFile)))
            .stream()
            .map(X509Certificate.class::cast)
            .toList();
    if (chain.isEmpty()) {
      throw new CertificateException("there is no certificate in it");
    }
    var key = PemKey.read(Files.readString(keyFile), chain.getFirst().getPublicKey());
    return new TlsPair(chain, key);
  }
}
