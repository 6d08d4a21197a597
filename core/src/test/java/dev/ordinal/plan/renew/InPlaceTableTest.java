package dev.ordinal.plan.renew;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import dev.ordinal.model.json.Json;
import dev.ordinal.plan.Hold;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.Snapshot;
import dev.ordinal.plan.Snapshot.Failure;
import dev.ordinal.plan.body.Revision;
import dev.ordinal.plan.inplace.TemplateDiff;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import dev.ordinal.plan.renew.InPlaceTable.Guard;
import dev.ordinal.plan.renew.InPlaceTable.Row;
import dev.ordinal.plan.renew.InPlaceTable.State;
import dev.ordinal.plan.renew.InPlaceTable.Step;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every row is visited by a picture: each line has the rules, the pod, its row, and what the plan
/// does and holds. `image`, `size` (with a restart) and `live` (without one) tell what has changed;
/// with `quota` the pod's last resize has failed for a quota that is full, with `stuck` its last
/// patch, for the sixth time.
class InPlaceTableTest {
  private static final Map<String, String> CHANGES =
      Map.of(
          "image", "template=v2 revisions=v1,v2 current=v1",
          "size", "template=v1@2! revisions=v1@1!,v1@2! current=v1@1!",
          "live", "template=v1@2 revisions=v1@1,v1@2 current=v1@1");

