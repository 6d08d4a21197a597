package dev.ordinal.kube.watch;

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
    public void failed(String reader, ReadFault fault) {
      heard.add("failed " + fault.kind());
    }

    @Override
    public void recovered(String reader) {
      heard.add("recovered");
    }
  }

  private void fault(ReadFault.Kind kind) {
    classes.failed("storageclasses", new ReadFault(kind, "No."));
  }

  @Test
  void refusalIsNoFailureAndLoggedOnce() {
    fault(ReadFault.Kind.FORBIDDEN);
    fault(ReadFault.Kind.FORBIDDEN);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("without");
  }

  @Test
  void refusalAfterRecoveryIsLoggedAgain() {
    fault(ReadFault.Kind.FORBIDDEN);
    classes.recovered("storageclasses");
    fault(ReadFault.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("without", "without");
  }

  @Test
  void allElseIsPassedOn() {
    fault(ReadFault.Kind.UNREACHABLE);
    classes.recovered("storageclasses");

    assertThat(heard).containsExactly("failed UNREACHABLE", "recovered");
  }

  @Test
  void troubleThatTurnsIntoARefusalEndsWithIt() {
    fault(ReadFault.Kind.UNREACHABLE);
    fault(ReadFault.Kind.FORBIDDEN);

    assertThat(heard).containsExactly("failed UNREACHABLE", "without", "recovered");
  }
}
