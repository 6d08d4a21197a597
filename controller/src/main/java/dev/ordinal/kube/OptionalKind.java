package dev.ordinal.kube;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Listens to the reader of a kind that the controller can do without, such as the StorageClasses
/// where someone gave it rights in one namespace only. To be refused the kind is told once and is
/// no trouble; all else is passed on.
final class OptionalKind implements Reflector.Listener {
  private static final Logger LOG = LoggerFactory.getLogger("ordinal");

  private final Reflector.Listener listener;
  private final String loss;
  private final Runnable without;
  private boolean isRefused;
  private boolean isPassedOn;

  /// @param loss what does not work without the kind, as the end of a sentence
  /// @param without is run when the kind is refused
  OptionalKind(Reflector.Listener listener, String loss, Runnable without) {
    this.listener = listener;
    this.loss = loss;
    this.without = without;
  }

  @Override
  public void troubled(String reader, ReadFault trouble) {
    switch (trouble.kind()) {
      case FORBIDDEN, MISSING -> {
        if (!isRefused) {
          LOG.warn("{} Until then {}.", trouble.sentence(), loss);
          isRefused = true;
          without.run();
        }
        endTrouble(reader);
      }
      case UNREACHABLE, UNAUTHORIZED, REFUSED, UNREADABLE -> {
        isPassedOn = true;
        listener.troubled(reader, trouble);
      }
    }
  }

  @Override
  public void recovered(String reader) {
    if (isRefused) {
      LOG.info("{} can be read now.", reader);
    }
    isRefused = false;
    endTrouble(reader);
  }

  /// Who is refused has been answered.
  private void endTrouble(String reader) {
    if (isPassedOn) {
      isPassedOn = false;
      listener.recovered(reader);
    }
  }
}
