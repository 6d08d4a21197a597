package dev.ordinal.kube;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A way to one API server: found as kubectl finds it, or inside the cluster by the pod's own
/// identity.
public final class Connection implements AutoCloseable {
  /// We carry out what one plan asks for at once; the library's limit of 5 would queue it.
  private static final int CONCURRENT_REQUESTS = 1024;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private final Config config;
  private final HttpApi api;

  /// What the user chose on the command line; what is absent comes from `KUBECONFIG`, the default
  /// kubeconfig or the pod's service account, in this order.
  public record Options(
      Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    public static Options none() {
      return new Options(Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  private Connection(Config config, Duration timeout) {
    this.config = config;
    var factory = new JdkHttpClientFactory();
    var peer = new Api.Peer(withoutSlash(config.getMasterUrl()), credentials(config));
    this.api = new HttpApi(peer, timeout, () -> factory.newBuilder(config).build());
  }

  /// Opens a connection; nothing is sent yet. The version goes into the user agent.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when the options make no sense
  public static Connection open(Options options, String version) {
    return open(options, KubeconfigFiles.of(options.kubeconfig()), version);
  }

  static Connection open(Options options, KubeconfigFiles files, String version) {
    var config = files.read(options.context());
    demandContext(config, options);
    files.demandServer(config);
    KubeconfigFault.demandSense(config);
    return new Connection(tuned(config, options, version), REQUEST_TIMEOUT);
  }

  /// A connection without credentials, for servers that ask for none.
  public static Connection withoutCredentials(String server, Duration timeout) {
    var config = Config.empty();
    config.setMasterUrl(server);
    return new Connection(tuned(config, Options.none(), "test"), timeout);
  }

  public Api api() {
    return api;
  }

  /// The namespace the user works in: chosen, or that of the context or service account.
  public String namespace() {
    return config.getNamespace() == null ? "default" : config.getNamespace();
  }

  @Override
  public void close() {
    api.close();
  }

  private static void demandContext(Config config, Options options) {
    if (options.context().isPresent() && !hasContext(config, options.context().get())) {
      throw new IllegalArgumentException(
          "There is no context "
              + options.context().get()
              + " in the kubeconfig: `kubectl config get-contexts` lists those there are.");
    }
  }

  private static Config tuned(Config config, Options options, String version) {
    config.setUserAgent("ordinal/" + version);
    config.setMaxConcurrentRequests(CONCURRENT_REQUESTS);
    config.setMaxConcurrentRequestsPerHost(CONCURRENT_REQUESTS);
    config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
    // The engine decides what is tried again; a write repeated below it would be one too many.
    config.setRequestRetryBackoffLimit(0);
    options.namespace().ifPresent(config::setNamespace);
    return config;
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static String credentials(Config config) {
    var file = config.getFile();
    return file == null ? "the service account" : file.getPath();
  }

  private static boolean hasContext(Config config, String context) {
    return config.getContexts().stream().anyMatch(found -> context.equals(found.getName()));
  }
}
