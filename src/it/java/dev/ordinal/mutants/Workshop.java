package dev.ordinal.mutants;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Builds the controller with a bug in it, and plays stories with that controller. Nothing but the
/// JDK is shared with the one that runs the tests.
final class Workshop {
  /// So many stories at a time, side by side.
  private static final int BATCH = 16;

  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private Workshop() {}

  /// A story that went wrong.
  record Fault(long seed, String words) {}

  /// The first of so many stories that goes wrong for a controller whose classes in `folder` come
  /// before its own; none when all end well.
  static List<Fault> play(Path folder, int seeds) throws IOException, ReflectiveOperationException {
    try (var loader = new URLClassLoader(urls(folder), ClassLoader.getPlatformClassLoader())) {
      var trial = trial(loader);
      for (var first = 1L; first <= seeds; first += BATCH) {
        var faults =
            LongStream.range(first, Math.min(first + BATCH, seeds + 1L))
                .parallel()
                .mapToObj(seed -> new Fault(seed, trial.apply(seed)))
                .filter(fault -> !fault.words().isEmpty())
                .toList();
        if (!faults.isEmpty()) {
          return faults;
        }
      }
      return List.of();
    }
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> trial(ClassLoader loader)
      throws ReflectiveOperationException {
    var type = loader.loadClass("dev.ordinal.sim.world.Trial");
    if (!loader.equals(type.getClassLoader())) {
      throw new IllegalStateException("the classes are not the loader's own");
    }
    return (LongFunction<String>) type.getDeclaredConstructor().newInstance();
  }

  private static URL[] urls(Path folder) {
    return Stream.concat(
            Stream.of(folder), Stream.of(CLASS_PATH.split(File.pathSeparator)).map(Path::of))
        .map(Workshop::url)
        .toArray(URL[]::new);
  }

  private static URL url(Path path) {
    try {
      return path.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Compiles the mutated source alone, against the classes that there are.
  static Path build(Mutant mutant, Path folder) throws IOException {
    var source = folder.resolve("source").resolve(mutant.path().getFileName());
    var classes = Files.createDirectories(folder.resolve("classes"));
    Files.createDirectories(source.getParent());
    Files.writeString(source, mutant.source());
    var javac = ToolProvider.getSystemJavaCompiler();
    var log = new StringWriter();
    var options = List.of("-proc:none", "-cp", CLASS_PATH, "-d", classes.toString());
    try (var files = javac.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjects(source);
      if (!javac.getTask(log, files, null, options, null, units).call()) {
        throw new AssertionError(mutant.name() + " does not compile: " + log);
      }
    }
    return classes;
  }
}
