package dev.ordinal.run.limit;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.run.limit.FairQueue.Ending;
import dev.ordinal.run.limit.FairQueue.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Requests with latencies by script, in virtual time: each set makes its requests one after the
/// other, as an ordered set does that creates its pods.
class FairQueueTest {
  private static final Duration QUICK = Duration.ofMillis(10);
  private static final Duration WEBHOOK = Duration.ofSeconds(3);

  private final FairQueue<Customer> queue = new FairQueue<>();
  private final Map<Customer, Ticket<Customer>> tickets = new HashMap<>();
  private final PriorityQueue<Due> agenda =
      new PriorityQueue<>(Comparator.comparing(Due::at).thenComparingInt(Due::number));
  private final Set<Customer> underWay = new HashSet<>();
  private final List<Customer> all = new ArrayList<>();
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  private Instant now = NOW;
  private int number;

  private record Due(Instant at, int number, Runnable step) {}

  /// One who makes requests one after the other.
  private static final class Customer {
    private final String lane;
    private final String set;
    private final Duration latency;
    private final Instant begin;
    private int left;
    private Instant end = Instant.MAX;

    Customer(String lane, Duration latency, int requests, Instant begin) {
      this.lane = lane.split("/", 2)[0];
      this.set = lane;
      this.latency = latency;
      this.left = requests;
      this.begin = begin;
    }

    Duration took() {
      return Duration.between(begin, end);
    }
  }

  private static Customer customer() {
    return new Customer("", QUICK, 1, NOW);
  }

  /// `lane` may have the name of a set after a slash: `POST shop/web`.
  private Customer come(String lane, Duration latency, int requests, Duration after) {
    var customer = new Customer(lane, latency, requests, NOW.plus(after));
    all.add(customer);
    at(customer.begin, () -> ask(customer));
    return customer;
  }

  private void at(Instant moment, Runnable step) {
    agenda.add(new Due(moment, ++number, step));
  }

  private void ask(Customer customer) {
    tickets.put(customer, queue.join(customer.lane, customer.set, customer, now));
    admit();
    lookAgain(customer, FairQueue.PROBE);
  }

  private void lookAgain(Customer customer, Duration patience) {
    at(
        now.plus(patience),
        () -> {
          if (!underWay.contains(customer)) {
            admit();
            lookAgain(customer, FairQueue.longer(patience));
          }
        });
  }

  private void admit() {
    for (var customer : queue.admit(now)) {
      underWay.add(customer);
      at(now.plus(customer.latency), () -> end(customer));
    }
  }

  private void end(Customer customer) {
    queue.end(requireNonNull(tickets.remove(customer)), Ending.WELL, now);
    underWay.remove(customer);
    customer.left--;
    if (customer.left > 0) {
      ask(customer);
    } else {
      underWay.add(customer);
      customer.end = now;
    }
    admit();
  }

  private void run() {
    while (!agenda.isEmpty()) {
      var due = agenda.poll();
      now = due.at();
      due.step().run();
    }
    assertThat(all).allMatch(customer -> customer.left == 0);
  }

  /// Alone the small set would need 30 ms.
  @ParameterizedTest(name = "{1} sets in {0} namespaces")
  @CsvSource({"1, 100", "4, 100", "40, 10", "200, 2"})
  void slowNamespacesLeaveRoomForASmallSet(int namespaces, int sets) {
    come("POST shop", QUICK, 1, Duration.ofMillis(-50));
    for (var i = 0; i < namespaces * sets; i++) {
      come("POST slow-" + i % namespaces, WEBHOOK, 3, Duration.ZERO);
    }
    var small = come("POST shop", QUICK, 3, Duration.ofSeconds(10));
    run();

    assertThat(small.took()).isLessThan(Duration.ofMillis(100));
  }

  /// Nothing is known of the namespace of the small set, whether it comes while the others are
  /// found to be slow or afterwards.
  @ParameterizedTest(name = "{1} sets in {0} namespaces, after {2} ms")
  @CsvSource({
    "1, 40, 100", "1, 40, 1000", "1, 40, 10000",
    "4, 40, 100", "4, 40, 1000", "4, 40, 10000",
    "40, 10, 100", "40, 10, 1000", "40, 10, 10000",
    "200, 2, 100", "200, 2, 1000", "200, 2, 10000"
  })
  void newNamespaceIsServedBesideSlowOnes(int namespaces, int sets, int after) {
    for (var i = 0; i < namespaces * sets; i++) {
      come("POST slow-" + i % namespaces, WEBHOOK, 4, Duration.ZERO);
    }
    var small = come("POST shop", QUICK, 3, Duration.ofMillis(after));
    run();

    assertThat(small.took()).isLessThan(Duration.ofSeconds(1));
  }

