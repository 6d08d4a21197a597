package dev.ordinal.kube.serve;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// Shows each new client the certificate that counts then, so that a rotation needs no restart.
public final class PairKeys extends X509ExtendedKeyManager {
  private static final String ALIAS = "serving";

  private final Supplier<TlsPair> current;

  private PairKeys(Supplier<TlsPair> current) {
    this.current = current;
  }

  public static SSLContext context(Supplier<TlsPair> current) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {new PairKeys(current)}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
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
    var algorithm = current.get().chain().getFirst().getPublicKey().getAlgorithm();
    return keyType.startsWith(algorithm) ? ALIAS : null;
  }

  @Override
  @SuppressWarnings("PreferredInterfaceType")
  public X509Certificate[] getCertificateChain(String alias) {
    return current.get().chain().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return current.get().key();
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
