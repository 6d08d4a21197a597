package dev.ordinal.plan.inplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.InPlaceState;
import dev.ordinal.model.InPlaceState.Identity;
import dev.ordinal.model.InPlaceState.Scope;
import dev.ordinal.model.InPlaceState.Work;
import dev.ordinal.model.PodView;
import dev.ordinal.model.PodView.Condition;
import dev.ordinal.plan.Picture;
import dev.ordinal.plan.PodCopy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// When the container `main`, which ran image `old`, has been renewed. The runtime may report any
/// name for an image, so that the container itself is looked at.
class CompletionTest {
  private static InPlaceState after(Identity last, Scope scope) {
    return new InPlaceState(
        "v2",
        Picture.NOW,
        new TreeMap<>(Map.of("main", last)),
        scope,
        Work.NONE,
        List.of("main"),
        List.of(),
        Optional.empty());
  }

  private static InPlaceState after(Identity last) {
    return after(last, new Scope(true, false, false));
  }

  private static PodCopy pod(String containers) {
    return PodCopy.of("0:v2:unready").containers(containers);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          runs as before                  | main:ready:image=old:id=c1   | false
          another image                   | main:ready:image=new:id=c2   | true
          another image, not ready        | main:image=new:id=c2         | false
          another container of that image | main:ready:image=old:id=c2   | true
          restarted, and not ready yet    | main:image=old:id=c2         | false
          no container is reported yet    | main:ready:image=old         | false
          no image is reported yet        | main:ready:id=c1             | false
          nor is either                   | main:ready                   | false
          another one waits               | main:ready:image=new:id=c2 side | true
          """)
  void containerIsRenewedWhenAnotherOneRuns(String why, String containers, boolean expected) {
    var pod = pod(containers).pod();
    var state = after(new Identity("old", "c1"));

    assertThat(Completion.hasArrived(pod, state)).isEqualTo(expected);
    assertThat(Completion.awaited(pod, state).isEmpty()).isEqualTo(expected);
  }

  /// OpenKruise keeps the image alone: where it stays the same, its name tells.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          has the name that is asked for  | main:ready:image=old:id=c1         | true
          has another name                | main:ready:image=old:id=c1:renamed | false
          another image by another name   | main:ready:image=new:id=c1:renamed | true
          has the name, and is not ready  | main:image=old:id=c1               | false
          """)
  void containerThatKruiseUpdatedIsKnownByItsImage(
      String why, String containers, boolean expected) {
    var state = after(new Identity("old", ""));

    assertThat(Completion.hasArrived(pod(containers).pod(), state)).isEqualTo(expected);
  }

  /// The gate is closed before a container changes, and opened on proof alone.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the gate is open             | InPlaceUpdateReady | InPlaceUpdateReady=True  | true
          the gate is closed           | InPlaceUpdateReady | InPlaceUpdateReady=False | false
          another gate is open         | InPlaceUpdateReady | Other=True               | false
          a condition without its gate | Other              | InPlaceUpdateReady=True  | false
          """)
  void openGateIsProof(String why, String gate, String condition, boolean expected) {
    var part = condition.split("=");
    var isTrue = Boolean.parseBoolean(part[1]);
    var pod =
        pod("main:ready:image=old:id=c1")
            .gates(List.of(gate))
            .condition(new Condition(part[0], isTrue, "", Optional.empty()))
            .inPlace(after(new Identity("old", "c1")))
            .pod();

    assertThat(Completion.isComplete(pod)).isEqualTo(expected);
    assertThat(Completion.isRestarted(pod)).isEqualTo(expected);
  }

  /// Resources that the node has yet to give keep no pod from serving.
  @Test
  void podThatWaitsForResourcesAloneIsRestartedAndNotComplete() {
    var state = after(new Identity("old", "c1"), new Scope(false, true, false));
    var pod = pod("main:ready:image=new:id=c2:resizing").inPlace(state).pod();

    assertThat(Completion.isRestarted(pod)).isTrue();
    assertThat(Completion.isComplete(pod)).isFalse();
  }

  @Test
  void podThatWasNeverUpdatedInPlaceIsComplete() {
    var pod = pod("main").pod();

    assertThat(Completion.isComplete(pod)).isTrue();
    assertThat(Completion.isRestarted(pod)).isTrue();
  }

  /// Only the batch before has to be ready: containers of later batches may be what is unwell.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          it is ready                 | main:ready side:ready | true
          another one is not          | main:ready side       | true
          it is not, and another one is | main side:ready     | false
          """)
  void nextBatchWaitsForTheOneBeforeIt(String why, String containers, boolean expected) {
    PodView pod = pod(containers).pod();

    assertThat(Completion.isReadyForNext(pod, after(new Identity("old", "c1"))))
        .isEqualTo(expected);
  }
}
