package dev.ordinal.kube.watch;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listens to the reflector of a kind that the controller can work without, such as StorageClasses
/// with permissions in one namespace only. A refusal of the kind is logged once and is no failure;
/// everything else is passed on.
public final class OptionalKind implements Reflector.Listener {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  private final Reflector.Listener listener;
  private final String consequence;
  private final Runnable onRefusal;
  private boolean isRefused;
  private boolean isPassedOn;

  /// @param consequence what does not work without the kind, as the end of a sentence
  /// @param onRefusal runs when the kind is refused
  public OptionalKind(Reflector.Listener listener, String consequence, Runnable onRefusal) {
    this.listener = listener;
    this.consequence = consequence;
    this.onRefusal = onRefusal;
  }

  @Override
  public void failed(String reader, ReadFault fault) {
    switch (fault.kind()) {
      case FORBIDDEN, MISSING -> {
        if (!isRefused) {
          LOG.warn("{} Until then {}.", fault.sentence(), consequence);
          isRefused = true;
          onRefusal.run();
        }
        endFailure(reader);
      }
      case UNREACHABLE, UNAUTHORIZED, REFUSED, UNREADABLE -> {
        isPassedOn = true;
        listener.failed(reader, fault);
      }
    }
  }

  @Override
  public void recovered(String reader) {
    if (isRefused) {
      LOG.info("{} can be read now.", reader);
    }
    isRefused = false;
    endFailure(reader);
  }

  /// A refusal shows that the server can be reached.
  private void endFailure(String reader) {
    if (isPassedOn) {
      isPassedOn = false;
      listener.recovered(reader);
    }
  }
}
