package dev.ordinal.plan.inplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Resources are compared as amounts, and the quality of service by all containers of the pod.
class AmountsTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          spelled otherwise          | {'requests':{'cpu':'1'}}         | {'requests':{'cpu':'1000m'}}      | change {}
          a number for a text        | {'requests':{'cpu':'1'}}         | {'requests':{'cpu':1}}            | change {}
          binary units               | {'limits':{'memory':'1Gi'}}      | {'limits':{'memory':'1024Mi'}}    | change {}
          a device spelled otherwise | {'limits':{'gpu':'1'}}           | {'limits':{'gpu':'1000m'}}        | change {}
          really more                | {'requests':{'cpu':'1'}}         | {'requests':{'cpu':'1001m'}}      | change {'app':{'requests':{'cpu':'1001m'}}}
          no longer guaranteed       | {'limits':{'cpu':'1','memory':'1Gi'},'requests':{'cpu':'1000m','memory':'1Gi'}} | {'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'1','memory':'1Gi'}} | replace: the quality of service would change from Guaranteed to Burstable
          guaranteed all the same    | {'limits':{'cpu':'1','memory':'1Gi'},'requests':{'cpu':'1','memory':'1Gi'}} | {'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'2000m','memory':'1024Mi'}} | change {'app':{'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'2000m','memory':'1024Mi'}}}
          guaranteed from now on     | {'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'1','memory':'1Gi'}} | {'limits':{'cpu':'2','memory':'1Gi'},'requests':{'cpu':'2','memory':'1Gi'}} | replace: the quality of service would change from Burstable to Guaranteed
          nothing asked for any more | {'requests':{'cpu':'1'}}         | {'requests':{'cpu':'0'}}          | replace: the quality of service would change from Burstable to BestEffort
          """)
  void oneContainer(String why, String before, String after, String expected) {
    var container = "{'spec':{'containers':[{'name':'app','resources':%s}]}}";

    assertThat(diff(container.formatted(before), container.formatted(after))).isEqualTo(expected);
  }

  /// The class is the pod's: another container, or one that only prepares the pod, decides too.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          another one is burstable anyway | 'containers':[%s,{'name':'log'}]           | change
          so is one that comes before     | 'initContainers':[{'name':'i'}],'containers':[%s] | change
          all are guaranteed              | 'containers':[%s]                          | replace
          the pod has amounts of its own  | 'resources':{'limits':{'cpu':'4','memory':'4Gi'}},'containers':[%s] | change
          """)
  void allContainersDecideTheClass(String why, String spec, String expected) {
    var app =
        "{'name':'app','resources':{'limits':{'cpu':'%s','memory':'1Gi'},"
            + "'requests':{'cpu':'1','memory':'1Gi'}}}";
    var template = "{'spec':{" + spec + "}}";
    var result =
        diff(template.formatted(app.formatted("1")), template.formatted(app.formatted("2")));

    assertThat(result).startsWith(expected);
  }

  /// The running pod has requests, by default as high as its limits: they would stay behind.
  @Test
  void requestsThatFollowTheLimitsAreResizedWithThem() {
    var container =
        "{'spec':{'containers':[{'name':'app','resources':{'limits':{'cpu':'%s','memory':'1Gi'}}}]}}";

    assertThat(diff(container.formatted("1"), container.formatted("2")))
        .isEqualTo(
            "change {'app':{'limits':{'cpu':'2','memory':'1Gi'},"
                + "'requests':{'cpu':'2','memory':'1Gi'}}}");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          init container | 'initContainers':[{'name':'i','resources':{'limits':{'cpu':'%s'}}}],'containers':[{'name':'app'}]
          the pod itself | 'resources':{'limits':{'cpu':'%s'}},'containers':[{'name':'app'}]
          """)
  void spellingIsNoChangeAnywhere(String why, String spec) {
    var template = "{'spec':{" + spec + "}}";

    assertThat(diff(template.formatted("1"), template.formatted("1000m"))).isEqualTo("change {}");
    assertThat(diff(template.formatted("1"), template.formatted("2"))).startsWith("replace: spec.");
  }

  @Test
  void spellingAloneRestartsNothing() {
    var container =
        "{'spec':{'containers':[{'name':'app','resizePolicy':[{'resourceName':'cpu',"
            + "'restartPolicy':'RestartContainer'}],'resources':"
            + "{'requests':{'cpu':'%s','memory':'%s'}}}]}}";
    var result =
        TemplateDiff.between(
            json(container.formatted("1", "1Gi")), json(container.formatted("1000m", "2Gi")));

    assertThat(result)
        .isInstanceOfSatisfying(
            Result.Change.class, change -> assertThat(change.restarts()).isFalse());
  }

  private static String diff(String before, String after) {
    return switch (TemplateDiff.between(json(before), json(after))) {
      case Result.Impossible(var because) -> "replace: " + because;
      case Result.Change(var work, _, _) ->
          "change "
              + JsonText.write(new Json.Obj(new TreeMap<>(work.resources()))).replace('"', '\'');
    };
  }

  private static Json.Obj json(String text) {
    return Yaml.read(text);
  }
}
