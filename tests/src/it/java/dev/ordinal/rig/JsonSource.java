package dev.ordinal.rig;

import dev.ordinal.codec.JsonBytes;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// JSON that a test wrote or a server answered: anything else is a bug of the rig.
public final class JsonSource {
  private JsonSource() {}

  public static Json.Obj readObject(String text) {
    try {
      return JsonBytes.readObject(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text, e);
    }
  }
}
