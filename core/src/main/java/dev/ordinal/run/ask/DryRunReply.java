package dev.ordinal.run.ask;

import dev.ordinal.plan.retry.FailedRequests;

/// Which replies to a dry run are a refusal of what was tried. A refusal by validation or by any
/// admission counts: it would come again when the pod's predecessor is gone. An exceeded quota does
/// not count, because the predecessor uses it too. Nor does a webhook without support for dry runs,
/// or a server that fails.
final class DryRunReply {
  private DryRunReply() {}

  static boolean isRefusal(int code, String message) {
    return isDenied(message)
        || switch (code) {
          case 400 -> !isUnsupported(message);
          // A missing permission to create pods counts too: without it the next pod stays missing.
          case 403 -> !isQuotaExceeded(message);
          case 413, 422 -> true;
          default -> false;
        };
  }

  /// Webhooks and policies choose the code of their refusal themselves. A required webhook that
  /// fails refuses every pod until it works again.
  private static boolean isDenied(String message) {
    return message.contains("denied the request")
        || message.contains("denied request")
        || message.contains("failed calling webhook");
  }

  /// Quotas are about the namespace at this moment, not about the template.
  static boolean isQuotaExceeded(String message) {
    return FailedRequests.isQuotaExceeded(message);
  }

  static boolean isUnsupported(String message) {
    return message.contains("does not support dry run");
  }
}
