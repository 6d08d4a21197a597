package dev.ordinal.cli.tour;

import dev.ordinal.model.json.Json;

/// The tour of `ordinal up --demo`.
public final class Tour {
  private final Narrator narrator;
  private final TourSteps stage;

  private Tour(Narrator narrator, TourSteps stage) {
    this.narrator = narrator;
    this.stage = stage;
  }

  /// Runs on the cluster at `server`; ends early when the narrator is stopped.
  public static void tell(String server, Narrator narrator) {
    try (var client = new TourClient(server)) {
      var tour = new Tour(narrator, new TourSteps(client, narrator));
      narrator.pause(0);
      narrator.show("A tour of about a minute. Ctrl-C ends it, and the cluster.");
      tour.deploy();
      tour.scale();
      tour.canary();
      tour.inPlace();
      tour.breakImage();
    } catch (TourClient.Refused e) {
      narrator.show("The tour ends here: " + e.getMessage());
    } catch (TourClient.Stopped _) {
      // The user has ended the tour.
    }
  }

  private void deploy() {
    narrator.chapter(
        "1. Deploy",
        "An ordinary StatefulSet with another apiVersion: three pods, one after the other, a disk"
            + " for each.");
    stage.create();
    stage.watchUntil(Tour::isReady);
    stage.showSet();
  }

  private void scale() {
    narrator.chapter("2. Scale", "Two more pods, again in order.");
    stage.scale(5);
    stage.watchUntil(Tour::isReady);
  }

  private void canary() {
    narrator.chapter(
        "3. Canary",
        "A partition of 4 keeps the four lowest pods as they are, so that one pod tries the new"
            + " image.");
    stage.merge("{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":4}}}}");
    stage.image("registry.example/tour:2");
    stage.watchUntil(set -> isReady(set) && updated(set) == 1);
    stage.showImages();
    narrator.chapter("It works, so the others follow, the highest first.");
    stage.merge("{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":0}}}}");
    stage.watchUntil(set -> isReady(set) && updated(set) == 5);
  }

  private void inPlace() {
    narrator.chapter(
        "4. Update in place",
        "Now the pods stay where they are, with address and disk: only their containers start"
            + " again.");
    stage.merge(
        "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"podUpdatePolicy\":\"InPlaceIfPossible\"}}}}");
    stage.image("registry.example/tour:3");
    stage.watchUntil(set -> isReady(set) && updated(set) == 5);
    stage.showPods();
  }

  private void breakImage() {
    narrator.chapter(
        "5. A bad image",
        "There is no image of this name. The update stops at the first pod, and the status says"
            + " why.");
    stage.image("registry.example/tour:missing");
    stage.watchUntil(set -> message(set).contains("is broken"));
    stage.showSet();
    stage.showWhy();
    narrator.chapter("With a good image the update continues. There is nothing to delete by hand.");
    stage.image("registry.example/tour:4");
    stage.watchUntil(set -> isReady(set) && updated(set) == 5);
    stage.showSet();
  }

  private static boolean isReady(Json.Obj set) {
    var isSeen =
        set.object("status")
            .find("observedGeneration")
            .equals(set.object("metadata").find("generation"));
    return isSeen
        && TourSteps.find(set, "Ready")
            .filter(ready -> ready.text("status").equals("True"))
            .isPresent()
        && set.object("status")
            .find("availableReplicas")
            .equals(set.object("spec").find("replicas"));
  }

  private static long updated(Json.Obj set) {
    return set.object("status").members().get("updatedReplicas") instanceof Json.Num(var digits)
        ? Long.parseLong(digits)
        : 0;
  }

  private static String message(Json.Obj set) {
    return TourSteps.find(set, "Ready").map(ready -> ready.text("message")).orElse("");
  }
}
