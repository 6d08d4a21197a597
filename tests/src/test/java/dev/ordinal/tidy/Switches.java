package dev.ordinal.tidy;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.type.DeclaredType;
import javax.tools.ToolProvider;

/// Finds switches with a `default` over a sealed type or an enum of ours: the compiler would not
/// ask for a new case there.
final class Switches {
  private Switches() {}

  static List<String> withDefault(List<Path> paths, String classPath) {
    var javac = ToolProvider.getSystemJavaCompiler();
    try (var files = javac.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(paths);
      var options = List.of("-proc:none", "-cp", classPath);
      var task = (JavacTask) javac.getTask(null, files, _ -> {}, options, null, units);
      var parsed = task.parse();
      task.analyze();
      var found = new ArrayList<String>();
      parsed.forEach(unit -> new Scanner(unit, Trees.instance(task), found).scan(unit, null));
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Scanner extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final Trees trees;
    private final List<String> found;

    Scanner(CompilationUnitTree unit, Trees trees, List<String> found) {
      this.unit = unit;
      this.trees = trees;
      this.found = found;
    }

    @Override
    public Void visitSwitch(SwitchTree tree, Void unused) {
      check(tree.getExpression(), tree.getCases());
      return super.visitSwitch(tree, null);
    }

    @Override
    public Void visitSwitchExpression(SwitchExpressionTree tree, Void unused) {
      check(tree.getExpression(), tree.getCases());
      return super.visitSwitchExpression(tree, null);
    }

    private void check(ExpressionTree selector, List<? extends CaseTree> cases) {
      var hasDefault =
          cases.stream()
              .flatMap(one -> one.getLabels().stream())
              .anyMatch(label -> label instanceof DefaultCaseLabelTree);
      if (hasDefault && isClosed(selector)) {
        var start = trees.getSourcePositions().getStartPosition(unit, selector);
        var line = unit.getLineMap().getLineNumber(start);
        found.add(unit.getSourceFile().getName() + ":" + line + " switch over " + selector);
      }
    }

    private boolean isClosed(ExpressionTree selector) {
      return trees.getTypeMirror(new TreePath(getCurrentPath(), selector))
              instanceof DeclaredType type
          && type.toString().startsWith("dev.ordinal.")
          && (type.asElement().getKind() == ElementKind.ENUM
              || type.asElement().getModifiers().contains(Modifier.SEALED));
    }
  }
}
