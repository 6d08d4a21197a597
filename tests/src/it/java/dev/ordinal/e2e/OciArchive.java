package dev.ordinal.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import dev.ordinal.rig.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// An image archive as a container runtime reads it: from the index by digests, each of which is
/// checked.
record OciArchive(Path folder, Json.Obj manifest, Json.Obj config) {
  static OciArchive open(Path archive, Path folder) throws IOException {
    Files.createDirectories(folder);
    Program.of("tar", "-xf", archive.toString(), "-C", folder.toString()).require();
    var index = JsonBytes.readObject(Files.readAllBytes(folder.resolve("index.json")));
    var only = (Json.Obj) index.items("manifests").getFirst();
    var manifest = JsonBytes.readObject(Files.readAllBytes(blob(folder, only)));
    var config = JsonBytes.readObject(Files.readAllBytes(blob(folder, manifest.object("config"))));
    return new OciArchive(folder, manifest, config);
  }

  private static Path blob(Path folder, Json.Obj descriptor) throws IOException {
    var digest = descriptor.text("digest");
    var file = folder.resolve("blobs").resolve(digest.replace(':', '/'));
    assertThat(descriptor.find("size")).contains(Json.of(Files.size(file)));
    assertThat("sha256:" + sha256(Files.readAllBytes(file))).isEqualTo(digest);
    return file;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  List<String> layers() {
    return descriptors().stream().map(layer -> layer.text("digest")).toList();
  }

  private List<Json.Obj> descriptors() {
    return manifest.items("layers").stream().map(Json.Obj.class::cast).toList();
  }

  long bytes() throws IOException {
    var sum = 0L;
    for (var layer : descriptors()) {
      sum += Files.size(blob(folder, layer));
    }
    return sum;
  }

  /// All layers, one over the other.
  void unpack(Path root) throws IOException {
    Files.createDirectories(root);
    for (var layer : descriptors()) {
      var file = blob(folder, layer).toString();
      Program.of("tar", "-xzpf", file, "-C", root.toString(), "--no-same-owner").require();
    }
  }

  /// A list of the configuration: its entry point, its environment.
  List<String> words(String field) {
    return config.object("config").items(field).stream()
        .map(word -> ((Json.Str) word).value())
        .toList();
  }
}
