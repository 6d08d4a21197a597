package dev.ordinal.local.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.JsonText;
import dev.ordinal.sim.reply.Refusal;
import java.nio.charset.StandardCharsets;
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

  @Test
  void whatIsNoMessageIsRefused() {
    assertThatThrownBy(() -> Protobuf.read("{\"a\": 1}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("does not appear to be a protobuf message");
    assertThatThrownBy(() -> Protobuf.read(bytes("6b387300 0aff")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is no protobuf message");
    assertThatThrownBy(() -> Protobuf.read(bytes("6b387300 0a07 0a027631 12 01 58")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("does not know how X of v1 is written");
  }
}
