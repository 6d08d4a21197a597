package dev.ordinal.sim.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.model.json.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Pages of a list belong to one moment.
class ListingTest {
  private final TestServer shop = new TestServer();

  @BeforeEach
  void fiveSecrets() {
    for (var name : new String[] {"a", "b", "c", "d", "e"}) {
      shop.post("secrets", "metadata: {name: %s}".formatted(name));
    }
  }

  @Test
  void laterPagesDoNotSeeWhatHappenedSinceTheFirst() {
    var first = shop.get("secrets?limit=2").body();
    shop.delete("secrets/d", "");
    shop.post("secrets", "metadata: {name: cc}");

    var more = first.object("metadata").text("continue");
    assertThat(first.object("metadata").find("remainingItemCount")).contains(Json.of(3));
    assertThat(shop.names("secrets?limit=9&continue=" + more)).containsExactly("c", "d", "e");
    assertThat(shop.names("secrets")).containsExactly("a", "b", "c", "cc", "e");
  }

  @Test
  void forgottenPageIsGone() {
    var more = shop.get("secrets?limit=2").body().object("metadata").text("continue");
    shop.delete("secrets/e", "");
    shop.server().store().compact(shop.server().store().version());

    assertThat(shop.get("secrets?continue=" + more).code()).isEqualTo(410);
  }

  @Test
  void lastPageHasNoContinuation() {
    var page = shop.get("secrets?limit=5").body().object("metadata");

    assertThat(page.find("continue")).isEmpty();
    assertThat(shop.get("secrets?limit=many").code()).isEqualTo(400);
  }

  @Test
  void namespacesAreListedInTheOrderOfTheStore() {
    shop.post("/api/v1/namespaces", "metadata: {name: shop-annex}");
    shop.settle();

    assertThat(shop.names("/api/v1/serviceaccounts")).containsExactly("default", "default");
    assertThat(shop.get("/api/v1/serviceaccounts").body().items("items"))
        .extracting(item -> ((Json.Obj) item).object("metadata").text("namespace"))
        .containsExactly("shop-annex", "shop");
  }
}
