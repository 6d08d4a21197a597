package dev.ordinal.command;

/// How far two words are apart.
public final class Spelling {
  private Spelling() {}

  /// The edit distance: letters to insert, remove, replace, or swap with a neighbour.
  public static int distance(String one, String other) {
    var rows = new int[one.length() + 1][other.length() + 1];
    for (var i = 0; i <= one.length(); i++) {
      for (var j = 0; j <= other.length(); j++) {
        rows[i][j] = i == 0 || j == 0 ? i + j : step(rows, one.substring(0, i), other, j);
      }
    }
    return rows[one.length()][other.length()];
  }

  private static int step(int[][] rows, String start, String other, int j) {
    var i = start.length();
    var isSame = start.charAt(i - 1) == other.charAt(j - 1);
    var best = Math.min(rows[i - 1][j], rows[i][j - 1]) + 1;
    best = Math.min(best, rows[i - 1][j - 1] + (isSame ? 0 : 1));
    var isSwapped =
        i > 1
            && j > 1
            && start.charAt(i - 1) == other.charAt(j - 2)
            && start.charAt(i - 2) == other.charAt(j - 1);
    return isSwapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
  }
}
