package dev.ordinal.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// The system's Chromium, without a window. Playwright brings none of its own.
final class Chromium implements AutoCloseable {
  private static final List<String> FLAGS =
      List.of(
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--enable-precise-memory-info");

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  static Chromium start() {
    var program = program();
    var playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    var options =
        new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(FLAGS).setHeadless(true);
    return new Chromium(playwright, playwright.chromium().launch(options));
  }

  /// Where it is; `tools/build-chromium` installs it if it is missing, or says what to install.
  private static Path program() {
    try {
      var process = new ProcessBuilder("tools/build-chromium").redirectErrorStream(true).start();
      var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var last = Path.of(said.strip().replaceFirst("(?s)^.*\n", ""));
      if (process.waitFor() != 0 || !Files.isExecutable(last)) {
        throw new IllegalStateException("The browser tests cannot run: " + said.strip());
      }
      return last;
    } catch (IOException e) {
      throw new IllegalStateException("tools/build-chromium cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
