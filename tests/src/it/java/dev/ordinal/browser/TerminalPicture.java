package dev.ordinal.browser;

import java.util.List;

/// A recording of a terminal as SVG: commands are shown one after the other, each with its output.
final class TerminalPicture {
  private static final int LONGEST = 118;
  private static final int LINE = 19;
  private static final double STEP = 1.6;

  private final StringBuilder text = new StringBuilder();
  private int y = 46;
  private double time = 0.4;

  private TerminalPicture() {}

  record Step(String command, List<String> output) {
    Step {
      output = List.copyOf(output);
    }
  }

  static String of(List<Step> steps) {
    var picture = new TerminalPicture();
    for (var step : steps) {
      picture.line("$ " + step.command(), "command");
      picture.time += STEP / 2;
      step.output().forEach(line -> picture.line(line, ""));
      picture.y += LINE / 2;
      picture.time += STEP;
    }
    return picture.framed();
  }

  private void line(String words, String style) {
    var shown = words.length() > LONGEST ? words.substring(0, LONGEST - 1) + "…" : words;
    text.append(
        "<text x=\"20\" y=\"%d\" class=\"%s\" style=\"animation-delay:%.1fs\">%s</text>%n"
            .formatted(y, style, time, escaped(shown)));
    y += LINE;
  }

  private static String escaped(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(" ", "&#160;");
  }

  private String framed() {
    return """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 %d" role="img" aria-label="ordinal in a terminal">
    <style>
    text { font: 13px ui-monospace, Menlo, Consolas, "Liberation Mono", monospace; fill: #d8dee8; opacity: 0; animation: come 0.2s forwards; }
    .command { fill: #3fc4a6; font-weight: 700; }
    @keyframes come { to { opacity: 1; } }
    @media (prefers-reduced-motion: reduce) { text { opacity: 1; animation: none; } }
    </style>
    <rect width="960" height="%d" rx="12" fill="#121922"/>
    <circle cx="22" cy="18" r="5" fill="#f07c74"/><circle cx="40" cy="18" r="5" fill="#e8b34b"/><circle cx="58" cy="18" r="5" fill="#2fb396"/>
    %s</svg>
    """
        .formatted(y, y, text);
  }
}
