package dev.ordinal.kube.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.kube.http.Api;
import dev.ordinal.run.lead.ElectionSettings;
import dev.ordinal.run.lead.LeaderElection;
import dev.ordinal.run.lead.LeaderElection.Moment;
import dev.ordinal.run.lead.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FencedApiTest {
  private static final Api.Request WRITE = Api.Request.post("/pods", "{}");

  private final LeaderElection election = new LeaderElection("a", ElectionSettings.defaults());
  private final List<String> seen = new ArrayList<>();
  private long second;
  private Runnable duringSend = () -> {};

  private final Leadership leadership = new Leadership(election, this::now);
  private final FencedApi fence = new FencedApi(new Server(), leadership, new Counter());

  private final class Server implements Api {
    @Override
    public Response send(Request request) {
      seen.add("sent " + request);
      duringSend.run();
      return new Response(200, new byte[0], Optional.empty());
    }

    @Override
    public Stream open(Request request, Duration idleTimeout) {
      throw new AssertionError("not opened here");
    }

    @Override
    public Peer peer() {
      return new Peer("server", "none");
    }
  }

  private final class Counter implements FencedApi.Count {
    @Override
    public void refused() {
      seen.add("refused");
    }

    @Override
    public void overrun(Api.Request request) {
      seen.add("overrun " + request);
    }
  }

  private Moment now() {
    return new Moment(
        Duration.ofSeconds(second), Instant.parse("2026-01-01T00:00:00Z").plusSeconds(second));
  }

  private void lead() {
    election.wrote(new Lease("a", Duration.ofSeconds(15), "", 0, "1"), now(), now());
  }

  @Test
  void leaderWrites() throws Api.Unreachable {
    lead();
    leadership.open(1);
    var _ = fence.send(WRITE);
    assertThat(seen).containsExactly("sent POST /pods");
  }

  @Test
  void othersReadAndDoNotWrite() throws Api.Unreachable {
    var _ = fence.send(Api.Request.get("/pods"));
    assertThatThrownBy(() -> fence.send(WRITE))
        .isInstanceOfSatisfying(
            Api.Unreachable.class, e -> assertThat(e.isOutcomeKnown()).isTrue());
    assertThat(seen).containsExactly("sent GET /pods", "refused");
  }

  @Test
  void nothingIsWrittenAfterTheDeadline() {
    lead();
    leadership.open(1);
    second = 10;
    assertThatThrownBy(() -> fence.send(WRITE)).hasMessageContaining("does not lead");
    assertThat(seen).containsExactly("refused");
  }

  @Test
  void nothingIsWrittenBeforeTheTermIsOpen() {
    lead();
    assertThatThrownBy(() -> fence.send(WRITE)).hasMessageContaining("does not lead");
  }

  @Test
  void writeUnderWayAtTheEndOfTheTermIsCounted() throws Api.Unreachable {
    lead();
    leadership.open(1);
    duringSend = () -> second = 10;
    var _ = fence.send(WRITE);
    assertThat(seen).containsExactly("sent POST /pods", "overrun POST /pods");
  }

  @Test
  void writeUnderWayIsWaitedFor() throws Api.Unreachable, InterruptedException {
    lead();
    leadership.open(1);
    duringSend =
        () -> {
          try {
            seen.add("none: " + fence.awaitNone(Duration.ofMillis(20)));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        };
    var _ = fence.send(WRITE);
    assertThat(seen).containsExactly("sent POST /pods", "none: false");
    assertThat(fence.awaitNone(Duration.ZERO)).isTrue();
  }

  /// Turns of the first term may end only when the second has begun.
  @Test
  void lateTakeOverOfAnEarlierTermClosesNothing() {
    lead();
    second = 20;
    assertThat(leadership.mayAct()).isFalse();
    lead();
    leadership.open(2);
    leadership.open(1);
    assertThat(leadership.mayAct()).isTrue();
  }
}
