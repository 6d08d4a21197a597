package dev.ordinal.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The pictures of the README and of the guides, made from the real thing: `make pictures`.
public final class Pictures {
  private static final Path FOLDER = Path.of("docs/pictures");

  private Pictures() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Files.createDirectories(FOLDER);
    try (var rig = DashboardRig.start(LocalOptions.usual().unlimited())) {
      rig.create("web", 12, "1500ms");
      rig.create("cache", 60, "0s");
      rig.create("ledger", 5, "0s");
      var page = rig.open();
      rig.show(page, "web");
      page.waitForSelector("#phase[data-phase=ready]");
      page.keyboard().press("i");
      page.locator("#image").fill("registry.example/web:2");
      page.locator("#plan .batches li").nth(5).waitFor();
      shot(page, "preview");
      page.keyboard().press("Escape");
      rig.patch("web", image("registry.example/web:2"));
      page.locator(".cell[data-r=old]").first().waitFor();
      page.locator(".cell[data-r=new][data-s=available]").nth(5).waitFor();
      shot(page, "rollout");
      rig.patch("ledger", image("registry.example/ledger:missing"));
      rig.show(page, "ledger");
      page.locator(".cell[data-s=broken]").first().hover();
      page.locator("#waits .when").nth(1).waitFor();
      shot(page, "hold");
      var dark = rig.open(1280, ColorScheme.DARK);
      dark.locator("#sets li").nth(2).waitFor();
      shot(dark, "list-dark");
      record(rig);
    }
  }

  private static String image(String name) {
    return """
    {"spec":{"template":{"spec":{"containers":[{"name":"app","image":"%s"}]}}}}
    """
        .formatted(name);
  }

  private static void shot(Page page, String name) {
    var options = new Page.ScreenshotOptions().setPath(FOLDER.resolve(name + ".png"));
    page.screenshot(options);
  }

  /// Commands in a terminal, with what they printed.
  private static void record(DashboardRig rig) throws IOException, InterruptedException {
    var recording = new ArrayList<TerminalPicture.Step>();
    for (var words : List.of("get", "get ledger", "why ledger")) {
      recording.add(new TerminalPicture.Step("ordinal " + words, run(rig, words)));
    }
    Files.writeString(FOLDER.resolve("terminal.svg"), TerminalPicture.of(recording));
  }

  private static List<String> run(DashboardRig rig, String words)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.ordinal.app.Main"));
    command.addAll(List.of(words.split(" ")));
    command.add("--kubeconfig=" + rig.kubeconfig());
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return said.stripTrailing().lines().toList();
  }
}
