package dev.ordinal.api;

import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetStatus.ClaimStatus;
import dev.ordinal.model.SetStatus.Condition;
import dev.ordinal.model.SetStatus.Counts;
import dev.ordinal.model.SetStatus.Waiting;

/// Reads a set's status, written by this controller or by Kruise.
final class StatusParser {
  private StatusParser() {}

  static SetStatus parse(Cursor at) {
    return new SetStatus(
        MetaParser.whole(at.at("observedGeneration").value()),
        counts(at),
        at.at("currentRevision").text(),
        at.at("updateRevision").text(),
        at.at("collisionCount").number(0, 0),
        at.at("labelSelector").text(),
        at.at("conditions").items().stream().map(StatusParser::condition).toList(),
        at.at("volumeClaims").items().stream().map(StatusParser::claim).toList(),
        at.at("holds").items().stream().map(StatusParser::hold).toList());
  }

  private static Counts counts(Cursor at) {
    return new Counts(
        at.at("replicas").number(0, 0),
        at.at("readyReplicas").number(0, 0),
        at.at("availableReplicas").number(0, 0),
        at.at("currentReplicas").number(0, 0),
        at.at("updatedReplicas").number(0, 0),
        at.at("updatedReadyReplicas").number(0, 0),
        at.at("updatedAvailableReplicas").number(0, 0));
  }

  private static Condition condition(Cursor at) {
    return new Condition(
        at.at("type").text(),
        at.at("status").text(),
        at.at("reason").text(),
        at.at("message").text(),
        MetaParser.time(at.at("lastTransitionTime").text()).orElse(Condition.NEVER));
  }

  private static Waiting hold(Cursor at) {
    return new Waiting(
        at.at("name").text(),
        at.at("reason").text(),
        at.at("message").text(),
        MetaParser.time(at.at("since").text()).orElse(Condition.NEVER));
  }

  private static ClaimStatus claim(Cursor at) {
    return new ClaimStatus(
        at.at("volumeClaimName").text(),
        at.at("compatibleReplicas").number(0, 0),
        at.at("compatibleReadyReplicas").number(0, 0));
  }
}
