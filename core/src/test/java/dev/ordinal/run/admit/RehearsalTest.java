package dev.ordinal.run.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Action;
import dev.ordinal.plan.Picture;
import dev.ordinal.run.ask.Outcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is refused before it is stored: all that the controller would call a mistake, and no more.
class RehearsalTest {
  private static final Outcome REFUSED = new Outcome.Checked(true, "no such policy");
  private static final Outcome ACCEPTED = new Outcome.Checked(false, "");

  /// The API server answers each dry run with this.
  private static Optional<String> refusal(Rehearsal rehearsal, Outcome answer) {
    for (var asked = rehearsal.next(); asked.isPresent(); asked = rehearsal.next()) {
      rehearsal.answered(asked.get(), answer);
    }
    return rehearsal.refusal();
  }

  private static Rehearsal rehearse(String old, String proposed, String pods) {
    var before = Picture.of(old, pods).claims("data-web-0:1Gi data-web-1:1Gi").snapshot();
    var after = Picture.of(proposed, pods).claims("data-web-0:1Gi data-web-1:1Gi").snapshot();
    return new Rehearsal(after, Optional.of(before.set()));
  }

  private static Rehearsal created(String proposed) {
    return new Rehearsal(Picture.of(proposed, "").snapshot(), Optional.empty());
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a template     | unchecked replicas=2           | web-0 waits: the API server, asked every 30 s, refuses the template: no such policy
          a mistake      | replicas=1 fault=partition     | nothing is changed: partition
          both           | unchecked replicas=1 fault=max | nothing is changed: max
          """)
  void newSetIsRefusedFor(String why, String proposed, String sentence) {
    assertThat(refusal(created(proposed), REFUSED)).contains(sentence);
  }

  @Test
  void newSetThatIsSoundIsAccepted() {
    assertThat(refusal(created("unchecked replicas=2"), ACCEPTED)).isEmpty();
  }

  /// It has no revision yet, as no set that is not stored has: the one it will get is checked.
  @Test
  void templateWithoutARevisionIsChecked() {
    var seen = Picture.of("unchecked replicas=1 template=v9 revisions=v1 current=v1", "0:v1:ready");
    var rehearsal = new Rehearsal(seen.snapshot(), Optional.empty());

    assertThat(rehearsal.next()).containsInstanceOf(Action.CheckTemplate.class);
    assertThat(refusal(rehearsal, REFUSED)).isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a refused template            | template=v1 replicas=2              | unchecked template=v2 replicas=2              | web-0 waits: the API server, asked every 30 s, refuses the template: no such policy
          a pod that starts hides none  | template=v1 replicas=3              | unchecked template=v2 replicas=3              | web-0 waits: the API server, asked every 30 s, refuses the template: no such policy
          claims that can grow          | replicas=2 grow claims=data:1Gi     | replicas=2 grow claims=data:2Gi               | -
          classes that are hidden       | replicas=2 grow hiddenClasses claims=data:1Gi | replicas=2 grow hiddenClasses claims=data:2Gi | -
          the same template again       | template=v2 replicas=2              | unchecked template=v2 replicas=1              | -
          an old mistake                | replicas=2 fault=partition          | replicas=1 fault=partition                    | -
          a further mistake             | replicas=2 fault=partition          | replicas=1 fault=max                          | nothing is changed: max
          a mistake that is mended      | replicas=2 fault=partition          | replicas=2                                    | -
          the first of two mended       | replicas=2 fault=partition,max      | replicas=2 fault=max                          | -
          one that hid a class          | replicas=2 fault=max grow claims=data:1Gi:slow | replicas=2 grow claims=data:1Gi:slow | -
          the end of a pause            | paused replicas=2 grow claims=data:1Gi:slow | replicas=2 grow claims=data:1Gi:slow | -
          a lower partition             | partition=2 replicas=2 grow claims=data:1Gi:slow | partition=1 replicas=2 grow claims=data:1Gi:slow | -
          fewer of too many replicas    | replicas=2147483647 start=9         | replicas=2147483646 start=9                   | -
          a new class                   | replicas=2 grow claims=data:1Gi | replicas=2 grow claims=data:1Gi:slow | claim data-web-0 of web-0 stays as it is: it has StorageClass fast, not slow
          """)
  void changeIsRefusedForWhatItBrings(String why, String old, String proposed, String sentence) {
    var more = " revisions=v1 current=v1";
    var found = refusal(rehearse(old + more, proposed + more, "0:v1:ready 1:v1:ready"), REFUSED);

    assertThat(found.orElse("-")).isEqualTo(sentence);
  }

  @Test
  void claimsThatCannotGrowAreRefused() {
    var pods = "0:v1:ready";
    var rules = "replicas=1 revisions=v1 current=v1 grow claims=data:";
    var claims = "data-web-0:1Gi:class=slow";
    var old = Picture.of(rules + "1Gi", pods).claims(claims).snapshot().set();
    var proposed = Picture.of(rules + "2Gi", pods).claims(claims).snapshot();

    assertThat(refusal(new Rehearsal(proposed, Optional.of(old)), ACCEPTED))
        .contains(
            "claim data-web-0 of web-0 cannot grow: StorageClass slow has no allowVolumeExpansion:"
                + " true");
    assertThat(refusal(new Rehearsal(proposed, Optional.of(proposed.set())), ACCEPTED)).isEmpty();
  }

  /// The pods that a larger set has more are held for the same mistake.
  @Test
  void setWithARefusedTemplateCanBeScaledUp() {
    var rules = "parallel refused replicas=";
    var old = Picture.of(rules + "2", "").snapshot().set();
    var proposed = Picture.of(rules + "3", "").snapshot();

    assertThat(refusal(new Rehearsal(proposed, Optional.of(old)), REFUSED)).isEmpty();
    assertThat(new Rehearsal(proposed, Optional.empty()).refusal()).isPresent();
  }

  /// The controller asks again, and reports what it finds.
  @Test
  void silenceIsNoRefusal() {
    var rehearsal = created("unchecked replicas=1");

    assertThat(refusal(rehearsal, new Outcome.Unreachable("timeout", true))).isEmpty();
  }
}
