package dev.ordinal.kube.metrics;

import java.util.List;

/// Every metric that we register ourselves, with what a user reads about it. Names and labels of
/// the first groups are those of client-go and controller-runtime, so that dashboards know them.
public enum Metric {
  QUEUE_DEPTH(Type.GAUGE, "workqueue_depth", "Sets and jobs that wait for their turn", "name"),
  QUEUE_ADDS(Type.COUNTER, "workqueue_adds_total", "How often one began to wait", "name"),
  QUEUE_DURATION(
      Type.HISTOGRAM,
      "workqueue_queue_duration_seconds",
      "How long one waits for its turn",
      "name"),
  WORK_DURATION(
      Type.HISTOGRAM, "workqueue_work_duration_seconds", "How long one turn takes", "name"),
  QUEUE_RETRIES(
      Type.COUNTER,
      "workqueue_retries_total",
      "Failed requests that are repeated in a later turn",
      "name"),
  UNFINISHED_WORK(
      Type.GAUGE,
      "workqueue_unfinished_work_seconds",
      "Sum of the ages of the turns that are running",
      "name"),
  LONGEST_RUNNING(
      Type.GAUGE,
      "workqueue_longest_running_processor_seconds",
      "Age of the turn that has been running for longest",
      "name"),

  REQUESTS(
      Type.COUNTER,
      "rest_client_requests_total",
      "Requests to the API server by status code; <error> without a reply",
      "code",
      "host",
      "method"),
  REQUEST_DURATION(
      Type.HISTOGRAM,
      "rest_client_request_duration_seconds",
      "Time until the API server replies; watches are not included",
      "host",
      "verb"),

  RECONCILE_TOTAL(
      Type.COUNTER,
      "controller_runtime_reconcile_total",
      "Turns by result: success, requeue (something changed, and another turn follows),"
          + " requeue_after (another turn at a set time), error (a request failed, or a bug)",
      "controller",
      "result"),
  RECONCILE_ERRORS(
      Type.COUNTER,
      "controller_runtime_reconcile_errors_total",
      "Turns with the result error",
      "controller"),
  RECONCILE_TIME(
      Type.HISTOGRAM,
      "controller_runtime_reconcile_time_seconds",
      "How long one turn takes",
      "controller"),
  ACTIVE_WORKERS(
      Type.GAUGE, "controller_runtime_active_workers", "Turns that are running", "controller"),

  LEADER(
      Type.GAUGE,
      "leader_election_master_status",
      "1 while this process is the leader, 0 while it is a standby; absent without election",
      "name"),
  KRUISE_RUNNING(
      Type.GAUGE,
      "ordinal_kruise_running",
      "1 while kruise-manager runs in the same cluster: then nothing is written"),
  LEADER_TRANSITIONS(
      Type.COUNTER,
      "ordinal_leader_transitions_total",
      "How often this process became or ceased to be the leader"),
  WRITES_FENCED(
      Type.COUNTER,
      "ordinal_writes_fenced_total",
      "Requests that were not sent because the leadership had expired by our own clock"),
  WRITES_OVERRUN(
      Type.COUNTER,
      "ordinal_writes_overrun_total",
      "Writes that were begun by the leader and ended after its term"),

