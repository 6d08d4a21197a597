package dev.ordinal.sim.virtual;

import dev.ordinal.api.JobParser;
import dev.ordinal.api.MetaParser;
import dev.ordinal.api.SetParser;
import dev.ordinal.codec.ClaimReader;
import dev.ordinal.codec.ClassReader;
import dev.ordinal.codec.Decoder;
import dev.ordinal.codec.JsonBytes;
import dev.ordinal.codec.NodeReader;
import dev.ordinal.codec.PodReader;
import dev.ordinal.codec.RevisionReader;
import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.FeatureGate;
import dev.ordinal.model.JobView;
import dev.ordinal.model.NodeView;
import dev.ordinal.model.PodView;
import dev.ordinal.model.RevisionView;
import dev.ordinal.model.SetView;
import dev.ordinal.model.View;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.body.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;

/// What the controller makes of an object of the simulated API server, by its own decoders.
public final class Views {
  private static final SetParser SETS = new SetParser(FeatureGate.defaults());
  private static final Decoder<RevisionView> REVISIONS = new RevisionReader();
  private static final Decoder<ClassView> CLASSES = new ClassReader();
  private static final Decoder<NodeView> NODES = new NodeReader();
  private static final Decoder<ClaimView> CLAIMS = new ClaimReader();
  private static final Decoder<PodView> PODS = new PodReader();

  private Views() {}

  public static SetView set(Json.Obj set) {
    return SETS.parse(set);
  }

  public static RevisionView revision(Json.Obj revision) {
    return read(REVISIONS, revision);
  }

  static RevisionView template(Json.Obj found) {
    return new RevisionView(
        MetaParser.parse(found.object("metadata")), 0, Revision.payload(found.object("template")));
  }

  public static ClassView storageClass(Json.Obj found) {
    return read(CLASSES, found);
  }

  public static JobView job(Json.Obj job) {
    return JobParser.parse(job);
  }

  public static NodeView node(Json.Obj node) {
    return read(NODES, node);
  }

  public static ClaimView claim(Json.Obj claim) {
    return read(CLAIMS, claim);
  }

  public static PodView pod(Json.Obj pod) {
    return read(PODS, pod);
  }

  private static <V extends View> V read(Decoder<V> decoder, Json.Obj object) {
    try {
      return decoder.read(JsonBytes.write(object));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
