package dev.ordinal.local;

import com.fasterxml.jackson.core.JacksonException;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.sim.api.ApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;

/// The cluster's state in one file, which is always complete.
record StateFile(Path folder) {
  private static final String DEFINITIONS = "apiextensions.k8s.io/v1/customresourcedefinitions";
  private static final long FORMAT = 1;

  private Path file() {
    return folder.resolve("cluster.json");
  }

  Optional<Json.Obj> read() {
    if (!Files.exists(file())) {
      return Optional.empty();
    }
    try {
      var state = JsonBytes.readObject(Files.readAllBytes(file()));
      if (!state.find("format").equals(Optional.of(Json.of(FORMAT)))) {
        throw new IllegalArgumentException(file() + " is not the state of a simulated cluster.");
      }
      return Optional.of(state);
    } catch (JacksonException e) {
      var place = e.getLocation();
      throw new IllegalArgumentException(
          "The state in %s is damaged at line %d, column %d: remove the file to start anew, or choose another folder with --data."
              .formatted(file(), place.getLineNr(), place.getColumnNr()),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "The state in %s cannot be read (%s): choose another folder with --data."
              .formatted(file(), FileFault.words(e)),
          e);
    }
  }

  static Instant time(Json.Obj state) {
    return Instant.parse(state.text("time"));
  }

  static long version(Json.Obj state) {
    return Long.parseLong(state.text("version"));
  }

  /// Definitions first: the other objects need their kinds.
  static void restore(Json.Obj state, ApiServer server) {
    var objects = state.object("objects");
    objects.items(DEFINITIONS).forEach(each -> server.registry().define((Json.Obj) each));
    for (var key : objects.members().keySet()) {
      var slash = key.lastIndexOf('/');
      server
          .registry()
          .find(key.substring(0, slash), key.substring(slash + 1))
          .ifPresent(
              resource ->
                  server
                      .store()
                      .restore(
                          resource,
                          objects.items(key).stream().map(Json.Obj.class::cast).toList(),
                          version(state)));
    }
    server.recallApplied(state.object("applied"));
  }

  /// The current state; cheap, because trees are immutable.
  static Json.Obj state(ApiServer server, Instant now) {
    var objects = new TreeMap<String, Json>();
    for (var resource : server.registry().stored()) {
      var all = server.store().all(resource);
      if (!all.isEmpty()) {
        var names = resource.names();
        objects.put(names.apiVersion() + "/" + names.plural(), Json.of(all));
      }
    }
    return Json.of("format", Json.of(FORMAT))
        .with("version", Json.of(Long.toString(server.store().version())))
        .with("time", Json.of(now.toString()))
        .with("objects", new Json.Obj(objects))
        .with("applied", server.applied());
  }

  /// Atomic: readers see the old state or the new one, never a part.
  void write(Json.Obj state) {
    var part = folder.resolve("cluster.json.part");
    try {
      Files.createDirectories(folder);
      try (var channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        var bytes = ByteBuffer.wrap(JsonBytes.write(state));
        while (bytes.hasRemaining()) {
          var _ = channel.write(bytes);
        }
        channel.force(true);
      }
      Files.move(part, file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("The state cannot be kept in " + folder, e);
    }
  }
}
