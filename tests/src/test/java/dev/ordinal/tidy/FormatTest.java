package dev.ordinal.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/// The formatter runs in the test's own JVM: inside Maven's it would have to parse Java 25 with the
/// JDK 17 that Maven may run on. Run as a program it rewrites the files: that is `make fmt`.
class FormatTest {

  @Test
  void everyFileIsFormatted() throws FormatterException {
    var faults = new ArrayList<String>();
    for (var source : Sources.all()) {
      if (!format(source.text()).equals(source.text())) {
        faults.add(source.path() + " is not formatted: run `make fmt`");
      }
    }
    assertThat(faults).isEmpty();
  }

  public static void main(String[] unused) throws IOException, FormatterException {
    var changed = 0;
    for (var source : Sources.all()) {
      var formatted = format(source.text());
      if (!formatted.equals(source.text())) {
        Files.writeString(source.path(), formatted);
        System.out.println("formatted " + source.path());
        changed++;
      }
    }
    System.out.println(changed + " files changed");
  }

  private static String format(String text) throws FormatterException {
    var tidy = RemoveUnusedImports.removeUnusedImports(text);
    return new Formatter().formatSource(ImportOrderer.reorderImports(tidy, Style.GOOGLE));
  }
}
