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
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// Builds the controller with a bug in it, and plays scenarios with that controller. What the bug
/// is in, and all that knows of it, is loaded anew; the simulated API server is shared, being warm.
final class Workshop {
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  /// What knows of decisions, and so may know of a bug.
  private static final Pattern OWN =
      Pattern.compile("dev\\.ordinal\\.(plan|pull|run|sim\\.(virtual|law|cluster))\\..*");

  private Workshop() {}

  /// What the first of so many scenarios that goes wrong says, for a controller whose classes in
  /// `folder` come before its own; nothing when all end well.
  static Optional<Hunt.Fault> play(Path folder, int seeds) throws Exception {
    try (var loader = new Loader(urls(folder))) {
      return new Hunt(trial(loader), seeds).first();
    }
  }

  /// Has classes of its own where the other would give those without the bug.
  private static final class Loader extends URLClassLoader {
    private Loader(URL[] urls) {
      super(urls, Workshop.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!OWN.matcher(name).matches()) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        var known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static LongFunction<String> trial(ClassLoader loader)
      throws ReflectiveOperationException {
    var type = loader.loadClass("dev.ordinal.sim.virtual.Trial");
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
