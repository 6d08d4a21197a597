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
    public void troubled(String reader, ReadFault trouble) {
      heard.add("troubled " + trouble.kind());
    }

    @Override
    public void recovered(String reader) {
      heard.add("recovered");
    }
  }

  private void trouble(ReadFault.Kind kind) {
    classes.troubled("storageclasses", new ReadFault(kind, "No."));
  }

  @Test
  void refusalIsNoTroubleAndToldOnce() {
    trouble(ReadFault.Kind.FORBIDDEN);
    trouble(ReadFault.Kind.FORBIDDEN);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("without");
  }

  @Test
  void refusalAfterRecoveryIsNews() {
    trouble(ReadFault.Kind.FORBIDDEN);
    classes.recovered("storageclasses");
    trouble(ReadFault.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("without", "without");
  }

  @Test
  void allElseIsPassedOn() {
    trouble(ReadFault.Kind.UNREACHABLE);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("troubled UNREACHABLE", "recovered");
  }

  @Test
  void troubleThatTurnsIntoARefusalEndsWithIt() {
    trouble(ReadFault.Kind.UNREACHABLE);
    trouble(ReadFault.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("troubled UNREACHABLE", "without", "recovered");
  }
}
