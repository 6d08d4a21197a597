package dev.ordinal.e2e;

import dev.ordinal.rig.Audit;
import dev.ordinal.rig.Cluster;
import dev.ordinal.rig.ControllerProcess;
import dev.ordinal.rig.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Two controllers that elect a leader, each with a user of its own, so that the audit log tells
/// their writes apart.
public final class Duo implements AutoCloseable {
  private static final List<User> USERS = List.of(User.ORDINAL, User.STANDBY);
  private final Cluster cluster;
  private final Path folder;
  private final Instant startedAt;
  private final List<String> flags;
  private final UnaryOperator<Path> route;
  private final Map<User, ControllerProcess> processes = new EnumMap<>(User.class);
  private final Map<User, Integer> starts = new EnumMap<>(User.class);

  private Duo(Cluster cluster, Path folder, UnaryOperator<Path> route, List<String> flags) {
    this.cluster = cluster;
    this.folder = folder;
    this.route = route;
    this.flags = flags;
    this.startedAt = Instant.now();
  }

  /// Starts both; `flags` are further ones, such as the times of the election.
  static Duo start(Cluster cluster, Path folder, String lease, String... flags) {
    var all = new ArrayList<>(List.of(flags));
    all.add("--leader-elect-resource-name=" + lease);
    return start(cluster, folder, UnaryOperator.identity(), all);
  }

  /// Starts both with kubeconfigs that lead to the API server by another way.
  public static Duo start(
      Cluster cluster, Path folder, UnaryOperator<Path> route, List<String> flags) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cluster.apply(
        """
        apiVersion: rbac.authorization.k8s.io/v1
        kind: Role
        metadata: {name: leader}
        rules:
          - {apiGroups: [coordination.k8s.io], resources: [leases], verbs: [get, watch, create, patch]}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: {name: leader}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: leader}
        subjects:
          - {apiGroup: rbac.authorization.k8s.io, kind: User, name: ordinal}
          - {apiGroup: rbac.authorization.k8s.io, kind: User, name: ordinal-standby}
        """);
    var duo = new Duo(cluster, folder, route, List.copyOf(flags));
    USERS.forEach(duo::start);
    return duo;
  }

  public ControllerProcess start(User user) {
    var all = new ArrayList<>(flags);
    all.add("--kubeconfig=" + route.apply(cluster.kubeconfig(user)));
    all.add("--namespace=" + cluster.namespace());
    all.add("--leader-elect");
    all.add("--leader-elect-resource-namespace=" + cluster.namespace());
    var log = folder.resolve(user.login() + ".log");
    var process = ControllerProcess.start(log, all.toArray(String[]::new));
    processes.put(user, process);
    starts.merge(user, 1, Integer::sum);
    return process;
  }

  /// Returns when it takes part, as leader or as standby: a new process needs a moment.
  void awaitStarted(User user) {
    cluster.await(
        user + " to take part",
        () ->
            process(user).log().lines().filter(line -> line.contains(" watches namespace ")).count()
                == Objects.requireNonNull(starts.get(user)));
  }

  public ControllerProcess process(User user) {
    return Objects.requireNonNull(processes.get(user));
  }

  public static User other(User user) {
    return user == User.ORDINAL ? User.STANDBY : User.ORDINAL;
  }

  /// The user whose write of the Lease was the last to succeed.
  public User awaitLeader() {
    cluster.await("a leader", () -> !leaseWrites().isEmpty());
    return userOf(leaseWrites().getLast());
  }

  void awaitLeader(User user) {
    cluster.await(user + " to lead", () -> awaitLeader() == user);
  }

  private static User userOf(Audit.Entry entry) {
    return USERS.stream()
        .filter(user -> user.login().equals(entry.user()))
        .findFirst()
        .orElseThrow();
  }

  /// In the order in which they arrived.
  List<Audit.Entry> leaseWrites() {
    return cluster.audit().since(startedAt).of("leases").writes().entries().stream()
        .filter(entry -> entry.code() == 200 || entry.code() == 201)
        .sorted(Comparator.comparing(Audit.Entry::at))
        .toList();
  }

  /// How often one has written the Lease after the other.
  int changes() {
    var users = leaseWrites().stream().map(Audit.Entry::user).toList();
    return (int)
        IntStream.range(1, users.size())
            .filter(each -> !users.get(each).equals(users.get(each - 1)))
            .count();
  }

  /// The first write of the Lease by this one since then.
  Instant leadsSince(User user, Instant since) {
    return leaseWrites().stream()
        .filter(write -> write.user().equals(user.login()) && write.at().isAfter(since))
        .map(Audit.Entry::at)
        .findFirst()
        .orElseThrow();
  }

  /// Every other write of the two, in the order in which they arrived.
  List<Audit.Entry> writes() {
    return cluster.audit().since(startedAt).writes().entries().stream()
        .filter(entry -> USERS.stream().anyMatch(user -> user.login().equals(entry.user())))
        .filter(entry -> !entry.resource().equals("leases"))
        .sorted(Comparator.comparing(Audit.Entry::at))
        .toList();
  }

  /// The writes of one of them since then.
  public List<Audit.Entry> writes(User user, Instant since) {
    return writes().stream()
        .filter(write -> write.user().equals(user.login()) && write.at().isAfter(since))
        .toList();
  }

  /// Writes that arrived while the other one held the Lease.
  public List<String> writesOfOthers() {
    var lease = leaseWrites();
    var found = new ArrayList<String>();
    for (var write : writes()) {
      var holder =
          lease.stream().filter(each -> !each.at().isAfter(write.at())).reduce((_, last) -> last);
      if (holder.filter(each -> each.user().equals(write.user())).isEmpty()) {
        found.add(write.at() + " " + write.user() + " " + write);
      }
    }
    return found;
  }

  /// Writes that were begun in a term and ended after it, as the controllers told it.
  public int overruns() {
    return (int)
        processes.values().stream()
            .flatMap(process -> process.log().lines())
            .filter(line -> line.contains("was under way when the term"))
            .count();
  }

  @Override
  public void close() {
    processes.values().forEach(ControllerProcess::close);
  }
}
