package dev.ordinal.codec;

import dev.ordinal.model.Meta;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.json.Json;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads a ControllerRevision; its payload stays a tree.
public final class RevisionReader implements Decoder<RevisionView> {
  @Override
  public RevisionView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return new RevisionView(MetaReader.orNone(draft.meta), draft.number, draft.payload);
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private long number;
    private Json payload = Json.EMPTY;

    Draft(Fields fields) {
      this.fields = fields;
    }

    void top(String name) throws IOException {
      switch (name) {
        case "metadata" -> meta = MetaReader.read(fields);
        case "revision" -> number = fields.number();
        case "data" -> payload = fields.tree();
        default -> {}
      }
    }
  }
}
