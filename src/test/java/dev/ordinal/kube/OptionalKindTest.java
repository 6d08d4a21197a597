package dev.ordinal.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionalKindTest {
  private final List<String> heard = new ArrayList<>();
  private final OptionalKind classes =
      new OptionalKind(new Ear(), "nothing grows", () -> heard.add("without"));

  private final class Ear implements Reflector.Listener {
    @Override
    public void troubled(String reader, Trouble trouble) {
      heard.add("troubled " + trouble.kind());
    }

    @Override
    public void recovered(String reader) {
      heard.add("recovered");
    }
  }

  private void trouble(Trouble.Kind kind) {
    classes.troubled("storageclasses", new Trouble(kind, "No."));
  }

  @Test
  void refusalIsNoTroubleAndToldOnce() {
    trouble(Trouble.Kind.FORBIDDEN);
    trouble(Trouble.Kind.FORBIDDEN);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("without");
  }

  @Test
  void refusalAfterRecoveryIsNews() {
    trouble(Trouble.Kind.FORBIDDEN);
    classes.recovered("storageclasses");
    trouble(Trouble.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("without", "without");
  }

  @Test
  void allElseIsPassedOn() {
    trouble(Trouble.Kind.UNREACHABLE);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("troubled UNREACHABLE", "recovered");
  }

  @Test
  void troubleThatTurnsIntoARefusalEndsWithIt() {
    trouble(Trouble.Kind.UNREACHABLE);
    trouble(Trouble.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("troubled UNREACHABLE", "without", "recovered");
  }
}
