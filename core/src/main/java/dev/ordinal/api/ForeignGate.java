package dev.ordinal.api;

import java.util.Optional;

/// Gates of Kruise that have no effect here. They are accepted, so that a flag can be reused; the
/// log warns about values that Ordinal does not support.
public enum ForeignGate {
  ALL_ALPHA("AllAlpha", Keeps.NEITHER, "gates have no alpha stage here, name each one"),
  ALL_BETA("AllBeta", Keeps.NEITHER, "gates have no beta stage here, name each one"),
  POD_VERTICAL_SCALING(
      "InPlacePodVerticalScaling", Keeps.FALSE, "there is no PodUnavailableBudget to count for"),
  ENV_FROM_METADATA(
      "InPlaceUpdateEnvFromMetadata",
      Keeps.FALSE,
      "nothing restarts a container for its variables alone, such a pod is replaced instead"),
  DAEMON("KruiseDaemon", Keeps.FALSE, "there is no agent on the nodes"),
  POD_READINESS_GATE(
      "KruisePodReadinessGate", Keeps.FALSE, "there is no webhook, pods of others stay untouched"),
  BUDGET_FOR_DELETE(
      "PodUnavailableBudgetDeleteGate", Keeps.FALSE, "there is no PodUnavailableBudget"),
  BUDGET_FOR_UPDATE(
      "PodUnavailableBudgetUpdateGate", Keeps.FALSE, "there is no PodUnavailableBudget"),
  POD_WEBHOOK("PodWebhook", Keeps.FALSE, "there is no webhook"),
  PREPARING_AS_UPDATED(
      "PreparingUpdateAsUpdate",
      Keeps.FALSE,
      "a pod counts as updated when it runs the new template, not before"),
  DELETION_PROTECTION(
      "ResourcesDeletionProtection",
      Keeps.FALSE,
      "the label policy.kruise.io/delete-protection protects nothing without a webhook"),
  TEMPLATE_NO_DEFAULTS(
      "TemplateNoDefaults", Keeps.TRUE, "templates are stored as they were written");

  /// Which values of a gate describe what happens anyway.
  private enum Keeps {
    TRUE,
    FALSE,
    NEITHER
  }

  private final String label;
  private final Keeps keeps;
  private final String reason;

  ForeignGate(String label, Keeps keeps, String reason) {
    this.label = label;
    this.keeps = keeps;
    this.reason = reason;
  }

  public String label() {
    return label;
  }

  /// Why the gate has no effect.
  public String reason() {
    return reason;
  }

  /// The value that describes what happens anyway; empty where neither does.
  public Optional<Boolean> kept() {
    return switch (keeps) {
      case TRUE -> Optional.of(true);
      case FALSE -> Optional.of(false);
      case NEITHER -> Optional.empty();
    };
  }
}
