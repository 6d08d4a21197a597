package dev.ordinal.codec;

import dev.ordinal.model.Meta;
import dev.ordinal.model.NodeView;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads a node; decisions use few of its fields.
public final class NodeReader implements Decoder<NodeView> {
  @Override
  public NodeView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return new NodeView(MetaReader.orNone(draft.meta), draft.isReady);
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private boolean isReady;

    Draft(Fields fields) {
      this.fields = fields;
    }

    void top(String name) throws IOException {
      switch (name) {
        case "metadata" -> meta = MetaReader.read(fields);
        case "status" -> fields.each(this::status);
        default -> {}
      }
    }

    private void status(String name) throws IOException {
      if (name.equals("conditions")) {
        fields.items(this::condition);
      }
    }

    private void condition() throws IOException {
      var texts = new String[] {"", ""};
      fields.each(
          name -> {
            switch (name) {
              case "type" -> texts[0] = fields.word();
              case "status" -> texts[1] = fields.word();
              default -> {}
            }
          });
      isReady = isReady || (texts[0].equals("Ready") && texts[1].equals("True"));
    }
  }
}
