package dev.ordinal.run.ask;

/// What a dry run tells about a template. Only what lies in the template itself counts as refused:
/// a full quota, a missing ServiceAccount or a policy that forbids dry runs says nothing about it.
public record Judgement(boolean isRefused, String words) {
  public static final Judgement UNKNOWN = new Judgement(false, "");

  public static Judgement of(int code, String words) {
    var isRefused =
        switch (code) {
          // What cannot be decoded: unknown fields, wrong types, malformed quantities.
          case 400 -> words.contains("cannot be handled as a");
          case 403 -> words.contains("violates PodSecurity");
          case 422 -> true;
          default -> false;
        };
    return isRefused ? new Judgement(true, words) : UNKNOWN;
  }

  /// The namespace has used up what it may have: that passes, and says nothing about a template.
  static boolean isQuotaExceeded(String words) {
    return words.contains("is forbidden: exceeded quota:");
  }

  static boolean isDryRunUnsupported(String words) {
    return words.contains("does not support dry run");
  }
}
