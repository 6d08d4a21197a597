package dev.ordinal.codec;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.Meta;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads a PersistentVolumeClaim.
public final class ClaimReader implements Decoder<ClaimView> {
  @Override
  public ClaimView read(Fields fields) throws IOException {
    var draft = new Draft(fields);
    fields.each(draft::top);
    return draft.claim();
  }

  private static final class Draft {
    private final Fields fields;
    private @Nullable Meta meta;
    private String phase = "";
    private Optional<String> storageClass = Optional.empty();
    private final List<String> accessModes = new ArrayList<>(1);
    private String requested = "";
    private String capacity = "";
    private final List<ClaimView.Condition> conditions = new ArrayList<>(0);

    Draft(Fields fields) {
      this.fields = fields;
    }

    void top(String name) throws IOException {
      switch (name) {
        case "metadata" -> meta = MetaReader.read(fields);
        case "spec" -> fields.each(this::spec);
        case "status" -> fields.each(this::status);
        default -> {}
      }
    }

    private void spec(String name) throws IOException {
      switch (name) {
        // An empty name requests no class; an absent one requests the default class.
        case "storageClassName" -> storageClass = fields.optionalWord();
        case "accessModes" -> fields.items(() -> accessModes.add(fields.word()));
        case "resources" -> fields.each(this::resources);
        default -> {}
      }
    }

    private void resources(String name) throws IOException {
      if (name.equals("requests")) {
        requested = storage();
      }
    }

    private void status(String name) throws IOException {
      switch (name) {
        case "phase" -> phase = fields.word();
        case "capacity" -> capacity = storage();
        case "conditions" -> fields.items(this::condition);
        default -> {}
      }
    }

    private void condition() throws IOException {
      var words = new String[] {"", ""};
      var since = new ArrayList<Instant>(1);
      fields.each(
          name -> {
            switch (name) {
              case "type" -> words[0] = fields.word();
              case "status" -> words[1] = fields.word();
              case "lastTransitionTime" -> fields.time().ifPresent(since::add);
              default -> {}
            }
          });
      if (words[1].equals("True")) {
        conditions.add(new ClaimView.Condition(words[0], since.stream().findFirst()));
      }
    }

    private String storage() throws IOException {
      return fields.words("storage"::equals).getOrDefault("storage", "");
    }

    ClaimView claim() {
      return new ClaimView(
          MetaReader.orNone(meta),
          phase,
          storageClass,
          accessModes,
          requested,
          capacity,
          conditions);
    }
  }
}
