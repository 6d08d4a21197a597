package dev.ordinal.kube;

import dev.ordinal.kube.Api.Peer;
import dev.ordinal.kube.Api.Unreachable;
import java.time.Duration;
import java.util.regex.Pattern;

/// Why a reader cannot proceed, in one line that says what to do. Readers keep trying: logging in,
/// granting a right or installing the CRD heals them without a restart.
public record ReadFault(Kind kind, String sentence) {
  private static final Pattern USER = Pattern.compile("User \"([^\"]*)\"");

  /// The causes that ask for different remedies.
  public enum Kind {
    UNREACHABLE,
    UNAUTHORIZED,
    FORBIDDEN,
    MISSING,
    REFUSED,
    UNREADABLE
  }

  /// What was asked for: a verb (`list` or `watch`) and the path of the resource.
  public record Question(Peer peer, String verb, String path) {
    /// The resource as RBAC and kubectl name it, such as `statefulsets.apps.kruise.io`.
    String resource() {
      var parts = path.split("/", -1);
      var plural = parts[parts.length - 1];
      return parts[1].equals("apis") ? plural + "." + parts[2] : plural;
    }

    String scope() {
      var parts = path.split("/", -1);
      var isNamespaced = parts.length > 3 && parts[parts.length - 3].equals("namespaces");
      return isNamespaced ? "in namespace " + parts[parts.length - 2] : "at the cluster scope";
    }
  }

  static ReadFault unreachable(Unreachable cause, Duration longestPause) {
    var retry = " Retrying at least every " + longestPause.toSeconds() + " s.";
    return new ReadFault(Kind.UNREACHABLE, cause.getMessage() + retry);
  }

  static ReadFault unreadable(Question question, Throwable cause) {
    return new ReadFault(
        Kind.UNREADABLE,
        "What %s sent for %s could not be read (%s): please report it."
            .formatted(question.peer().server(), question.resource(), cause));
  }

  /// `words` is the message of the server's Status object.
  static ReadFault refused(Question question, int code, String words) {
    var server = question.peer().server();
    var resource = question.resource();
    return switch (code) {
      case 401 ->
          new ReadFault(
              Kind.UNAUTHORIZED,
              ("The credentials in %s were not accepted (401): they may have expired; log in again"
                      + " or give another --kubeconfig.")
                  .formatted(question.peer().credentials()));
      case 403 ->
          new ReadFault(
              Kind.FORBIDDEN,
              "%s may not %s %s %s (403): apply deploy/rbac.yaml or ask for the rights it lists."
                  .formatted(user(words), question.verb(), resource, question.scope()));
      case 404 -> new ReadFault(Kind.MISSING, missing(server, resource));
      case 429 ->
          new ReadFault(
              Kind.REFUSED,
              "The API server at %s has too much to do (429): slowing down.".formatted(server));
      default ->
          new ReadFault(
              Kind.REFUSED,
              "The API server at %s answered %d to %s %s: %s"
                  .formatted(server, code, question.verb(), resource, words));
    };
  }

  private static String missing(String server, String resource) {
    return resource.endsWith("kruise.io")
        ? ("The resource %s does not exist (404): install it with"
                + " `./ordinal crds | kubectl apply -f -`.")
            .formatted(resource)
        : "The server at %s knows no %s (404): is it a Kubernetes API server?"
            .formatted(server, resource);
  }

  private static String user(String words) {
    var found = USER.matcher(words);
    return found.find() ? "User " + found.group(1) : "This user";
  }
}