  private static final String VISITS =
      """
      unknown revision               | inPlaceOnly image                       | v0:ready             | DUE IMPOSSIBLE_AND_IN_PLACE_ONLY            | -                                          | InPlaceImpossible
      unknown, replaceable           | inPlace image                           | v0:ready             | DUE IMPOSSIBLE                              | delete web-0 UPDATE                        | -
      policy that replaces           | image                                   | v1:ready             | DUE IMPOSSIBLE                              | delete web-0 UPDATE                        | -
      refused, to be asked again     | inPlaceOnly size noResize=web-0:due     | v1@1!:ready          | DUE TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY     | check resize web-0                         | InPlaceImpossible
      refused                        | inPlaceOnly size noResize=web-0         | v1@1!:ready          | DUE REFUSED_AND_IN_PLACE_ONLY               | -                                          | InPlaceImpossible
      refused, replaceable           | inPlace size noResize=web-0:due         | v1@1!:ready          | DUE REFUSED                                 | delete web-0 UPDATE                        | -
      quota full, out of service     | inPlace size parallel quota             | v1@1!:closed         | DUE QUOTA_FULL                              | patch web-0 OPEN_GATE                      | PodNotAvailable, RequestFailed
      quota full, in service         | inPlace size quota                      | v1@1!:ready          | DUE RESTARTS                                | -                                          | RequestFailed
      write fails, out of service    | inPlace image parallel stuck            | v1:closed            | DUE WRITE_FAILS                             | patch web-0 OPEN_GATE                      | PodNotAvailable, RequestFailed
      write fails, in service        | inPlace image stuck                     | v1:ready             | DUE RESTARTS                                | -                                          | RequestFailed
      image and grace period         | inPlace image grace=10                  | v1:ready             | DUE RESTARTS_AFTER_GRACE                    | patch web-0 CLOSE_GATE, patch web-0 BEGIN  | -
      image                          | inPlace image                           | v1:ready             | DUE RESTARTS                                | patch web-0 CLOSE_GATE, patch web-0 UPDATE | -
      image, overtaken in its grace  | inPlace image parallel grace=10         | v1:grace             | DUE RESTARTS_AFTER_GRACE                    | patch web-0 BEGIN                          | PodNotAvailable
      size, no restart, no grace     | inPlace live grace=10                   | v1@1:ready           | DUE ALWAYS                                  | resize web-0, patch web-0 UPDATE           | -
      recorded, to be asked again    | inPlaceOnly size noResize=web-0:due     | v1@2!:graced         | GRACE TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY   | check resize web-0, patch web-0 OPEN_GATE  | PodNotAvailable, InPlaceImpossible
      recorded, refused              | inPlaceOnly size noResize=web-0         | v1@2!:graced         | GRACE REFUSED_AND_IN_PLACE_ONLY             | patch web-0 OPEN_GATE                      | PodNotAvailable, InPlaceImpossible
      recorded, refused, in service  | inPlaceOnly size noResize=web-0         | v1@2!:reopened       | GRACE REFUSED_AND_IN_PLACE_ONLY             | -                                          | PodNotAvailable, InPlaceImpossible
      recorded, refused, replaceable | inPlace size noResize=web-0 partition=1 | v1@2!:graced         | GRACE REFUSED                               | -                                          | PodNotAvailable
      recorded for another revision  | inPlace image                           | v2:regraced          | GRACE FOR_ANOTHER_REVISION                  | patch web-0 UPDATE                         | PodNotAvailable
      grace period not over          | inPlace image                           | v2:grace             | GRACE IN_GRACE                              | -                                          | PodNotAvailable, GracePeriod
      grace period, traffic is back  | inPlace image                           | v2:reopened          | GRACE GATE_OPEN                             | patch web-0 CLOSE_GATE, patch web-0 BEGIN  | PodNotAvailable
      grace period over, quota full  | inPlace size quota                      | v1@2!:graced         | GRACE QUOTA_FULL                            | patch web-0 OPEN_GATE                      | PodNotAvailable, RequestFailed
      grace period over, write fails | inPlace image stuck                     | v2:graced            | GRACE WRITE_FAILS                           | patch web-0 OPEN_GATE                      | PodNotAvailable, RequestFailed
      write fails, traffic is back   | inPlace image stuck                     | v2:reopened          | GRACE GATE_OPEN                             | -                                          | PodNotAvailable, RequestFailed
      grace period over              | inPlace image                           | v2:graced            | GRACE ALWAYS                                | patch web-0 UPDATE                         | PodNotAvailable
      refused, nothing replaces it   | onDelete size noResize=web-0            | v1@2!:graced         | GRACE ALWAYS                                | resize web-0, patch web-0 UPDATE           | PodNotAvailable
      half-way, to be asked again    | inPlaceOnly size noResize=web-0:due     | v1@2!:halfway        | WRITTEN TO_BE_ASKED_AGAIN_AND_IN_PLACE_ONLY | check resize web-0, patch web-0 OPEN_GATE  | PodNotAvailable, InPlaceImpossible
      half-way, refused              | inPlaceOnly size noResize=web-0         | v1@2!:halfway        | WRITTEN REFUSED_AND_IN_PLACE_ONLY           | patch web-0 OPEN_GATE                      | PodNotAvailable, InPlaceImpossible
      half-way, refused, on its way  | inPlaceOnly size noResize=web-0         | v1@2!:halfwayUnready | WRITTEN REFUSED_AND_IN_PLACE_ONLY           | -                                          | PodNotAvailable, InPlaceImpossible
      half-way, refused, replaceable | inPlace size noResize=web-0 partition=1 | v1@2!:halfway        | WRITTEN REFUSED                             | -                                          | PodNotAvailable
      renewed                        | inPlace image                           | v2:renewed           | WRITTEN COMPLETE                            | patch web-0 OPEN_GATE                      | PodNotAvailable
      first batch ready              | inPlace image                           | v2:halfway           | WRITTEN NEXT_BATCH_DUE                      | patch web-0 UPDATE                         | PodNotAvailable
      first batch resized, not ready | inPlace image                           | v2:resizedUnready    | WRITTEN ARRIVED                             | -                                          | PodNotAvailable
      first batch not renewed        | inPlace image                           | v2:halfwayUnready    | WRITTEN ALWAYS                              | -                                          | PodNotAvailable
      no room ever                   | inPlaceOnly live                        | v1@2:infeasible      | WRITTEN INFEASIBLE_AND_IN_PLACE_ONLY        | -                                          | PodNotAvailable, InPlaceImpossible
      no room ever, replaceable      | inPlace live partition=1                | v1@2:infeasible      | WRITTEN RESIZE_PENDING                      | -                                          | PodNotAvailable, ResizeDeferred
      no room now                    | inPlace live                            | v1@2:deferred        | WRITTEN RESIZE_PENDING                      | -                                          | PodNotAvailable, ResizeDeferred
      resize under way               | inPlace live                            | v1@2:resizing        | WRITTEN ALWAYS                              | -                                          | PodNotAvailable
      container not renewed          | inPlace image                           | v2:renewing          | WRITTEN ALWAYS                              | -                                          | PodNotAvailable
      """;

