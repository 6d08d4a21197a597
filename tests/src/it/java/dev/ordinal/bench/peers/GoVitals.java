package dev.ordinal.bench.peers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Supplier;

/// From the metrics of a Go process; its profiler can ask for a collection.
record GoVitals(Supplier<HttpClient> client, String metrics, String profiler)
    implements Vitals.Source {
  private static final String PAUSE = "go_gc_duration_seconds";

  @Override
  public Vitals read() {
    var page = fetch(metrics);
    return new Vitals(
        value(page, "go_memstats_alloc_bytes_total"),
        value(page, "go_memstats_heap_alloc_bytes"),
        value(page, PAUSE + "_sum"),
        value(page, PAUSE + "{quantile=\"1\"}"));
  }

  @Override
  public Vitals collected() {
    fetch(profiler + "/debug/pprof/heap?gc=1&debug=1");
    return read();
  }

  private static double value(String page, String name) {
    return page.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("the metrics lack " + name));
  }

  private String fetch(String address) {
    try (var http = client.get()) {
      var request =
          HttpRequest.newBuilder(URI.create(address)).version(HttpClient.Version.HTTP_1_1).build();
      var response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw new IllegalStateException(
            address + " answered " + response.statusCode() + ": " + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new IllegalStateException(address + " does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
