package dev.ordinal.plan.volume;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.ClassView;
import dev.ordinal.model.number.Quantity;
import java.util.List;
import java.util.Optional;

/// One claim, if it is there, against what its template asks for by now. `classes` is empty where
/// we may not read them.
public record ClaimComparison(
    WantedClaim wanted, String name, Optional<ClaimView> claim, Optional<List<ClassView>> classes) {

  boolean isAbsent() {
    return claim.isEmpty();
  }

  boolean isTerminating() {
    return claim.filter(found -> found.meta().isTerminating()).isPresent();
  }

  boolean isBound() {
    return claim.filter(found -> found.phase().equals("Bound")).isPresent();
  }

  /// Still without a volume.
  public boolean isPending() {
    return claim.filter(found -> found.phase().equals("Pending")).isPresent();
  }

  boolean isUnreadable() {
    return wanted.isUnreadable();
  }

  /// An empty name asks for no class, which is a request like any other; an absent one is none.
  boolean hasOtherClass() {
    var actual = claim.flatMap(ClaimView::storageClass);
    var asked = wanted.storageClass();
    return actual.isPresent() && asked.isPresent() && !actual.equals(asked);
  }

  boolean hasOtherModes() {
    return claim.filter(found -> !found.accessModes().equals(wanted.accessModes())).isPresent();
  }

  /// Whether the claim asks for no less than its template.
  boolean asksEnough() {
    return claim.filter(found -> covers(found.requested(), wanted.size())).isPresent();
  }

  /// Whether the volume has what the template asks for; what someone asked for beyond that is not
  /// waited for.
  boolean hasEnough() {
    return claim.filter(found -> covers(found.capacity(), wanted.size())).isPresent();
  }

  boolean isFileSystemPending() {
    return claim.filter(found -> found.has("FileSystemResizePending")).isPresent();
  }

  boolean hasNoClass() {
    return storageClass().isEmpty();
  }

  boolean areClassesHidden() {
    return classes.isEmpty();
  }

  boolean isClassMissing() {
    return findClass().isEmpty();
  }

  boolean isClassRigid() {
    return findClass().filter(ClassView::allowsExpansion).isEmpty();
  }

  /// The class of the claim, by name; empty for none.
  public String storageClass() {
    return claim.flatMap(ClaimView::storageClass).orElse("");
  }

  private Optional<ClassView> findClass() {
    return classes.orElse(List.of()).stream()
        .filter(each -> each.name().equals(storageClass()))
        .findFirst();
  }

  /// Kruise's `compatible`: nothing of the claim is other or less than the template asks for.
  boolean isCompatible() {
    return !isAbsent() && !isTerminating() && !hasOtherClass() && !hasOtherModes() && asksEnough();
  }

  /// Kruise's `ready`: the volume has all that the claim asks for.
  boolean isReady() {
    return claim.filter(found -> covers(found.capacity(), found.requested())).isPresent();
  }

  /// A volume that is not there yet has nothing; what is no amount asks for nothing.
  private static boolean covers(String actual, String asked) {
    return actual.equals(asked) || !Quantity.isLess(actual.isEmpty() ? "0" : actual, asked);
  }
}
