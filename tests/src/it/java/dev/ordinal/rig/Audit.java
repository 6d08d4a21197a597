package dev.ordinal.rig;

import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Requests as the API server saw them, in the order it answered them. Filters narrow it down:
/// `audit().by(User.ORDINAL).writes().of("pods")`.
public record Audit(List<Entry> entries) {
  private static final Set<String> READS = Set.of("get", "list", "watch");

  public Audit {
    entries = List.copyOf(entries);
  }

  /// One request; `code` is 0 while a watch is still running.
  public record Entry(
      Instant at,
      String user,
      String verb,
      String group,
      String resource,
      String subresource,
      String namespace,
      String name,
      int code,
      String agent,
      boolean isDryRun) {

    /// `patch pods/status web-0 200`: handy for comparing whole scenarios with literals.
    @Override
    public String toString() {
      var kind = subresource.isEmpty() ? resource : resource + "/" + subresource;
      return "%s %s %s %d".formatted(verb, kind, name, code);
    }
  }

  /// Lines without the text are not even parsed: the log of a long run is big.
  static Audit read(Path log, String text) {
    try (var lines = Files.lines(log)) {
      // The last line may be half written.
      return new Audit(
          lines
              .filter(line -> line.endsWith("}") && line.contains(text))
              .map(JsonSource::readObject)
              .filter(Audit::isCounted)
              .map(Audit::entry)
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the audit log " + log, e);
    }
  }

  public Audit by(User user) {
    return where(entry -> entry.user().equals(user.login()));
  }

  public Audit in(String namespace) {
    return where(entry -> entry.namespace().equals(namespace));
  }

  public Audit of(String resource) {
    return where(entry -> entry.resource().equals(resource));
  }

  public Audit named(String name) {
    return where(entry -> entry.name().equals(name));
  }

  /// Requests that changed something, or would have if they had not been refused.
  public Audit writes() {
    return where(entry -> !READS.contains(entry.verb()) && !entry.isDryRun());
  }

  public Audit since(Instant from) {
    return where(entry -> !entry.at().isBefore(from));
  }

  public Audit where(Predicate<Entry> condition) {
    return new Audit(entries.stream().filter(condition).toList());
  }

  /// A watch is logged when it starts and when it ends; it counts once, from its start.
  private static boolean isCounted(Json.Obj line) {
    var isWatch = line.text("verb").equals("watch");
    return line.text("stage").equals(isWatch ? "ResponseStarted" : "ResponseComplete");
  }

  private static Entry entry(Json.Obj line) {
    var object = line.object("objectRef");
    return new Entry(
        Instant.parse(line.text("requestReceivedTimestamp")),
        line.object("user").text("username"),
        line.text("verb"),
        object.text("apiGroup"),
        object.text("resource"),
        object.text("subresource"),
        object.text("namespace"),
        object.text("name"),
        line.object("responseStatus").find("code").map(Audit::number).orElse(0),
        line.text("userAgent"),
        line.text("requestURI").contains("dryRun=All"));
  }

  private static int number(Json value) {
    return value instanceof Json.Num(var literal) ? Integer.parseInt(literal) : 0;
  }
}
