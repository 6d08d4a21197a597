package dev.ordinal.kube.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate and key of the port. The files are read again when they have changed, so that a
/// rotation needs no restart. A new pair that cannot be used is logged, and the old one is kept.
public final class ServingCertificate extends X509ExtendedKeyManager {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");
  private static final String ALIAS = "serving";

  private final Path certificateFile;
  private final Path keyFile;
  private Pair pair;
  private String stamp;

  private record Pair(List<X509Certificate> chain, PrivateKey key) {}

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

  SSLContext context() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  private String sentence(Exception fault) {
    return "The certificate in %s and the key in %s cannot be used: %s."
        .formatted(certificateFile, keyFile, fault.getMessage());
  }

  private synchronized Pair current() {
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

  private Pair read() throws IOException, GeneralSecurityException {
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
    return new Pair(chain, key);
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return choose(keyType);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return choose(keyType);
  }

  private @Nullable String choose(String keyType) {
    var algorithm = current().chain().getFirst().getPublicKey().getAlgorithm();
    return keyType.startsWith(algorithm) ? ALIAS : null;
  }

  @Override
  @SuppressWarnings("PreferredInterfaceType")
  public X509Certificate[] getCertificateChain(String alias) {
    return current().chain().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return current().key();
  }

  @Override
  public String[] getServerAliases(String keyType, Principal[] issuers) {
    return new String[] {ALIAS};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal[] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
    return null;
  }
}
