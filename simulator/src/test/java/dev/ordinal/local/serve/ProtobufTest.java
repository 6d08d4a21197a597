package dev.ordinal.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.JsonText;
import dev.ordinal.sim.reply.Refusal;
import dev.ordinal.sim.shape.Shapes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class ProtobufTest {
  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  /// `k8s\0`, the type (v1, ConfigMap), then metadata with a name and an empty time, and data a=1.
  @Test
  void anEnvelopeWithAnObject() {
    var configMap =
        bytes(
            """
            6b387300
            0a0f 0a027631 1209 436f6e6669674d6170
            1211 0a07 0a03636667 4200
                 1206 0a0161 120131
            """);
    assertThat(JsonText.write(Protobuf.read(configMap)))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"data\":{\"a\":\"1\"},\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"cfg\"}}");
  }

  /// As `kubectl debug node/…` sends it: in Go the source of a volume is embedded, so that in JSON
  /// its fields stand beside the name.
  @Test
  void sourceOfAVolumeIsAmongItsFields() {
    var pod =
        bytes(
            """
            6b387300
            0a09 0a027631 1203 506f64
            1217 1215 0a13 0a09 686f73742d726f6f74 1206 0a04 0a022f61
            """);
    assertThat(JsonText.write(Protobuf.read(pod)))
        .isEqualTo(
            "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"spec\":{\"volumes\":[{\"hostPath\":{\"path\":\"/a\"},\"name\":\"host-root\"}]}}");
  }

  /// An embedded Go struct is not a field of the JSON, and would be lost under its name.
  @Test
  void everyFieldIsOneOfTheSchema() throws IOException {
    var unknown = new ArrayList<String>();
    for (var line : Files.readAllLines(Path.of("simulator/src/main/resources/local/proto.txt"))) {
      var words = line.split(" ");
      var type = words[0].substring(words[0].lastIndexOf('.') + 1);
      var shape = Shapes.find(type);
      for (var i = 1; i < words.length && shape.isPresent(); i++) {
        var name = words[i].split(":")[1];
        if (!name.isEmpty() && !shape.get().fields().containsKey(name)) {
          unknown.add(type + "." + name);
        }
      }
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void whatIsNoMessageIsRefused() {
    assertThatThrownBy(() -> Protobuf.read("{\"a\": 1}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("does not appear to be a protobuf message");
    assertThatThrownBy(() -> Protobuf.read(bytes("6b387300 0aff")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is not a protobuf message");
    assertThatThrownBy(() -> Protobuf.read(bytes("6b387300 0a07 0a027631 12 01 58")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("does not know how X of v1 is written");
  }
}
