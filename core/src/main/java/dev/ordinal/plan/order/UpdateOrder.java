package dev.ordinal.plan.order;

import dev.ordinal.model.PodView;
import dev.ordinal.model.UpdateStrategy.Priority;
import dev.ordinal.model.UpdateStrategy.Weight;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Which of two pods is updated first when ordinals do not decide: the one with the greater weight,
/// or the one whose label ends in the greater number. Pods without any of the labels come first, as
/// in Kruise. Where this leaves a tie, the order they come in stays.
public final class UpdateOrder {
  /// Longer numbers count by their last digits; they have no sensible use.
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}$");

  private UpdateOrder() {}

  public static Comparator<PodView> of(Priority priority) {
    return Comparator.<PodView>comparingInt(pod -> level(pod, priority.orderedKeys()))
        .thenComparing(
            Comparator.<PodView>comparingLong(pod -> number(pod, priority.orderedKeys()))
                .reversed())
        .thenComparing(
            Comparator.<PodView>comparingLong(pod -> weight(pod, priority.weights())).reversed());
  }

  private static long weight(PodView pod, List<Weight> weights) {
    return weights.stream()
        .filter(weight -> weight.selector().matches(pod.meta().labels()))
        .mapToLong(Weight::weight)
        .sum();
  }

  /// The first of the keys that the pod has; -1 for none.
  private static int level(PodView pod, List<String> keys) {
    for (var i = 0; i < keys.size(); i++) {
      if (pod.meta().labels().containsKey(keys.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static long number(PodView pod, List<String> keys) {
    var level = level(pod, keys);
    if (level < 0) {
      return 0;
    }
    var digits = NUMBER.matcher(pod.meta().label(keys.get(level)));
    return digits.find() ? Long.parseLong(digits.group()) : 0;
  }
}