  SETS(Type.GAUGE, "ordinal_statefulsets", "Sets that have been planned"),
  SETS_AGGREGATED(
      Type.GAUGE,
      "ordinal_statefulsets_aggregated",
      "Sets beyond --metrics-max-sets: they share the series with the name _others"),
  REPLICAS(
      Type.GAUGE,
      "ordinal_statefulset_replicas",
      "Pods by state: desired, existing, ready, available, current, updated, updated_ready,"
          + " updated_available",
      "namespace",
      "statefulset",
      "state"),
  HOLDS(
      Type.GAUGE,
      "ordinal_statefulset_holds",
      "Pods, claims and other work that wait, by the reason (docs/reference/holds.md)",
      "namespace",
      "statefulset",
      "reason"),
  STALLED(
      Type.GAUGE,
      "ordinal_statefulset_stalled",
      "1 while the condition Stalled is true",
      "namespace",
      "statefulset"),
  ROLLOUT_AGE(
      Type.GAUGE,
      "ordinal_statefulset_rollout_age_seconds",
      "How long the rollout under way has lasted; 0 without one",
      "namespace",
      "statefulset"),
  BUDGET_USED(
      Type.GAUGE,
      "ordinal_statefulset_budget_used",
      "Desired pods that are missing or unavailable",
      "namespace",
      "statefulset"),
  BUDGET_ALLOWED(
      Type.GAUGE,
      "ordinal_statefulset_budget_allowed",
      "Pods that an update may make unavailable at a time (maxUnavailable)",
      "namespace",
      "statefulset"),
  REVISION(
      Type.INFO,
      "ordinal_statefulset_revision_info",
      "The revision that pods have (current) and the one that they are to have (update)",
      "namespace",
      "statefulset",
      "role",
      "revision"),
  ROLLOUT_DURATION(
      Type.HISTOGRAM,
      "ordinal_statefulset_rollout_duration_seconds",
      "How long finished rollouts took, from the first look at the new revision"),
  PODS_CHANGED(
      Type.COUNTER,
      "ordinal_pods_changed_total",
      "Pods created, deleted, patched and resized, by cause",
      "change",
      "cause"),
  DRY_RUN_REFUSALS(
      Type.COUNTER,
      "ordinal_dry_run_refusals_total",
      "Templates that the API server refused in a dry run"),

  ADMISSION_REQUESTS(
      Type.COUNTER,
      "ordinal_admission_requests_total",
      "Requests to the webhook by result: allowed, refused, busy (too many at a time), failed (a"
          + " bug; let through)",
      "result"),
  ADMISSION_DURATION(
      Type.HISTOGRAM,
      "ordinal_admission_duration_seconds",
      "How long the webhook takes to answer, dry runs included"),
  WEBHOOK_CERTIFICATE_EXPIRY(
      Type.GAUGE,
      "ordinal_webhook_certificate_expiry_seconds",
      "When the webhook's own certificate expires, in seconds since the epoch"),

  LISTS(Type.COUNTER, "ordinal_lists_total", "Pages of lists that were read", "resource"),
  WATCHES(
      Type.COUNTER,
      "ordinal_watches_total",
      "Watches that were begun; each lasts for less than a minute",
      "resource"),
  READ_FAILURES(
      Type.COUNTER,
      "ordinal_read_failures_total",
      "Lists and watches that failed, by kind of fault",
      "resource",
      "fault"),
  READER_SILENCE(
      Type.GAUGE,
      "ordinal_reader_silence_seconds",
      "Time since the API server last answered the reader of a resource",
      "resource"),
  SYNCED(Type.GAUGE, "ordinal_synced", "1 when every resource has been listed once"),
  METRICS_REQUESTS_REFUSED(
      Type.COUNTER,
      "ordinal_metrics_requests_refused_total",
      "Requests for /metrics that were refused, by status code",
      "code"),
  BUILD(Type.INFO, "ordinal_build_info", "The version of the controller", "version", "java");

  /// The types of Prometheus' text format; an info is a gauge that is always 1.
  public enum Type {
    COUNTER,
    GAUGE,
    HISTOGRAM,
    INFO
  }

  private final Type type;
  private final String title;
  private final String help;
  private final String labels;

  Metric(Type type, String title, String help, String... labels) {
    this.type = type;
    this.title = title;
    this.help = help;
    this.labels = String.join(" ", labels);
  }

  public Type type() {
    return type;
  }

  /// The name in the exposition; a histogram adds `_bucket`, `_sum` and `_count`.
  public String title() {
    return title;
  }

  public String help() {
    return help;
  }

  public List<String> labels() {
    return labels.isEmpty() ? List.of() : List.of(labels.split(" "));
  }
}
