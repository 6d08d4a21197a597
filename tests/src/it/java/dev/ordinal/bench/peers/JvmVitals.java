package dev.ordinal.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// From the log of a JVM's collections: it costs the JVM nothing, and is the same for all
/// collectors. `jcmd` asks for a collection.
record JvmVitals(long pid, Path log) implements Vitals.Source {
  /// `GC(3) Pause Young (Allocation Failure) 12M->4M(24M) 1.234ms`
  private static final Pattern PAUSE =
      Pattern.compile("Pause .* (\\d+)M->(\\d+)M\\(\\d+M\\) ([0-9.]+)ms");

  private static final Pattern USED =
      Pattern.compile("(?:DefNew|def new|[Tt]enured|PSYoung|ParOld|garbage-first).* used (\\d+)K");

  static String flag(Path log) {
    return "-Xlog:gc:file=" + log;
  }

  @Override
  public Vitals read() {
    var allocated = 0L;
    var live = 0L;
    var pauses = 0.0;
    var longest = 0.0;
    for (var line : lines()) {
      var found = PAUSE.matcher(line);
      if (found.find()) {
        allocated += Long.parseLong(found.group(1)) - live;
        live = Long.parseLong(found.group(2));
        pauses += Double.parseDouble(found.group(3)) / 1e3;
        longest = Math.max(longest, Double.parseDouble(found.group(3)) / 1e3);
      }
    }
    return new Vitals(allocated * (double) (1 << 20), live * (double) (1 << 20), pauses, longest);
  }

  @Override
  public Vitals collected() {
    jcmd("GC.run");
    var used =
        jcmd("GC.heap_info")
            .lines()
            .map(USED::matcher)
            .filter(Matcher::find)
            .mapToDouble(found -> Double.parseDouble(found.group(1)) * 1024)
            .sum();
    var read = read();
    return new Vitals(read.allocatedBytes(), used, read.pauseSeconds(), read.longestPauseSeconds());
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String jcmd(String command) {
    var program = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      var process = new ProcessBuilder(program, Long.toString(pid), command).start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException("jcmd " + command + ": " + said);
      }
      return said;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