  static Stream<String[]> visits() {
    return VISITS
        .lines()
        .map(line -> Stream.of(line.split("\\|")).map(String::strip).toArray(String[]::new));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("visits")
  void eachPodHasItsRow(String why, String rules, String pod, String expected) {
    var row = row(picture(rules, pod));

    assertThat(row.from() + " " + row.guard()).isEqualTo(expected);
  }

  static Stream<Named<String[]>> lines() {
    return visits().map(line -> Named.of(line[0], line));
  }

  @ParameterizedTest
  @MethodSource("lines")
  void planDoesWhatTheRowSays(String[] line) {
    var picture = picture(line[1], line[2]);
    var told = picture.plan().holds().stream().map(Hold::reasonName).toList();
    var own = row(picture).hold().reason();

    assertThat(picture.actions()).isEqualTo(line[4]);
    assertThat(told.isEmpty() ? "-" : String.join(", ", told)).isEqualTo(line[5]);
    assertThat(told).containsAll(own.isEmpty() ? List.of() : List.of(own));
  }

  @Test
  void everyRowIsVisited() {
    var visited = visits().map(line -> row(picture(line[1], line[2]))).toList();

    assertThat(visited).containsAll(InPlaceTable.ROWS);
  }

  /// The grace period of the pod ends in five seconds.
  @Test
  void graceEndsAtItsMomentAndNotBefore() {
    var seen = picture("inPlace image", "v2:grace").snapshot();
    var pod = seen.pods().getFirst();
    var early = at(Observation.of(seen, pod, Optional.empty(), List.of()), 4_999);
    var late = at(Observation.of(seen, pod, Optional.empty(), List.of()), 5_000);

    assertThat(InPlaceTable.find(early).guard()).isEqualTo(Guard.IN_GRACE);
    assertThat(InPlaceTable.find(late).guard()).isEqualTo(Guard.ALWAYS);
  }

  private static Observation at(Observation seen, long millis) {
    return new Observation(
        seen.pod(),
        seen.rolling(),
        seen.difference(),
        seen.refusal(),
        seen.failures(),
        seen.now().plusMillis(millis));
  }

  @Test
  void lastRowOfEachStateFitsAlways() {
    for (var state : List.of(State.DUE, State.GRACE, State.WRITTEN)) {
      var rows = InPlaceTable.ROWS.stream().filter(row -> row.from() == state).toList();

      assertThat(rows.getLast().guard()).isEqualTo(Guard.ALWAYS);
      assertThat(rows).extracting(Row::guard).doesNotHaveDuplicates();
    }
  }

  /// A pod that may only change in place is never replaced, and always told of.
  @Test
  void inPlaceOnlyHoldsAndNeverReplaces() {
    assertThat(InPlaceTable.ROWS)
        .filteredOn(row -> row.guard().name().endsWith("IN_PLACE_ONLY"))
        .hasSize(8)
        .allMatch(row -> row.from() == row.to() && row.step() != Step.REPLACE)
        .allMatch(row -> row.hold().reason().equals("InPlaceImpossible"));
  }

  private static Picture picture(String rules, String pod) {
    var words =
        Stream.of(rules.split(" "))
            .map(word -> CHANGES.getOrDefault(word, word))
            .collect(Collectors.joining(" "));
    var picture = Picture.of("replicas=1 " + words, "0:" + pod);
    var message = "pods \"web-0\" is forbidden: exceeded quota: small, requested: cpu=2";
    var retryAt = Picture.NOW.plusSeconds(10);
    if (rules.contains("stuck")) {
      return picture.failed(new Failure("Update", "web-0", "no right to patch", retryAt));
    }
    return rules.contains("quota")
        ? picture.failed(new Failure("Resize", "web-0", message, retryAt))
        : picture;
  }

  /// The rollout has come to a pod that is not of the newest revision.
  private static Row row(Picture picture) {
    var seen = picture.snapshot();
    var pod = seen.pods().getFirst();
    var newest = seen.revisions().getLast();
    var difference =
        pod.revision().equals(newest.name())
            ? Optional.<Result>empty()
            : Optional.of(difference(seen, pod, Revision.template(newest)));
    return InPlaceTable.find(Observation.of(seen, pod, difference, seen.findings().failures()));
  }

  private static Result difference(Snapshot seen, PodView pod, Json.Obj newest) {
    return seen.revisions().stream()
        .filter(old -> old.name().equals(pod.revision()) && pod.hasGate("InPlaceUpdateReady"))
        .findFirst()
        .map(old -> TemplateDiff.between(Revision.template(old), newest))
        .orElseGet(() -> new Result.Impossible("another policy, or an unknown revision"));
  }
}
