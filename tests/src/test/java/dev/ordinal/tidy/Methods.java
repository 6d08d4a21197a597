package dev.ordinal.tidy;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/// Finds the methods of a source file with the compiler's own parser.
final class Methods {
  private Methods() {}

  /// One method and its size.
  record Method(Path path, String name, long lines, int parameters) {
    @Override
    public String toString() {
      return path + ": " + name + " has " + lines + " lines and " + parameters + " parameters";
    }
  }

  static List<Method> in(List<Sources.Source> sources) {
    var javac = ToolProvider.getSystemJavaCompiler();
    var paths = sources.stream().map(Sources.Source::path).toList();
    try (var files = javac.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(paths);
      var task = (JavacTask) javac.getTask(null, files, _ -> {}, List.of(), null, units);
      var found = new ArrayList<Method>();
      for (var unit : task.parse()) {
        var path = Path.of(unit.getSourceFile().getName());
        new Scanner(path, unit, Trees.instance(task), found).scan(unit, null);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Scanner extends TreeScanner<Void, Void> {
    private final Path path;
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<Method> found;
    private boolean isRecord;

    Scanner(Path path, CompilationUnitTree unit, Trees trees, List<Method> found) {
      this.path = path;
      this.unit = unit;
      this.trees = trees;
      this.found = found;
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      var outer = isRecord;
      isRecord = type.getKind() == Tree.Kind.RECORD;
      super.visitClass(type, null);
      isRecord = outer;
      return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      var positions = trees.getSourcePositions();
      // Annotations are not counted: a table test's rows are data.
      var first = method.getReturnType() == null ? method : method.getReturnType();
      var start = positions.getStartPosition(unit, first);
      var end = positions.getEndPosition(unit, method);
      if (start >= 0 && end > start) {
        var lines = unit.getLineMap().getLineNumber(end) - unit.getLineMap().getLineNumber(start);
        var parameters = isFreeToBeWide(method) ? 0 : method.getParameters().size();
        found.add(new Method(path, method.getName().toString(), lines + 1, parameters));
      }
      return super.visitMethod(method, null);
    }

    /// A record's components are its data, a table test's parameters are its columns, and those of
    /// an overriding method are another's choice.
    private boolean isFreeToBeWide(MethodTree method) {
      var isRecordConstructor = isRecord && method.getReturnType() == null;
      return isRecordConstructor
          || method.getModifiers().getAnnotations().stream()
              .map(Object::toString)
              .anyMatch(name -> name.contains("ParameterizedTest") || name.contains("Override"));
    }
  }
}
