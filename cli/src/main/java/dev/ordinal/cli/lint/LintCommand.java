package dev.ordinal.cli.lint;

import dev.ordinal.cli.lint.YamlFile.Unreadable;
import dev.ordinal.command.Terminal;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `ordinal lint`
@Command(
    name = "lint",
    description = "Find mistakes in manifests, without a cluster.",
    footer = "Exit code 0: nothing is wrong. 1: findings. 2: something cannot be read.")
public final class LintCommand implements Callable<Integer> {
  private static final int FINE = 0;
  private static final int FINDINGS = 1;
  private static final int UNREADABLE = 2;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-f", "--filename"},
      paramLabel = "PATH",
      required = true,
      arity = "1..*",
      description =
          "What to check: YAML or JSON files, folders with all below them, or - for standard"
              + " input.")
  private List<String> sources = List.of();

  /// How findings are printed.
  enum Format {
    TEXT,
    JSON
  }

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, or json for other programs. Default: text.")
  private Format format = Format.TEXT;

  private final List<Finding> findings = new ArrayList<>();
  private int unread;

  @Override
  public Integer call() throws IOException {
    var linter = new Linter();
    for (var source : sources) {
      for (var file : files(source)) {
        check(linter, file, file.equals(source));
      }
    }
    var out = spec.commandLine().getOut();
    switch (format) {
      case TEXT -> print(out, linter.judged());
      case JSON ->
          out.println(JsonText.write(Json.of(findings.stream().map(Finding::json).toList())));
    }
    out.flush();
    if (unread > 0) {
      return UNREADABLE;
    }
    return findings.isEmpty() ? FINE : FINDINGS;
  }

  private List<String> files(String source) throws IOException {
    var folder = Path.of(source);
    if (source.equals("-") || !Files.isDirectory(folder)) {
      return List.of(source);
    }
    try (var below = Files.walk(folder)) {
      return below
          .filter(Files::isRegularFile)
          .map(Path::toString)
          .filter(name -> name.matches(".*\\.(yaml|yml|json)"))
          .sorted()
          .toList();
    }
  }

  /// A file that is named must say something: in a pipe the program before may have failed.
  private void check(Linter linter, String file, boolean isNamed) {
    try {
      var text = text(file);
      if (isNamed && text.isBlank()) {
        fail(shown(file) + " is empty");
        return;
      }
      for (var document : YamlFile.read(shown(file), text)) {
        findings.addAll(linter.judge(document));
      }
    } catch (Unreadable e) {
      fail("%s:%d: %s".formatted(shown(file), e.line(), e.getMessage()));
    } catch (NoSuchFileException _) {
      fail(file + " does not exist");
    } catch (CharacterCodingException _) {
      fail(file + " is not text in UTF-8");
    } catch (IOException e) {
      fail(file + " cannot be read: " + e.getMessage());
    }
  }

  private static String shown(String file) {
    return file.equals("-") ? "stdin" : file;
  }

  private static String text(String file) throws IOException {
    return file.equals("-")
        ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8)
        : Files.readString(Path.of(file));
  }

  private void fail(String sentence) {
    unread++;
    spec.commandLine().getErr().println(sentence);
  }

  private void print(PrintWriter out, int judged) {
    for (var finding : findings) {
      var line = finding.line();
      var place = finding.place().toString();
      out.println(
          isColoured() ? "\u001b[1m" + place + "\u001b[0m" + line.substring(place.length()) : line);
    }
    out.printf(
        "%s checked, %s%n", judged == 1 ? "1 set or job" : judged + " sets and jobs", verdict());
  }

  private String verdict() {
    if (unread == 0) {
      return findings.isEmpty() ? "nothing is wrong" : count(findings.size());
    }
    return (findings.isEmpty() ? "" : count(findings.size()) + ", ")
        + (unread == 1 ? "1 file could not be read" : unread + " files could not be read");
  }

  private static String count(int findings) {
    return findings == 1 ? "1 finding" : findings + " findings";
  }

  private static boolean isColoured() {
    return Terminal.isThere() && System.getenv("NO_COLOR") == null;
  }
}
