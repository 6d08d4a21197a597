package dev.ordinal.kube.http;

import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.net.http.HttpClient;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Clients whose work is done by virtual threads. The library's pool grows to some thirty threads,
/// each with a stack that stays resident, and each piece of a reply wakes one of them.
final class VirtualFactory extends JdkHttpClientFactory {
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @Override
  protected void additionalConfig(HttpClient.Builder builder) {
    builder.executor(threads);
  }

  /// What is under way ends, as with the library's pool.
  @Override
  protected void closeHttpClient(JdkHttpClientImpl client) {
    threads.shutdownNow();
  }
}
