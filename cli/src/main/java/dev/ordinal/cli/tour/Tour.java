package dev.ordinal.cli.tour;

import dev.ordinal.model.Json;

/// The story that `ordinal up --demo` tells.
public final class Tour {
  private final Narrator teller;
  private final TourSteps stage;

  private Tour(Narrator teller, TourSteps stage) {
    this.teller = teller;
    this.stage = stage;
  }

  /// Tells it on a cluster that can be reached at `server`; ends early when the teller is stopped.
  public static void tell(String server, Narrator teller) {
    try (var guest = new TourClient(server)) {
      var tour = new Tour(teller, new TourSteps(guest, teller));
      teller.breathe(0);
      teller.show("A tour of about a minute. Ctrl-C ends it, and the cluster.");
      tour.deploy();
      tour.scale();
      tour.canary();
      tour.inPlace();
      tour.mishap();
    } catch (TourClient.Refused e) {
      teller.show("The tour ends here: " + e.getMessage());
    } catch (TourClient.Stopped _) {
      // Nobody listens any more.
    }
  }

  private void deploy() {
    teller.chapter(
        "1. Deploy",
        "An ordinary StatefulSet with another apiVersion: three pods, one after the other, a disk"
            + " for each.");
    stage.create();
    stage.watchUntil(Tour::isReady);
    stage.showSet();
  }

  private void scale() {
    teller.chapter("2. Scale", "Two more, again in order.");
    stage.scale(5);
    stage.watchUntil(Tour::isReady);
  }

  private void canary() {
    teller.chapter(
        "3. Canary",
        "A partition of 4 keeps the four lowest pods as they are, so that one pod tries the new"
            + " image.");
    stage.merge("{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":4}}}}");
    stage.image("registry.example/tour:2");
    stage.watchUntil(set -> isReady(set) && updated(set) == 1);
    stage.showImages();
    teller.chapter("It works, so the others follow, the highest first.");
    stage.merge("{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"partition\":0}}}}");
    stage.watchUntil(set -> isReady(set) && updated(set) == 5);
  }

  private void inPlace() {
    teller.chapter(
        "4. Update in place",
        "Now the pods stay where they are, with address and disk: only their containers start"
            + " again.");
    stage.merge(
        "{\"spec\":{\"updateStrategy\":{\"rollingUpdate\":{\"podUpdatePolicy\":\"InPlaceIfPossible\"}}}}");
    stage.image("registry.example/tour:3");
    stage.watchUntil(set -> isReady(set) && updated(set) == 5);
    stage.showPods();
  }

  private void mishap() {
    teller.chapter(
        "5. A bad image",
        "There is no image of this name. The update stops at the first pod, and the set says why.");
    stage.image("registry.example/tour:missing");
    stage.watchUntil(set -> message(set).contains("is broken"));
    stage.showSet();
    stage.showWhy();
    teller.chapter("A good image, and it goes on by itself. There is nothing to delete by hand.");
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
