package dev.ordinal.ship.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
  private static final Pattern REFERENCE = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  @TempDir private Path folder;

  @Test
  void everyLinkOfTheWrittenSiteLeadsSomewhere() throws IOException {
    SiteMain.write(Path.of(""), folder);

    var faults = new ArrayList<String>();
    for (var page : pages()) {
      var found = REFERENCE.matcher(Files.readString(page)).results().map(each -> each.group(1));
      found
          .filter(link -> !leadsSomewhere(page, link))
          .forEach(link -> faults.add(folder.relativize(page) + ": " + link));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void pageHasNavigationContentsAndNoCodeOfItsOwn() throws IOException {
    Files.createDirectories(folder.resolve("project/docs/guide"));
    Files.writeString(
        folder.resolve("project/README.md"),
        "# Sets\n\n<b>raw</b> [more](docs/guide/more.md#second-part)\n\n## Here & there\n\ntext\n");
    Files.writeString(folder.resolve("project/docs/guide/more.md"), "# More\n\n## Second part\n");
    SiteMain.write(folder.resolve("project"), folder.resolve("site"));

    assertThat(folder.resolve("site/index.html"))
        .content()
        .contains("default-src 'none'", "<li class=\"level2\"><a href=\"#here--there\">")
        .contains("<a href=\"guide/more.html#second-part\">more</a>", "&lt;b&gt;raw&lt;/b&gt;")
        .doesNotContain("<script>", "<style>", "style=");
    assertThat(folder.resolve("site/guide/more.html"))
        .content()
        .contains("href=\"../site.css\"", "aria-current=\"page\">More</a>");
    assertThat(folder.resolve("site/search-index.js"))
        .content()
        .contains(
            "{\"address\":\"index.html#here--there\",\"page\":\"Sets\",\"title\":\"Here \\u0026"
                + " there\",\"words\":\"text\"}");
  }

  @Test
  void picturesAreCopiedAsTheyAre() throws IOException {
    var picture = new byte[] {(byte) 0x89, 'P', 'N', 'G', (byte) 0xff};
    Files.createDirectories(folder.resolve("project/docs/pictures"));
    Files.writeString(folder.resolve("project/README.md"), "# Sets\n\n![a](docs/pictures/a.png)\n");
    Files.write(folder.resolve("project/docs/pictures/a.png"), picture);
    SiteMain.write(folder.resolve("project"), folder.resolve("site"));

    assertThat(folder.resolve("site/index.html"))
        .content()
        .contains("src=\"files/docs/pictures/a.png\"");
    assertThat(folder.resolve("site/files/docs/pictures/a.png")).hasBinaryContent(picture);
  }

  private List<Path> pages() throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".html")).toList();
    }
  }

  private static boolean leadsSomewhere(Path page, String link) {
    var address = URI.create(link);
    if (address.getScheme() != null) {
      return true;
    }
    var target = address.getPath().isEmpty() ? page : page.resolveSibling(address.getPath());
    var anchor = address.getFragment();
    return Files.isRegularFile(target) && (anchor == null || hasAnchor(target, anchor));
  }

  private static boolean hasAnchor(Path page, String anchor) {
    try {
      return Files.readString(page).contains(" id=\"" + anchor + "\"");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
