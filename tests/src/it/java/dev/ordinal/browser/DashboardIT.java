package dev.ordinal.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasCountOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.HasTextOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The dashboard in Chromium, against a simulated cluster with the controller.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardIT {
  private static final int PATIENCE = 60_000;

  private DashboardRig rig;

  @BeforeAll
  void start() throws IOException {
    rig = DashboardRig.start(LocalOptions.usual().unlimited());
  }

  @AfterAll
  void stop() {
    rig.close();
  }

  @AfterEach
  void browserHasNothingToComplainAbout() {
    assertThat(rig.complaints()).isEmpty();
  }

  private static Locator cells(Page page, String kind) {
    return page.locator(".cell" + kind);
  }

  /// The link of a set in the list.
  private static Locator row(Page page, String name) {
    return page.locator("#sets a[href='#/default/" + name + "']");
  }

  private static void awaitCount(Locator found, int count) {
    assertThat(found).hasCount(count, new HasCountOptions().setTimeout(PATIENCE));
  }

  private static void awaitPhase(Page page, String word) {
    assertThat(page.locator("#phase")).hasText(word, new HasTextOptions().setTimeout(PATIENCE));
  }

  private static void awaitText(Page page, String selector, String text) {
    assertThat(page.locator(selector))
        .containsText(text, new ContainsTextOptions().setTimeout(PATIENCE));
  }

  /// Presses the button when the preview has arrived.
  private static void confirm(Page page) {
    page.locator("#confirm:not([disabled])").click();
    awaitCount(page.locator("dialog"), 0);
  }

  private static void setImage(Page page, String image) {
    page.getByText("Set image …").click();
    page.locator("#image").fill(image);
    awaitText(page, "#preview", image);
    confirm(page);
  }

  @Test
  void rolloutIsWatchedPausedAndResumedToTheEnd() {
    rig.create("web", 12, "700ms");
    var page = rig.openSet("web");
    awaitCount(cells(page, "[data-s=available][data-r=new]"), 12);
    setImage(page, "registry.example/web:2");
    awaitCount(cells(page, "[data-r=old]").first(), 1);
    page.locator(".cell[data-r=new]").first().waitFor();
    page.keyboard().press("p");
    awaitText(page, "#preview", "spec.updateStrategy.rollingUpdate.paused");
    confirm(page);
    awaitPhase(page, "Paused");
    rig.shot(page, "rollout-paused");
    awaitCount(cells(page, "[data-s=available]"), 12);
    assertThat(cells(page, "[data-r=old]").count()).isBetween(1, 11);
    assertThat(cells(page, "[data-r=new]").count()).isBetween(1, 11);
    page.getByText("Resume").click();
    confirm(page);
    awaitCount(cells(page, "[data-s=available][data-r=new]"), 12);
    awaitPhase(page, "Ready");
    assertThat(page.locator("#sentence").textContent())
        .isEqualTo("All 12 pods are up to date and available.");
    rig.shot(page, "rollout-done");
  }

  @Test
  void holdOfAFailingImageIsReadAndUndone() {
    rig.create("ledger", 3, "100ms");
    var page = rig.openSet("ledger");
    awaitCount(cells(page, "[data-s=available]"), 3);
    setImage(page, "registry.example/ledger:missing");
    awaitText(page, "#waits", "ImagePullBackOff in container app");
    page.locator(".cell[data-s=broken]").first().hover();
    awaitText(page, "#peek", "image registry.example/ledger:missing");
    rig.shot(page, "failing-image");
    page.keyboard().press("u");
    awaitText(page, "#preview", "registry.example/ledger:1");
    confirm(page);
    awaitPhase(page, "Ready");
    awaitCount(cells(page, "[data-s=available]"), 3);
  }

  @Test
  void setIsScaled() {
    rig.create("queue", 2, "100ms");
    var page = rig.openSet("queue");
    awaitCount(cells(page, "[data-s=available]"), 2);
    page.getByText("Scale …").click();
    page.locator("#replicas").fill("5");
    awaitText(page, "#preview", "Scales to 5 pods.");
    awaitText(page, "#preview", "spec.replicas");
    confirm(page);
    awaitCount(cells(page, "[data-s=available]"), 5);
  }

  @Test
  void batchesAreShownBeforeAnythingIsChanged() {
    rig.create("plan", 4, "0s");
    var page = rig.openSet("plan");
    awaitCount(cells(page, "[data-s=available]"), 4);
    page.getByText("Set image …").click();
    page.locator("#image").fill("x/<img/src=x/onerror=window.hacked=1>:2");
    awaitText(page, "#plan", "Then it waits: ");
    awaitText(page, "#plan", "<img/src=x/onerror=window.hacked=1>");
    page.locator("#image").fill("registry.example/plan:2");
    awaitText(page, "#plan", "4 pods restart");
    assertThat(page.locator("#plan .batches li")).containsText(new String[] {"3 2", "1 0"});
    page.keyboard().press("Escape");
    awaitCount(page.locator("dialog"), 0);
    page.keyboard().press("s");
    page.locator("#replicas").fill("3");
    awaitText(page, "#plan", "1 pod is deleted");
    page.keyboard().press("Escape");
    assertThat(page.locator("img").count()).isZero();
    assertThat(cells(page, "[data-s=available]").count()).isEqualTo(4);
  }

  @Test
  void listIsSearched() {
    rig.create("search-one", 1, "0s");
    rig.create("search-two", 1, "0s");
    var page = rig.open();
    page.locator("#search").fill("search-");
    awaitCount(page.locator("#sets li"), 2);
    page.locator("#search").fill("search- !two");
    awaitCount(page.locator("#sets li"), 1);
    assertThat(page.locator("#sets")).containsText("search-one");
    assertThat(page.url()).contains("q=search-");
    page.locator("#search").fill("no such set");
    awaitText(page, "#main", "No set matches");
  }

  @Test
  void everythingIsReachedByKeyboard() {
    rig.create("keys", 3, "0s");
    var page = rig.open();
    row(page, "keys").waitFor();
    page.keyboard().press("/");
    page.keyboard().type("keys");
    awaitCount(page.locator("#sets li"), 1);
    page.keyboard().press("ArrowDown");
    page.keyboard().press("Enter");
    page.waitForSelector("#main[data-ready=true]");
    awaitCount(cells(page, "[data-s=available]"), 3);
    page.keyboard().press("g");
    page.keyboard().press("ArrowRight");
    awaitText(page, "#peek", "keys-1");
    page.keyboard().press("Enter");
    awaitText(page, "dialog", "Revision");
    page.keyboard().press("Escape");
    awaitCount(page.locator("dialog"), 0);
    page.keyboard().press("s");
    page.locator("#replicas:focus").waitFor();
    page.keyboard().press("ControlOrMeta+a");
    page.keyboard().type("4");
    awaitText(page, "#preview", "Scales to 4 pods.");
    page.locator("#confirm:not([disabled])").waitFor();
    page.keyboard().press("Enter");
    // The pod may be there before the reply that closes the dialog.
    awaitCount(page.locator("dialog"), 0);
    awaitCount(cells(page, "[data-s=available]"), 4);
    page.keyboard().press("?");
    awaitText(page, "dialog", "Keyboard shortcuts");
    page.keyboard().press("Escape");
    page.keyboard().press("Escape");
    page.locator("#search").waitFor();
  }

  @ParameterizedTest
  @CsvSource({"LIGHT, 1280", "DARK, 1280", "LIGHT, 390", "DARK, 390"})
  void axeFindsNothingSerious(ColorScheme scheme, int width) throws IOException {
    var name = "axe-" + width + (scheme == ColorScheme.DARK ? "-dark" : "-light");
    rig.create(name, 6, "0s");
    var page = rig.open(width, scheme);
    row(page, name).waitFor();
    rig.shot(page, "list-" + name);
    assertThat(serious(page)).as("the list").isEmpty();
    rig.show(page, name);
    awaitCount(cells(page, "[data-s=available]"), 6);
    rig.patch(
        name,
        "{\"spec\":{\"template\":{\"spec\":{\"containers\":[{\"name\":\"app\",\"image\":\"no:missing\"}]}}}}");
    page.locator(".cell[data-s=broken]").first().waitFor();
    rig.shot(page, "set-" + name);
    assertThat(serious(page)).as("the set").isEmpty();
    page.keyboard().press("i");
    page.locator("#image").waitFor();
    page.locator("#image").fill("registry.example/other:1");
    awaitText(page, "#preview", "registry.example/other:1");
    rig.shot(page, "dialog-" + name);
    assertThat(serious(page)).as("the dialog").isEmpty();
  }

  /// The findings of axe that are serious or worse, one line each.
  @SuppressWarnings("unchecked")
  private static List<String> serious(Page page) throws IOException {
    try (var script = DashboardIT.class.getResourceAsStream("/axe.min.js")) {
      page.evaluate(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<String>)
        page.evaluate(
            """
            async () => (await axe.run()).violations
              .filter(each => each.impact === 'serious' || each.impact === 'critical')
              .map(each => each.id + ': ' + each.nodes.map(node => node.target + ' ' + node.failureSummary).join('; '))
            """);
  }

  @Test
  void hostileTextNeitherRunsNorColours() {
    var image = "x/<img src=x onerror=window.hacked=1>\\u001b[31mred:1";
    rig.create("hostile", 1, "0s", image);
    var page = rig.open();
    row(page, "hostile").waitFor();
    awaitText(page, "#sets", "<img src=x onerror=window.hacked=1>");
    assertThat((String) page.evaluate("document.body.textContent")).doesNotContain("\u001b");
    rig.show(page, "hostile");
    page.locator("#tab-Revisions").click();
    awaitText(page, "#panel-Revisions", "onerror");
    page.locator("#tab-Events").click();
    assertThat(page.locator("#main img").count()).isZero();
    assertThat(page.evaluate("window.hacked === undefined")).isEqualTo(true);
  }

  @Test
  void updateOfOnePodTouchesOneCell() {
    rig.create("calm", 300, "0s");
    var page = rig.openSet("calm");
    awaitCount(cells(page, "[data-s=available]"), 300);
    page.evaluate(
        """
        () => {
          window.touched = new Set();
          new MutationObserver(records => records.forEach(record => {
            const cell = record.target.closest?.('.cell') ?? record.target.parentElement?.closest('.cell');
            if (cell) window.touched.add(cell.dataset.pod);
            document.body.dataset.touched = 'yes';
            record.addedNodes.forEach(node => { if (node.classList?.contains('chunk')) window.touched.add('all'); });
          })).observe(document.querySelector('.grid'), { subtree: true, attributes: true, childList: true, characterData: true });
        }
        """);
    rig.delete("calm-123");
    page.waitForSelector("body[data-touched]");
    awaitCount(cells(page, "[data-s=available]"), 300);
    assertThat(page.evaluate("[...window.touched]")).isEqualTo(List.of("calm-123"));
  }
}
