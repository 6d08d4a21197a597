package dev.ordinal.view.why;

import dev.ordinal.model.json.Json;
import java.util.List;

/// Explanations as JSON, for the page and for `-o json`.
public final class ExplanationJson {
  private ExplanationJson() {}

  public static Json.Arr of(List<Explanation> all) {
    return Json.of(all.stream().map(ExplanationJson::of).toList());
  }

  private static Json.Obj of(Explanation each) {
    var json =
        Json.of("target", Json.of(each.target()))
            .with("reason", Json.of(each.reason()))
            .with("sentence", Json.of(each.sentence()))
            .with("chain", Json.of(each.chain().stream().map(Json::of).toList()))
            .with("root", Json.of(each.root()))
            .with("ends", Json.of(each.advice().ends()))
            .with("command", Json.of(each.advice().command()));
    return each.since().map(at -> json.with("since", Json.of(at.toString()))).orElse(json);
  }
}
