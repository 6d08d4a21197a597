package dev.ordinal.run.admit;

import dev.ordinal.model.SetSpec;
import dev.ordinal.model.SetView;
import dev.ordinal.model.UpdateStrategy;
import dev.ordinal.model.UpdateStrategy.Rolling;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.HoldReason;
import java.util.List;
import java.util.stream.Stream;

/// Which holds are mistakes of a spec, and which mistakes are the same.
final class Mistakes {
  private static final String FAULT = "nothing is changed: ";

  private Mistakes() {}

  /// What only another spec can mend. StorageClasses that may not be read say nothing.
  static boolean isOne(Hold hold) {
    return switch (hold.reason()) {
      case HoldReason.ClaimCannotGrow(_, _, var isKnown) -> isKnown;
      case HoldReason.InvalidSpec _,
          HoldReason.TemplateRefused _,
          HoldReason.ClaimDiffers _,
          HoldReason.InPlaceImpossible _ ->
          true;
      case HoldReason.PodNotAvailable _,
          HoldReason.WaitsForPod _,
          HoldReason.ScaleDownHalted _,
          HoldReason.PodTerminating _,
          HoldReason.TerminationStuck _,
          HoldReason.NameTaken _,
          HoldReason.SelectorOverlap _,
          HoldReason.KruiseStillRuns _,
          HoldReason.ClaimTerminating _,
          HoldReason.StaleClaim _,
          HoldReason.ClaimGrowing _,
          HoldReason.ClaimUnbound _,
          HoldReason.ClaimOwnerRefused _,
          HoldReason.ClaimGoesWithPod _,
          HoldReason.RevisionMissing _,
          HoldReason.TemplateUnchecked _,
          HoldReason.BudgetSpent _,
          HoldReason.HookHolds _,
          HoldReason.GateMissing _,
          HoldReason.GracePeriod _,
          HoldReason.ResizeDeferred _,
          HoldReason.Paused _,
          HoldReason.BatchFull _,
          HoldReason.RequestFailed _,
          HoldReason.CreationsFail _,
          HoldReason.SlotTaken _,
          HoldReason.ImagePulling _,
          HoldReason.NodesUnread _,
          HoldReason.SetTerminating _ ->
          false;
    };
  }

  /// The mistake, whichever pod or claim shows it: with more replicas more of them do.
  static String kind(Hold hold) {
    var words =
        switch (hold.reason()) {
          case HoldReason.ClaimCannotGrow(var claim, var because, _) -> ofTemplate(claim, because);
          case HoldReason.ClaimDiffers(var claim, var how) -> ofTemplate(claim, how);
          case HoldReason.InPlaceImpossible(var because) -> because.replace(hold.target(), "");
          case HoldReason.TemplateRefused(var refusal) -> refusal;
          case HoldReason.InvalidSpec(var sentence) -> isFault(sentence) ? sentence : "";
          case HoldReason _ -> hold.sentence();
        };
    return hold.reasonName() + " " + words;
  }

  private static String ofTemplate(String claim, String words) {
    return claim.replaceFirst("\\d+$", "") + " " + words.replace(claim, "");
  }

  /// What is no fault tells how many of the replicas are possible, in numbers that change.
  private static boolean isFault(String sentence) {
    return sentence.startsWith(FAULT);
  }

  /// The stored set, and what it would be with nothing in the way of its mistakes: a plan tells the
  /// first fault alone, and nothing of pods that no update reaches.
  static Stream<SetView> revealed(SetView stored) {
    var faults = stored.faults().stream().map(fault -> with(stored, stored.spec(), fault));
    var others = Stream.of(stored.spec(), open(stored.spec())).map(spec -> with(stored, spec));
    return Stream.concat(faults, others);
  }

  private static SetView with(SetView set, SetSpec spec, String... faults) {
    return new SetView(set.meta(), spec, set.status(), List.of(faults), set.kruiseWrote());
  }

  /// Updates reach every pod.
  private static SetSpec open(SetSpec spec) {
    return new SetSpec(
        spec.replicas(),
        spec.start(),
        spec.reserved(),
        spec.selector(),
        spec.template(),
        spec.claimTemplates(),
        spec.serviceName(),
        spec.podManagement(),
        open(spec.update()),
        spec.historyLimit(),
        spec.minReady(),
        spec.retention(),
        spec.lifecycle(),
        spec.scaleMaxUnavailable(),
        spec.claimUpdate(),
        spec.progressDeadline(),
        spec.gates());
  }

  private static UpdateStrategy open(UpdateStrategy update) {
    return update instanceof Rolling rolling
        ? new Rolling(
            0,
            rolling.maxUnavailable(),
            rolling.podUpdate(),
            false,
            rolling.unordered(),
            rolling.inPlace())
        : update;
  }
}
