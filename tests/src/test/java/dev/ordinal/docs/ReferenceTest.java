package dev.ordinal.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.ForeignGate;
import dev.ordinal.cli.OrdinalCommand;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import dev.ordinal.plan.Severity;
import dev.ordinal.plan.life.PodState;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Holds the reference pages and the program together: what only one of them knows is named by the
/// failure.
class ReferenceTest {
  private static final Path REFERENCE = Path.of("docs/reference");

  /// Every command has these, and the page says so once, at the root; other flags that commands
  /// inherit are explained where they come from.
  private static final List<String> COMMON = List.of("-h", "--help", "-V", "--version");

  private static final String SHARED = "shared";

  @Test
  void everyHoldReasonIsExplainedAndNoOther() throws IOException {
    var reasons =
        Arrays.stream(HoldReason.class.getPermittedSubclasses()).map(Class::getSimpleName);
    var explained = Pattern.compile("(?m)^\\| `(\\w+)`");

    assertThat(found(explained, Files.readString(REFERENCE.resolve("holds.md"))))
        .as("the reasons in docs/reference/holds.md")
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(reasons.toList());
  }

  /// ⚠ marks the reasons that wait for a user, here and on the page for troubleshooting.
  @Test
  void everyAlarmIsMarkedAndNoOther() throws IOException, ReflectiveOperationException {
    var alarms = new ArrayList<String>();
    for (var type : HoldReason.class.getPermittedSubclasses()) {
      var reason = (HoldReason) sample(type);
      if (new Hold("web-0", reason).severity() == Severity.ALARM) {
        alarms.add(type.getSimpleName());
      }
    }
    var marked = Pattern.compile("(?m)^\\| `(\\w+)` ⚠ ");

    assertThat(found(marked, Files.readString(REFERENCE.resolve("holds.md"))))
        .as("the reasons with ⚠ in docs/reference/holds.md")
        .containsExactlyInAnyOrderElementsOf(alarms);
  }

  /// A record of this type with values that mean nothing.
  private static Object sample(Class<?> type) throws ReflectiveOperationException {
    var constructor = type.getDeclaredConstructors()[0];
    var values =
        Stream.of(constructor.getParameterTypes())
            .map(
                parameter ->
                    switch (parameter.getSimpleName()) {
                      case "String" -> "";
                      case "int" -> 0;
                      case "boolean" -> false;
                      case "Instant" -> Instant.EPOCH;
                      case "PodState" -> new PodState("", false, false, "");
                      default -> throw new AssertionError("a value of " + parameter);
                    })
            .toArray();
    return constructor.newInstance(values);
  }

  @Test
  void everyCommandAndFlagIsExplainedAndNoOther() throws IOException {
    assertThat(explainedFlags())
        .as("the commands and flags in docs/reference/flags.md")
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            flags("ordinal", OrdinalCommand.commandLine()).distinct().toList());
  }

  @Test
  void everyFeatureGateIsExplainedAndNoOther() throws IOException {
    var gates =
        Stream.of(FeatureGate.values())
            .map(gate -> gate.label() + (FeatureGate.defaults().contains(gate) ? " on" : " off"));
    var foreign =
        Stream.of(ForeignGate.values())
            .map(gate -> gate.label() + " " + gate.kept().map(Object::toString).orElse("neither"));
    var row = Pattern.compile("(?m)^\\| `(\\w+` \\| \\w+) ");

    assertThat(found(row, Files.readString(REFERENCE.resolve("feature-gates.md"))))
        .as("the gates and their values in docs/reference/feature-gates.md")
        .extracting(line -> line.replace("` |", ""))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(Stream.concat(gates, foreign).toList());
  }

  /// The command by itself, each of its flags, and the same of the commands below it.
  private static Stream<String> flags(String path, CommandLine command) {
    var flags =
        command.getCommandSpec().options().stream()
            .filter(option -> !option.hidden() && !option.inherited())
            .flatMap(
                option ->
                    Stream.of(option.names())
                        .filter(name -> path.equals("ordinal") || !COMMON.contains(name))
                        .map(name -> (isShared(option) ? SHARED : path) + " " + name));
    var below =
        command.getSubcommands().entrySet().stream()
            .flatMap(entry -> flags(path + " " + entry.getKey(), entry.getValue()));
    return Stream.of(Stream.of(path), flags, below).flatMap(lines -> lines);
  }

  /// Flags that several commands have are declared once, and explained once.
  private static boolean isShared(OptionSpec option) {
    return option.userObject() instanceof Field field
        && field.getDeclaringClass().getPackageName().endsWith(".option");
  }

  /// The headings, and below each the flags in the first column of its tables.
  private static List<String> explainedFlags() throws IOException {
    var explained = new ArrayList<String>();
    var flag = Pattern.compile("`(--?[a-zA-Z-]+)[^`]*`");
    var command = "";
    for (var line : Files.readAllLines(REFERENCE.resolve("flags.md"))) {
      if (line.startsWith("## `")) {
        command = line.substring(4, line.length() - 1);
        explained.add(command);
      } else if (line.startsWith("## ")) {
        command = SHARED;
      } else if (line.startsWith("| `-")) {
        for (var name : found(flag, line.split("\\|")[1])) {
          explained.add(command + " " + name);
        }
      }
    }
    return explained;
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    var link = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)[^)]*\\)");
    for (var page : pages()) {
      for (var target : found(link, Files.readString(page))) {
        assertThat(page.resolveSibling(target)).as("link in %s", page).exists();
      }
    }
  }

  private static List<Path> pages() throws IOException {
    try (var top = Files.list(Path.of(""));
        var below = Files.walk(Path.of("docs"))) {
      return Stream.concat(top, below).filter(path -> path.toString().endsWith(".md")).toList();
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(result -> result.group(1)).toList();
  }
}
