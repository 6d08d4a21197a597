package dev.ordinal.kube.serve;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/// A certificate with those that vouch for it, and its key.
public record TlsPair(List<X509Certificate> chain, PrivateKey key) {
  public TlsPair {
    chain = List.copyOf(chain);
  }
}
