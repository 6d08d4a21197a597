package dev.ordinal.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.tidy.Sources.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What keeps the house easy to find one's way in. ARCHITECTURE.md has the words that are used.
class HouseTest {
  /// Words that named our types once, and the field's own word for each. A type has none of them in
  /// its name.
  private static final String RETIRED_IN_NAMES =
      """
      Errand ApiRequest, Courier RequestSender, Desk TurnMemory, Recall Findings, Doubt
      UnconfirmedWrite, Verdict DryRunReply, Judgement DryRunReply, Bell WakeSignal, Tempo Backoff,
      Rivals overlapping, Wish wanted, Deed action, Tally count, Sheet PlanBuilder, Stranger foreign,
      Heart EventLoop, Furniture bootstrap, Office client, Keeper controller, Diary events,
      Chronicle events, Town simulation, Village simulation, Pilot SimulatedController, Strike Fault,
      Story Scenario, Court laws
      """;

  /// Of these the ordinary meaning is not needed anywhere, so that prose has none of them either.
  private static final Pattern RETIRED_IN_PROSE =
      Pattern.compile(
          "\\b(errands?|couriers?|strangers?|furniture|diary|chronicle|village|town|deeds?|stories"
              + "|rivals|judgements?)\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");

  @Test
  void packagesHaveNoCycles() {
    assertThat(Packages.of(Sources.ofMain()).cycles()).isEmpty();
  }

  @Test
  void cycleIsFound() {
    var there = source("a", "import dev.ordinal.b.Two;");
    var via = source("b", "  dev.ordinal.c.Three three;");
    var back = source("c", "import dev.ordinal.a.One;");
    assertThat(Packages.of(List.of(there, via)).cycles()).isEmpty();
    assertThat(Packages.of(List.of(there, via, back)).cycles())
        .contains("dev.ordinal.a and dev.ordinal.b use each other");
  }

  private static Source source(String area, String line) {
    return new Source(
        Path.of("core/src/main/java/dev/ordinal", area, "Some.java"),
        List.of("package dev.ordinal." + area + ";", line));
  }

  @Test
  void noTwoTypesShareAName() {
    var places =
        Sources.ofMain().stream()
            .filter(source -> !source.path().endsWith("package-info.java"))
            .collect(
                Collectors.groupingBy(
                    source -> source.path().getFileName().toString(),
                    TreeMap::new,
                    Collectors.mapping(Source::packageName, Collectors.toList())));
    assertThat(places).allSatisfy((name, all) -> assertThat(all).as(name).hasSize(1));
  }

  @Test
  void retiredWordsStayRetired() throws IOException {
    var faults = new ArrayList<String>();
    for (var source : Sources.all()) {
      if (!source.path().endsWith("HouseTest.java")) {
        faults.addAll(retiredNames(source.path().toString(), source.lines()));
        faults.addAll(retiredProse(source.path().toString(), source.lines()));
      }
    }
    for (var page : pages()) {
      faults.addAll(retiredProse(page.toString(), Files.readAllLines(page)));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void retiredWordIsFound() {
    assertThat(retiredNames("A.java", List.of("final class CourierQueue {", "class Towner {}")))
        .containsExactly("A.java: CourierQueue: say RequestSender");
    assertThat(retiredProse("A.java", List.of("/// Runs errands.", "/// In downtown.")))
        .containsExactly("A.java: errands");
  }

  private static List<String> retiredNames(String place, List<String> lines) {
    var faults = new ArrayList<String>();
    for (var pair : RETIRED_IN_NAMES.replaceAll("\\s+", " ").split(",")) {
      var words = pair.strip().split(" ");
      var retired = Pattern.compile(words[0] + "(?![a-z])|" + words[0] + "s(?![a-z])");
      lines.stream()
          .flatMap(line -> TYPE.matcher(line).results())
          .map(type -> type.group(1))
          .filter(name -> retired.matcher(name).find())
          .forEach(name -> faults.add(place + ": " + name + ": say " + words[1]));
    }
    return faults;
  }

  private static List<String> retiredProse(String place, List<String> lines) {
    return lines.stream()
        .flatMap(line -> RETIRED_IN_PROSE.matcher(line).results())
        .map(found -> place + ": " + found.group())
        .toList();
  }

  /// The change log tells of the past, in the words of the past.
  private static List<Path> pages() throws IOException {
    try (var docs = Files.walk(Path.of("docs"))) {
      var pages = new ArrayList<>(docs.filter(page -> page.toString().endsWith(".md")).toList());
      pages.addAll(
          List.of(Path.of("README.md"), Path.of("ARCHITECTURE.md"), Path.of("CONTRIBUTING.md")));
      return pages;
    }
  }

  @Test
  void switchesOverClosedTypesHaveNoDefault() {
    var main = Sources.ofMain().stream().map(Source::path).toList();
    assertThat(Switches.withDefault(main, System.getProperty("java.class.path"))).isEmpty();
  }

  @Test
  void defaultOverClosedTypeIsFound(@TempDir Path folder) throws IOException {
    var file = folder.resolve("Some.java");
    Files.writeString(
        file,
        """
        package dev.ordinal.some;
        class Some {
          enum Size { SMALL, LARGE }
          sealed interface Shape permits Round {}
          record Round() implements Shape {}
          int of(Size size) { return switch (size) { case SMALL -> 1; default -> 2; }; }
          int of(Shape shape) { return switch (shape) { case Round _ -> 1; default -> 2; }; }
          int of(String word) { return switch (word) { case "a" -> 1; default -> 2; }; }
          int of(Thread.State s) { return switch (s) { case NEW -> 1; default -> 2; }; }
          int all(Size size) { return switch (size) { case SMALL -> 1; case LARGE -> 2; }; }
        }
        """);
    assertThat(Switches.withDefault(List.of(file), "")).hasSize(2);
  }
}
