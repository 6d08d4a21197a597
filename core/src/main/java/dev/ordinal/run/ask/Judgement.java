package dev.ordinal.run.ask;

import dev.ordinal.plan.retry.FailedRequests;

/// What a dry run tells about a template. Whatever refuses the pod would refuse it again when its
/// predecessor is gone, so that every refusal counts, of validation and of any admission. A full
/// quota does not: it counts the predecessor too. Nor does a webhook that cannot do dry runs, or a
/// server that does not answer.
public record Judgement(boolean isRefused, String words) {
  public static final Judgement UNKNOWN = new Judgement(false, "");

  public static Judgement of(int code, String words) {
    return isDenied(words) || isRefused(code, words) ? new Judgement(true, words) : UNKNOWN;
  }

  /// Webhooks and policies choose the code of their refusal themselves. A webhook that does not
  /// answer, and must, refuses every pod until it does.
  private static boolean isDenied(String words) {
    return words.contains("denied the request")
        || words.contains("denied request")
        || words.contains("failed calling webhook");
  }

  private static boolean isRefused(int code, String words) {
    return switch (code) {
      case 400 -> !isDryRunUnsupported(words);
      // Also if we may not create pods at all: the next one would be missed.
      case 403 -> !isQuotaExceeded(words);
      case 413, 422 -> true;
      default -> false;
    };
  }

  /// The namespace has used up what it may have: that passes, and says nothing about a template.
  static boolean isQuotaExceeded(String words) {
    return FailedRequests.isQuotaExceeded(words);
  }

  static boolean isDryRunUnsupported(String words) {
    return words.contains("does not support dry run");
  }
}
