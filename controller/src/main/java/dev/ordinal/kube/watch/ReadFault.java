package dev.ordinal.kube.watch;

import dev.ordinal.kube.http.Api.Peer;
import dev.ordinal.kube.http.Api.Unreachable;
import java.time.Duration;
import java.util.regex.Pattern;

/// Why a reflector cannot proceed, in one line that says what to do. Reflectors keep trying: a
/// login, a new permission or the installed CRD ends the failure without a restart.
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

  /// The request: a verb (`list` or `watch`) and the path of the resource.
  public record ReadRequest(Peer peer, String verb, String path) {
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

  static ReadFault unreachable(Unreachable cause, Duration maxDelay) {
    var retry = " Retrying at least every " + maxDelay.toSeconds() + " s.";
    return new ReadFault(Kind.UNREACHABLE, cause.getMessage() + retry);
  }

  static ReadFault unreadable(ReadRequest request, Throwable cause) {
    return new ReadFault(
        Kind.UNREADABLE,
        "What %s sent for %s could not be read (%s): please report it."
            .formatted(request.peer().server(), request.resource(), cause));
  }

  /// `message` is that of the server's Status object.
  static ReadFault refused(ReadRequest request, int code, String message) {
    var server = request.peer().server();
    var resource = request.resource();
    return switch (code) {
      case 401 ->
          new ReadFault(
              Kind.UNAUTHORIZED,
              ("The credentials in %s were not accepted (401): they may have expired; log in again"
                      + " or give another --kubeconfig.")
                  .formatted(request.peer().credentials()));
      case 403 ->
          new ReadFault(
              Kind.FORBIDDEN,
              "%s may not %s %s %s (403): apply deploy/rbac.yaml or ask for the rights it lists."
                  .formatted(user(message), request.verb(), resource, request.scope()));
      case 404 -> new ReadFault(Kind.MISSING, missing(server, resource));
      case 429 ->
          new ReadFault(
              Kind.REFUSED,
              "The API server at %s is overloaded (429): slowing down.".formatted(server));
      default ->
          new ReadFault(
              Kind.REFUSED,
              "The API server at %s answered %d to %s %s: %s"
                  .formatted(server, code, request.verb(), resource, message));
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

  private static String user(String message) {
    var found = USER.matcher(message);
    return found.find() ? "User " + found.group(1) : "This user";
  }
}
