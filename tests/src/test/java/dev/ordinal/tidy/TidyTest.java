package dev.ordinal.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.tidy.Sources.Source;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The habits of the house, kept by a test. Each failure names the file and what to do instead.
class TidyTest {
  /// The allowed imports below `dev.ordinal`; the picture is in ARCHITECTURE.md.
  private static final Map<String, List<String>> ARROWS =
      Map.ofEntries(
          Map.entry("model", List.of()),
          Map.entry("plan", List.of("model")),
          Map.entry("pull", List.of("model", "plan")),
          Map.entry("run", List.of("model", "plan", "pull")),
          Map.entry("api", List.of("model")),
          Map.entry("codec", List.of("model", "api")),
          Map.entry("handover", List.of("model", "plan")),
          Map.entry("kube", List.of("model", "plan", "pull", "run", "api", "codec")),
          Map.entry("command", List.of("model", "api", "kube", "run")),
          Map.entry("sim", List.of("model", "plan", "pull", "run", "api", "codec")),
          Map.entry("local", List.of("model", "plan", "pull", "run", "api", "codec", "sim")),
          Map.entry("view", List.of("model", "plan", "run", "api", "codec", "kube")),
          Map.entry("forecast", List.of("model", "plan", "run", "api", "sim", "kube", "view")),
          // Of local the HTTP server and the definitions of our resources alone.
          Map.entry("web", List.of("model", "plan", "codec", "kube", "view", "forecast", "local")));

  private static final Map<String, String> BANNED_IN_CORE =
      Map.ofEntries(
          Map.entry("Instant.now", "take `now` from the snapshot"),
          Map.entry("System.nanoTime", "take `now` from the snapshot"),
          Map.entry("System.currentTimeMillis", "take `now` from the snapshot"),
          Map.entry("new Random", "the core is deterministic"),
          Map.entry("Math.random", "the core is deterministic"),
          Map.entry("UUID.randomUUID", "the core is deterministic"),
          Map.entry("Thread", "threads live in kube and local"),
          Map.entry("HashMap", "use TreeMap: a plan must not depend on hash order"),
          Map.entry("HashSet", "use TreeSet: a plan must not depend on hash order"));

  private static final Pattern TYPE =
      Pattern.compile("^(?:\\w+ )*(?:class|record|interface|enum) (\\w+)");
  private static final Pattern VAGUE =
      Pattern.compile(
          "\\w*(Manager|Helper|Utils?|Impl|Abstract|Interface|Info|Data)(?![a-z])\\w*|Base\\w*");

  @Test
  void coreCompilesAgainstNothingButTheBaseModule(@TempDir Path out) throws IOException {
    var javac = ToolProvider.getSystemJavaCompiler();
    var log = new StringWriter();
    var options =
        List.of("--limit-modules", "java.base", "-proc:none", "-cp", "", "-d", out.toString());
    var core =
        Sources.inAreas("model", "api", "plan", "pull", "run", "handover").stream()
            .map(Source::path)
            .toList();

    try (var files = javac.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(core);
      assertThat(javac.getTask(log, files, null, options, null, units).call())
          .as(log.toString())
          .isTrue();
    }
  }

  @Test
  void packagesImportOnlyAlongTheArrows() {
    var imported = Pattern.compile("^import (?:static )?dev\\.ordinal\\.(\\w+)\\.");
    var faults = new ArrayList<String>();
    for (var source : Sources.ofMain()) {
      var allowed = ARROWS.get(source.area());
      if (allowed != null) {
        source.lines().stream()
            .map(imported::matcher)
            .filter(java.util.regex.Matcher::find)
            .map(found -> found.group(1))
            .filter(area -> !area.equals(source.area()) && !allowed.contains(area))
            .forEach(area -> faults.add(source.path() + " must not import " + area));
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void coreCallsNoClockNoChanceAndNoHashOrder() {
    var faults = new ArrayList<String>();
    for (var source : Sources.inAreas("model", "api", "plan", "pull", "run", "handover")) {
      for (var line : source.lines()) {
        // Those that are linked keep the order in which they were filled.
        var code = code(line).replace("LinkedHash", "Linked");
        BANNED_IN_CORE.forEach(
            (name, instead) -> {
              if (code.contains(name)) {
                faults.add(source.path() + ": " + name + " (" + instead + ")");
              }
            });
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void filesStaySmall() {
    var faults =
        Sources.all().stream()
            .filter(source -> source.lines().size() > (source.isMain() ? 300 : 500))
            .map(source -> source.path() + " has " + source.lines().size() + " lines: split it")
            .toList();
    assertThat(faults).isEmpty();
  }

  @Test
  void methodsStaySmall() {
    var faults =
        Methods.in(Sources.all()).stream()
            .filter(method -> method.lines() > 40 || method.parameters() > 4)
            .map(Methods.Method::toString)
            .toList();
    assertThat(faults).isEmpty();
  }

  @Test
  void packagesStaySmall() {
    var sizes =
        Sources.ofMain().stream()
            .collect(
                Collectors.groupingBy(source -> source.path().getParent(), Collectors.counting()));
    assertThat(sizes)
        .allSatisfy((folder, files) -> assertThat(files).as("%s", folder).isLessThanOrEqualTo(20));
  }

  @Test
  void everyPackageSaysWhatItIsFor() {
    assertThat(Sources.ofMain().stream().map(source -> source.path().getParent()).distinct())
        .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
  }

  @Test
  void typeNamesSayOneJob() {
    var faults = new ArrayList<String>();
    for (var source : Sources.all()) {
      for (var line : source.lines()) {
        var type = TYPE.matcher(line.strip());
        if (type.find() && VAGUE.matcher(type.group(1)).matches()) {
          faults.add(source.path() + ": " + type.group(1));
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void notesCarryAnIssueNumberAndDocLinesStayWhole() {
    var faults = new ArrayList<String>();
    for (var source : Sources.all()) {
      for (var i = 0; i < source.lines().size(); i++) {
        var line = source.lines().get(i).strip();
        if (line.matches(".*//.*\\b(TO[D]O|FIX[M]E)\\b(?! ?\\(?#\\d).*")) {
          faults.add(source.path() + ":" + (i + 1) + " a note needs an issue number");
        }
        var above = i == 0 ? "" : source.lines().get(i - 1).strip();
        if (above.startsWith("///") && line.startsWith("//") && !line.startsWith("///")) {
          faults.add(source.path() + ":" + (i + 1) + " a doc line was cut by the formatter");
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void nobodySleepsAndNobodySkips() {
    var banned =
        Pattern.compile(
            "(Thread|TimeUnit\\.\\w+)\\.sleep\\(|@Disabled|@Enabled|assume\\w+\\(|Assumptions\\."
                + "|TestAborted|Mockito");
    var faults = new ArrayList<String>();
    for (var source : Sources.all()) {
      for (var line : source.lines()) {
        if (!source.path().endsWith("TidyTest.java") && banned.matcher(line).find()) {
          faults.add(source.path() + ": " + line.strip());
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  /// The line without its comment.
  private static String code(String line) {
    var comment = line.indexOf("//");
    return comment < 0 ? line : line.substring(0, comment);
  }
}
