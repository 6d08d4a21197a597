package dev.ordinal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/// The controller as a program of its own.
class ControllerMainTest {
  private static String run(String... arguments) {
    var told = new StringWriter();
    var writer = new PrintWriter(told, true);
    var code = ControllerMain.commandLine().setOut(writer).setErr(writer).execute(arguments);
    return told.toString().strip() + " (" + code + ")";
  }

  @Test
  void mistakesAreReportedUnderItsOwnName() {
    assertThat(run("--namespaces", "a"))
        .isEqualTo(
            "`ordinal-controller` has no option --namespaces: did you mean --namespace? (2)");
    assertThat(run("controller"))
        .isEqualTo(
            "`ordinal-controller` takes no argument controller: `ordinal-controller --help` has"
                + " more. (2)");
    assertThat(run("--kubeconfig", "/nowhere/at/all")).contains("/nowhere/at/all").endsWith("(2)");
  }

  @Test
  void helpAndVersionAreThere() {
    assertThat(run("--help"))
        .startsWith("Usage: ordinal-controller [-hV]")
        .contains("--kubeconfig=FILE", "--feature-gates")
        .endsWith("(0)");
    assertThat(run("--version")).isEqualTo("ordinal development (0)");
  }
}
