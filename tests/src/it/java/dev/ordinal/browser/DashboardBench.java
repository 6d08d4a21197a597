package dev.ordinal.browser;

import com.microsoft.playwright.Page;
import dev.ordinal.local.LocalOptions;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// Ten thousand pods in the page: how long it takes to show them, how smooth it stays while they
/// are updated, how soon a change of all is previewed, and what memory it needs.
/// `make bench-dashboard` prints the figures.
public final class DashboardBench {
  private static final String BIG = "big";

  private DashboardBench() {}

  public static void main(String[] arguments) throws IOException {
    var pods = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    try (var rig = DashboardRig.start(LocalOptions.usual().unlimited())) {
      rig.create(BIG, pods, "0s");
      var page = rig.open();
      var start = System.nanoTime();
      page.waitForSelector(
          "#sets .numbers:text-is('" + pods + " of " + pods + " available')",
          new Page.WaitForSelectorOptions().setTimeout(600_000));
      System.out.printf("%d pods were created in %d s%n", pods, seconds(start));
      var opened = System.nanoTime();
      rig.show(page, BIG);
      page.waitForSelector(".chunk:nth-child(" + (pods + 199) / 200 + ") .cell:last-child");
      System.out.printf(
          "The page shows them after %d ms%n", (System.nanoTime() - opened) / 1_000_000);
      report("at rest", frames(page, 5_000));
      preview(page);
      rig.patch(
          BIG,
          """
          {"spec":{"updateStrategy":{"rollingUpdate":{"maxUnavailable":"5%"}},
           "template":{"spec":{"containers":[{"name":"app","image":"registry.example/big:2"}]}}}}
          """);
      report("during a rollout", frames(page, 15_000));
      rig.shot(page, "ten-thousand");
    }
  }

  /// The change of all pods, played forward but not made: at first, and once more.
  private static void preview(Page page) {
    for (var image : List.of("registry.example/big:2", "registry.example/big:3")) {
      page.keyboard().press("i");
      page.locator("#image").fill(image);
      page.locator("#preview .is:has-text('" + image + "')").waitFor();
      var start = System.nanoTime();
      page.locator("#confirm:not([disabled])").waitFor();
      System.out.printf(
          "The preview says after %d ms: %s%n",
          (System.nanoTime() - start) / 1_000_000, page.locator("#plan").innerText());
      page.keyboard().press("Escape");
    }
  }

  private static long seconds(long since) {
    return (System.nanoTime() - since) / 1_000_000_000;
  }

  /// The times between two frames, and the memory of the scripts afterwards.
  @SuppressWarnings("unchecked")
  private static Map<String, Object> frames(Page page, int millis) {
    return (Map<String, Object>)
        page.evaluate(
            """
            millis => new Promise(done => {
              const times = [];
              const start = performance.now();
              let last = start;
              const step = now => {
                times.push(now - last);
                last = now;
                if (now - start < millis) { requestAnimationFrame(step); return; }
                times.sort((a, b) => a - b);
                const at = share => Math.round(times[Math.floor((times.length - 1) * share)]);
                done({ frames: times.length, median: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1),
                  heap: Math.round(performance.memory.usedJSHeapSize / 1048576),
                  updated: document.querySelectorAll('.cell[data-r=new][data-s=available]').length });
              };
              requestAnimationFrame(step);
            })
            """,
            millis);
  }

  private static void report(String when, Map<String, Object> found) {
    System.out.printf(
        "%s: %s frames, median %s ms, p95 %s ms, p99 %s ms, longest %s ms; heap of the page %s MB;"
            + " %s cells new%n",
        when,
        found.get("frames"),
        found.get("median"),
        found.get("p95"),
        found.get("p99"),
        found.get("longest"),
        found.get("heap"),
        found.get("updated"));
  }
}
