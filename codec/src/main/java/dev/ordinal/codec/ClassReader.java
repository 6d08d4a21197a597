package dev.ordinal.codec;

import dev.ordinal.model.ClassView;
import dev.ordinal.model.Meta;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads a StorageClass.
public final class ClassReader implements Decoder<ClassView> {
  @Override
  public ClassView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return new ClassView(MetaReader.orNone(draft.meta), draft.allowsExpansion);
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private boolean allowsExpansion;

    Draft(Fields fields) {
      this.fields = fields;
    }

    void top(String name) throws IOException {
      switch (name) {
        case "metadata" -> meta = MetaReader.read(fields);
        case "allowVolumeExpansion" -> allowsExpansion = fields.isTrue();
        default -> {}
      }
    }
  }
}
