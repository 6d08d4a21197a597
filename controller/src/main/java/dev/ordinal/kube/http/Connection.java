package dev.ordinal.kube.http;

import io.fabric8.kubernetes.client.Config;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// A connection to one API server, configured as for kubectl, or inside the cluster by the pod's
/// service account.
public final class Connection implements AutoCloseable {
  /// The requests of one plan are sent at once; the library's limit of 5 would queue them.
  private static final int CONCURRENT_REQUESTS = 1024;
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  private final Config config;
  private final Optional<String> podNamespace;
  private final HttpApi api;

  /// Options of the command line; absent ones come from `KUBECONFIG`, the default kubeconfig or the
  /// pod's service account, in this order.
  public record Options(
      Optional<Path> kubeconfig, Optional<String> context, Optional<String> namespace) {
    public static Options none() {
      return new Options(Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  private Connection(Config config, Optional<String> podNamespace, Duration timeout) {
    this.config = config;
    this.podNamespace = podNamespace;
    var factory = new VirtualFactory();
    var peer = new Api.Peer(withoutSlash(config.getMasterUrl()), credentials(config));
    this.api = new HttpApi(peer, timeout, () -> factory.newBuilder(config).build());
  }

  /// Opens a connection; nothing is sent yet. The version goes into the user agent.
  ///
  /// @throws IllegalArgumentException with a sentence for the user when the options are invalid
  public static Connection open(Options options, String version) {
    return open(options, KubeconfigFiles.of(options.kubeconfig()), version);
  }

  static Connection open(Options options, KubeconfigFiles files, String version) {
    var config = files.read(options.context());
    requireContext(config, options);
    files.requireServer(config);
    KubeconfigFault.requireValid(config);
    var ownPod = files.isAnyThere() ? Optional.<String>empty() : Optional.of(namespaceOf(config));
    return new Connection(tuned(config, options, version), ownPod, REQUEST_TIMEOUT);
  }

  /// Another connection to the same server, whose requests have their own time limit and share no
  /// dead connection with this one.
  public Connection another(Duration timeout) {
    return new Connection(config, podNamespace, timeout);
  }

  /// A connection to the same server with the rights of a bearer token, and none of this one's.
  public Connection withToken(String token) {
    var other = Config.empty();
    other.setMasterUrl(config.getMasterUrl());
    other.setCaCertFile(config.getCaCertFile());
    other.setCaCertData(config.getCaCertData());
    other.setTrustCerts(config.isTrustCerts());
    other.setDisableHostnameVerification(config.isDisableHostnameVerification());
    other.setTlsServerName(config.getTlsServerName());
    other.setHttpProxy(config.getHttpProxy());
    other.setHttpsProxy(config.getHttpsProxy());
    other.setNoProxy(config.getNoProxy());
    other.setOauthToken(token);
    return new Connection(
        tuned(other, Options.none(), "dashboard"), Optional.empty(), REQUEST_TIMEOUT);
  }

  /// The namespace of the pod that this process runs in, if its credentials are those of the pod.
  public Optional<String> podNamespace() {
    return podNamespace;
  }

  /// A connection without credentials, for servers that need none.
  public static Connection withoutCredentials(String server, Duration timeout) {
    var config = Config.empty();
    config.setMasterUrl(server);
    return new Connection(tuned(config, Options.none(), "test"), Optional.empty(), timeout);
  }

  public Api api() {
    return api;
  }

  /// The namespace of the options, of the context or of the service account.
  public String namespace() {
    return namespaceOf(config);
  }

  private static String namespaceOf(Config config) {
    return config.getNamespace() == null ? "default" : config.getNamespace();
  }

  @Override
  public void close() {
    api.close();
  }

  private static void requireContext(Config config, Options options) {
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
    // The engine decides about retries; a write repeated below it would be one too many.
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
