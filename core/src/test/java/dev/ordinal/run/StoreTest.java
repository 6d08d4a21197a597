package dev.ordinal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.PodView;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreTest {
  private final List<String> heard = new ArrayList<>();
  private final Store<PodView> store = new Store<>(view -> heard.add(view.name()));

  @Test
  void olderNewsIsDropped() {
    store.changed(Views.pod("web-0", "a", 5));
    store.changed(Views.pod("web-0", "a", 4));

    assertThat(store.findByUid("a").orElseThrow().meta().version()).isEqualTo(5);
    assertThat(heard).containsExactly("web-0");
  }

  @Test
  void relistRemovesWhatIsGone() {
    store.changed(Views.pod("web-0", "a", 5));
    store.listed(List.of(Views.pod("web-1", "b", 6)), 7);

    assertThat(store.ownedBy("set")).extracting(PodView::name).containsExactly("web-1");
    assertThat(heard).containsExactly("web-0", "web-0", "web-1");
  }

  @Test
  void relistKeepsWhatWeWroteAfterIt() {
    store.listed(List.of(), 3);
    store.answered(Views.pod("web-0", "a", 9));
    store.listed(List.of(), 8);

    assertThat(store.findByUid("a")).isPresent();
  }

  @Test
  void ourDeleteIsNotUndoneByOldNews() {
    store.changed(Views.pod("web-0", "a", 5));
    store.bury("a");
    store.changed(Views.pod("web-0", "a", 6));
    store.listed(List.of(Views.pod("web-0", "a", 6)), 6);

    assertThat(store.find("shop", "web-0")).isEmpty();
  }

  /// The answer to a delete shows the pod once more, and the watch may have shown its end before.
  @Test
  void lateAnswerDoesNotBringBackWhatIsGone() {
    store.changed(Views.pod("web-0", "a", 5));
    store.deleted(Views.pod("web-0", "a", 7));
    store.answered(Views.pod("web-0", "a", 6));

    assertThat(store.find("shop", "web-0")).isEmpty();
  }

  /// A server that is itself behind lists a pod whose end has been seen, and then tells of it.
  @Test
  void listFromThePastBringsNothingBack() {
    store.changed(Views.pod("web-0", "a", 5));
    store.changed(Views.pod("web-0", "b", 9));
    store.deleted(Views.pod("web-0", "a", 8));
    store.listed(List.of(Views.pod("web-0", "a", 5)), 6);
    store.changed(Views.pod("web-0", "a", 7));

    assertThat(store.findByUid("a")).isEmpty();
    assertThat(store.find("shop", "web-0").orElseThrow().uid()).isEqualTo("b");
  }

  @Test
  void answerAheadOfTheWatchIsKept() {
    store.listed(List.of(), 5);
    store.answered(Views.pod("web-0", "a", 6));

    assertThat(store.find("shop", "web-0")).isPresent();
  }

  @Test
  void successorUnderTheSameNameIsAnotherPod() {
    store.changed(Views.pod("web-0", "a", 5));
    store.changed(Views.pod("web-0", "b", 7));
    store.deleted(Views.pod("web-0", "a", 8));

    assertThat(store.find("shop", "web-0").orElseThrow().uid()).isEqualTo("b");
    assertThat(store.ownedBy("set")).extracting(PodView::uid).containsExactly("b");
  }

  /// Asked for by name, the successor is known before the watch has told of its predecessor's end.
  @Test
  void predecessorsLateNewsDoesNotHideTheSuccessor() {
    store.changed(Views.pod("web-0", "a", 5));
    store.answered(Views.pod("web-0", "b", 9));
    store.changed(Views.pod("web-0", "a", 6));
    store.deleted(Views.pod("web-0", "a", 7));
    store.changed(Views.pod("web-0", "b", 8));

    assertThat(store.find("shop", "web-0").orElseThrow().uid()).isEqualTo("b");
    assertThat(store.ownedBy("set")).extracting(PodView::uid).containsExactly("b");
  }

  @Test
  void ownerIndexFollowsTheOwner() {
    store.changed(Views.pod("web-0", "a", 5));
    store.changed(Views.pod("web-0", "a", 6, "other"));

    assertThat(store.ownedBy("set")).isEmpty();
    assertThat(store.ownedBy("other")).hasSize(1);
  }

  @Test
  void numberedNamesAreFoundWithoutTheirNeighbours() {
    var version = 0;
    for (var name :
        List.of("data-web-0", "data-web-12", "data-web-x", "data-web2-0", "data-we-1")) {
      store.changed(Views.pod(name, name, ++version));
    }

    assertThat(store.numbered("shop", "data-web-"))
        .extracting(PodView::name)
        .containsExactly("data-web-0", "data-web-12");
  }
}
