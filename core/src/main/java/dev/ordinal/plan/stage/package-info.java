/// `Planner` and its stages: each knows one rule and answers with actions or holds. The planner is
/// the only type that others see.
package dev.ordinal.plan.stage;
