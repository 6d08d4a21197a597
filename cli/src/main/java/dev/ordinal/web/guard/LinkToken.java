package dev.ordinal.web.guard;

/// The token in the link that the terminal shows. It opens one session; then another one takes its
/// place.
public final class LinkToken {
  private String current = Secrets.next();

  public synchronized String current() {
    return current;
  }

  /// Whether this is the token; it is spent then.
  public synchronized boolean redeem(String token) {
    if (!Secrets.hash(token).equals(Secrets.hash(current))) {
      return false;
    }
    current = Secrets.next();
    return true;
  }
}
