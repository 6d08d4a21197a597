package dev.ordinal.bench.peers;

import java.util.List;
import java.util.Locale;

/// Bars for one quantity, a group for each step and a bar for each controller, as SVG. A mark shows
/// the goal, as a multiple of the native controller's figure; none where that is 0.
record Bars(Results results, Quantity quantity, double goal, boolean hasOneScale) {
  private static final int LEFT = 285;
  private static final int WIDTH = 450;
  private static final int BAR = 15;
  private static final int GAP = 3;
  private static final int BETWEEN = 14;
  private static final int RIGHT = 155;

  /// Empty where nothing was measured.
  String draw(List<Step> steps) {
    var drawn = steps.stream().filter(this::isMeasured).toList();
    if (drawn.isEmpty()) {
      return "";
    }
    var all = drawn.stream().mapToDouble(this::most).max().orElse(1);
    var body = new StringBuilder();
    var y = 4;
    for (var step : drawn) {
      y = group(body, step, y, hasOneScale ? all : most(step));
    }
    return """
        <svg viewBox="0 0 %d %d" role="img" aria-label="%s by step and controller">
        %s</svg>
        """
        .formatted(LEFT + WIDTH + RIGHT, y, quantity.label(), body);
  }

  private boolean isMeasured(Step step) {
    return results.peers(step).stream().anyMatch(peer -> of(step, peer) >= 0);
  }

  private double most(Step step) {
    return Math.max(
        1e-9,
        results.peers(step).stream()
            .mapToDouble(peer -> results.most(step, peer, quantity).orElse(0) / share(step))
            .max()
            .orElse(0));
  }

  /// Writes are shown for each pod.
  private double share(Step step) {
    return quantity == Quantity.WRITES ? results.pods(step) : 1;
  }

  private double of(Step step, Peer peer) {
    var median = results.median(step, peer, quantity);
    return median.isEmpty() ? -1 : median.getAsDouble() / share(step);
  }

  private int group(StringBuilder body, Step step, int top, double scale) {
    var y = top;
    // Above bars and mark.
    var figures = new StringBuilder();
    for (var peer : results.peers(step)) {
      if (of(step, peer) >= 0) {
        body.append(bar(step, peer, y, WIDTH / scale));
        figures.append(figure(step, peer, y, WIDTH / scale));
        y += BAR + GAP;
      }
    }
    body.append(mark(step, top, y - GAP, WIDTH / scale)).append(figures);
    var middle = top + (y - top - GAP) / 2;
    body.append(
        "<text class=\"step\" x=\"%d\" y=\"%d\">%s</text>%n"
            .formatted(LEFT - 12, middle, HtmlReport.escape(step.title())));
    return y + BETWEEN;
  }

  private String mark(Step step, int top, int end, double factor) {
    var yardstick = of(step, Peer.NATIVE);
    var at = LEFT + yardstick * goal * factor;
    return yardstick <= 0 || goal == 0 || at > LEFT + WIDTH
        ? ""
        : String.format(
            Locale.ROOT, "<path class=\"goal\" d=\"M%.1f %dV%d\"/>%n", at, top - 3, end + 3);
  }

  private String bar(Step step, Peer peer, int y, double factor) {
    var words = "%s, %s: %s".formatted(step.title(), peer.label(), show(of(step, peer)));
    return String.format(
        Locale.ROOT,
        """
        <g><title>%s</title><rect class="%s" x="%d" y="%d" width="%.1f" height="%d" rx="2"/>%s</g>
        """,
        HtmlReport.escape(words),
        peer.name().toLowerCase(Locale.ROOT),
        LEFT,
        y,
        Math.max(1, of(step, peer) * factor),
        BAR,
        spread(step, peer, y, factor));
  }

  /// From the least to the most of the rounds.
  private String spread(Step step, Peer peer, int y, double factor) {
    var least = LEFT + results.least(step, peer, quantity).orElse(0) / share(step) * factor;
    var most = end(step, peer, factor);
    return least == most
        ? ""
        : String.format(
            Locale.ROOT,
            "<path class=\"spread\" d=\"M%1$.1f %3$dH%2$.1fM%1$.1f %4$dv8M%2$.1f %4$dv8\"/>",
            least,
            most,
            y + BAR / 2,
            y + BAR / 2 - 4);
  }

  private double end(Step step, Peer peer, double factor) {
    return LEFT + results.most(step, peer, quantity).orElse(0) / share(step) * factor;
  }

  private String figure(Step step, Peer peer, int y, double factor) {
    return String.format(
        Locale.ROOT,
        "<text class=\"value\" x=\"%.1f\" y=\"%d\">%s</text>%n",
        end(step, peer, factor) + 7,
        y + BAR / 2 + 1,
        show(of(step, peer)));
  }

  private String show(double value) {
    var digits = quantity == Quantity.WRITES ? 2 : quantity.digits();
    var number = String.format(Locale.ROOT, "%,." + digits + "f", value);
    return (number + " " + quantity.unit()).strip();
  }
}