  /// Nothing is known of the others yet, and of each no more than one request is under way.
  @ParameterizedTest(name = "{0} namespaces")
  @CsvSource({"1", "40", "200"})
  void setThatComesRightAfterThemDoesNotWait(int namespaces) {
    come("POST shop", QUICK, 1, Duration.ofMillis(-50));
    for (var i = 0; i < 200; i++) {
      come("POST slow-" + i % namespaces, Duration.ofSeconds(30), 1, Duration.ZERO);
    }
    var small = come("POST shop", QUICK, 3, Duration.ofMillis(5));
    run();

    assertThat(small.took()).isLessThan(Duration.ofMillis(100));
  }

  @Test
  void oneRequestOfANewNamespaceGoesAsAProbe() {
    var first = queue.join("POST shop", "web", customer(), now);
    queue.join("POST shop", "web", customer(), now);
    assertThat(queue.admit(now)).hasSize(1);
    assertThat(queue.admit(now)).isEmpty();
    queue.end(first, Ending.WELL, now.plus(QUICK));
    queue.join("POST shop", "web", customer(), now);

    assertThat(queue.admit(now.plus(QUICK))).hasSize(2);
  }

  /// The server has said nothing about itself yet: four times the first limit, 16.
  @Test
  void probesThatLastAreLimitedToo() {
    for (var i = 0; i < 200; i++) {
      queue.join("POST slow-" + i, "web", customer(), now);
    }
    var admitted = 0;
    for (var look = 0; look < 100; look++) {
      admitted += queue.admit(now.plus(FairQueue.PROBE.multipliedBy(look))).size();
    }

    assertThat(admitted).isEqualTo(64);
  }

  @Test
  void hugeSetLeavesRoomForASmallOne() {
    for (var i = 0; i < 64; i++) {
      come("POST huge", QUICK, 80, Duration.ZERO);
    }
    var small = come("POST shop", QUICK, 3, Duration.ofMillis(200));
    run();

    assertThat(small.took()).isLessThan(Duration.ofMillis(100));
    var longest = all.stream().map(customer -> customer.end).max(Instant::compareTo).orElseThrow();
    assertThat(Duration.between(NOW, longest)).isLessThan(Duration.ofSeconds(4));
  }

  /// One creates 5,000 pods, 64 at a time, in the same namespace. Without turns of the sets the
  /// other one waits for 272 s where each request takes 3 s.
  @ParameterizedTest(name = "{0} ms")
  @CsvSource({"10, 100", "3000, 20000"})
  void hugeSetLeavesRoomForASmallOneBesideIt(int latency, int limit) {
    for (var i = 0; i < 64; i++) {
      come("POST shop/huge", Duration.ofMillis(latency), 78, Duration.ZERO);
    }
    var small = come("POST shop/small", Duration.ofMillis(latency), 3, Duration.ofSeconds(1));
    run();

    assertThat(small.took()).isLessThan(Duration.ofMillis(limit));
  }

  /// The native controller creates pods of five sets at a time: it would need 240 s.
  @Test
  void slowNamespaceIsServedAsSoonAsNatively() {
    for (var i = 0; i < 40; i++) {
      come("POST slow/web-" + i, WEBHOOK, 10, Duration.ZERO);
    }
    run();

    assertThat(Duration.between(NOW, now)).isLessThan(Duration.ofMinutes(4));
  }

  /// Statuses, events of pods and deletes of the namespace whose creations are slow.
  @Test
  void otherRequestsOfTheSlowNamespaceGoOn() {
    for (var i = 0; i < 100; i++) {
      come("POST slow", WEBHOOK, 3, Duration.ZERO);
    }
    var status = come("PATCH slow", QUICK, 3, Duration.ofSeconds(10));
    run();

    assertThat(status.took()).isLessThan(Duration.ofMillis(100));
  }

  @Test
  void serverThatHasTooMuchToDoGetsLessFromEveryone() {
    var ticket = queue.join("POST shop", "web", customer(), now);
    assertThat(queue.admit(now)).hasSize(1);
    queue.end(ticket, Ending.OVERLOADED, now);
    for (var i = 0; i < 20; i++) {
      queue.join("POST other-" + i, "web", customer(), now);
    }

    assertThat(queue.admit(now)).hasSize(4);
  }

  @Test
  void failuresOfOneNamespaceConcernNobodyElse() {
    var ticket = queue.join("POST shop", "web", customer(), now);
    assertThat(queue.admit(now)).hasSize(1);
    queue.end(ticket, Ending.FAILED, now);
    for (var i = 0; i < 20; i++) {
      queue.join("POST other-" + i, "web", customer(), now);
    }

    assertThat(queue.admit(now)).hasSize(8);
  }

  @Test
  void requestThatIsGivenUpMakesRoom() {
    var first = queue.join("POST shop", "web", customer(), now);
    queue.join("POST shop", "db", customer(), now);
    queue.leave(first, now);

    assertThat(queue.admit(now)).hasSize(1);
    assertThat(queue.admit(now)).isEmpty();
  }
}
