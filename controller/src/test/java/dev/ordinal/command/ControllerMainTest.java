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
  void flagsOfThePortAreCheckedFirst() {
    assertThat(run("--metrics-bind-address", "8080"))
        .isEqualTo(
            "--metrics-bind-address 8080 is no address: write :8080, 127.0.0.1:8080 or [::1]:8080,"
                + " or 0 for none. (2)");
    assertThat(run("--metrics-auth"))
        .isEqualTo(
            "--metrics-auth needs --tls-cert-file and --tls-private-key-file: tokens would travel"
                + " in the clear. (2)");
    assertThat(run("--tls-cert-file", "tls.crt"))
        .isEqualTo(
            "--tls-cert-file and --tls-private-key-file belong together: give both, or neither."
                + " (2)");
    assertThat(run("--metrics-max-sets", "-1"))
        .isEqualTo("--metrics-max-sets -1 is negative: give 0 or more. (2)");
    assertThat(run("--tls-cert-file", "/no/crt", "--tls-private-key-file", "/no/key"))
        .isEqualTo(
            "The certificate in /no/crt and the key in /no/key cannot be used: there is no file"
                + " /no/crt. (2)");
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
