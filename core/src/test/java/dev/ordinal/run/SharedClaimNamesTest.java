package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.ClaimView;
import dev.ordinal.model.SetKey;
import dev.ordinal.model.SetStatus;
import dev.ordinal.model.SetView;
import dev.ordinal.plan.Picture;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The claims `data-a` of the set `b` and `data` of the set `a-b` have the same names.
class SharedClaimNamesTest {
  private static final SetView B = set("b", "data-a");
  private static final SetView A_B = set("a-b", "data");
  private final TreeSet<String> woken = new TreeSet<>();
  private final ObjectIndex index = new ObjectIndex(key -> woken.add(key.name()));

  private static SetView set(String name, String claim) {
    var drawn = Picture.of("replicas=1 claims=" + claim, "").snapshot().set();
    var meta = Views.meta(name, "uid-" + name, 1, List.of());
    return new SetView(meta, drawn.spec(), SetStatus.NONE, List.of());
  }

  @BeforeEach
  void list() {
    index.sets.listed(List.of(B, A_B), 1);
    index.claims.listed(List.of(), 1);
  }

  private void change(long version) {
    woken.clear();
    var meta = Views.meta("data-a-b-0", "claim", version, List.of());
    index.claims.changed(
        new ClaimView(meta, "Bound", Optional.empty(), List.of(), "", "", List.of()));
  }

  @Test
  void bothSetsAreWoken() {
    change(2);

    assertThat(woken).containsExactly("a-b", "b");
  }

  @Test
  void setThatIsLeftIsWokenStill() {
    index.sets.deleted(B);
    change(2);
    assertThat(woken).containsExactly("a-b");

    index.sets.deleted(A_B);
    change(3);
    assertThat(woken).isEmpty();
    assertThat(index.find(new SetKey("shop", "a-b"))).isEmpty();
  }
}
