package dev.ordinal.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.kube.watch.ReadFault;
import dev.ordinal.kube.watch.ReadFault.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadFaultLogTest {
  private final List<String> lines = new ArrayList<>();
  private final ReadFaultLog log = new ReadFaultLog(lines::add, lines::add);

  private void forbidden(String reader) {
    log.failed(reader, new ReadFault(Kind.FORBIDDEN, "may not list " + reader));
  }

  @Test
  void whatAilsAllReadersIsToldOnce() {
    forbidden("sets");
    forbidden("pods");
    forbidden("sets");
    log.recovered("pods");
    log.recovered("sets");

    assertThat(lines).containsExactly("may not list sets", "All objects can be read again.");
  }

  @Test
  void troubleThatLastsLongerIsToldWhenItIsFoundAgain() {
    forbidden("sets");
    forbidden("pods");
    log.recovered("sets");
    assertThat(lines).containsExactly("may not list sets");
    forbidden("pods");
    log.recovered("pods");

    assertThat(lines)
        .containsExactly(
            "may not list sets", "may not list pods", "All objects can be read again.");
  }

  @Test
  void otherTroubleIsToldBesideTheFirst() {
    forbidden("sets");
    log.failed("pods", new ReadFault(Kind.UNREACHABLE, "no answer"));
    log.failed("sets", new ReadFault(Kind.UNREACHABLE, "no answer"));
    forbidden("sets");

    assertThat(lines).containsExactly("may not list sets", "no answer", "may not list sets");
  }

  @Test
  void changedWordsAreToldByTheOneWhoSpoke() {
    log.failed("sets", new ReadFault(Kind.UNREACHABLE, "refused"));
    log.failed("pods", new ReadFault(Kind.UNREACHABLE, "no such host"));
    log.failed("sets", new ReadFault(Kind.UNREACHABLE, "no such host"));

    assertThat(lines).containsExactly("refused", "no such host");
  }
}
