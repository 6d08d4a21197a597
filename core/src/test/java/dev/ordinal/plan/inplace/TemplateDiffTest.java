package dev.ordinal.plan.inplace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.model.json.Json;
import dev.ordinal.model.json.JsonText;
import dev.ordinal.plan.inplace.TemplateDiff.Result;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateDiffTest {
  private static final String CONTAINER = "{'name':'app','image':'v1'}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          nothing                  | {'name':'app','image':'v1'}                       | {'name':'app','image':'v1'}                       | change {}
          image                    | {'name':'app','image':'v1'}                       | {'name':'app','image':'v2'}                       | change app=v2 {}
          null against absent      | {'name':'app','image':'v1','resources':{}}        | {'name':'app','image':'v1','env':null}            | change {}
          command                  | {'name':'app','image':'v1'}                       | {'name':'app','image':'v1','command':['x']}       | replace: command of container app changed
          pull policy              | {'name':'app','image':'v1'}                       | {'name':'app','image':'v2','imagePullPolicy':'Never'} | replace: imagePullPolicy of container app changed
          pull policy by default   | {'name':'app','image':'a:1','imagePullPolicy':'IfNotPresent'} | {'name':'app','image':'a:2'}          | change app=a:2 {}
          pull policy by Kruise    | {'name':'app','image':'a:1','imagePullPolicy':'Always','terminationMessagePath':'/dev/termination-log','terminationMessagePolicy':'File'} | {'name':'app','image':'a:2'} | change app=a:2 {}
          the same amounts         | {'name':'app','image':'a:1','resources':{'limits':{'cpu':'500m'}}} | {'name':'app','image':'a:2','resources':{'limits':{'cpu':0.5}}} | change app=a:2 {}
          other defaults           | {'name':'app','image':'a:1','ports':[{'containerPort':80,'protocol':'TCP'}]} | {'name':'app','image':'a:2','ports':[{'containerPort':80}]} | change app=a:2 {}
          renamed container        | {'name':'app','image':'v1'}                       | {'name':'web','image':'v1'}                       | replace: containers were added, removed, renamed or moved
          added container          | {'name':'app','image':'v1'}                       | {'name':'app','image':'v1'},{'name':'b'}          | replace: containers were added, removed, renamed or moved
          two images               | {'name':'a','image':'1'},{'name':'b','image':'1'} | {'name':'a','image':'2'},{'name':'b','image':'2'} | change a=2 b=2 {}
          more cpu                 | {'name':'app','resources':{'requests':{'cpu':'1'}}} | {'name':'app','resources':{'requests':{'cpu':'2'}}} | change resize app {}
          first request            | {'name':'app'}                                    | {'name':'app','resources':{'requests':{'cpu':'2'}}} | replace: resources of container app changed beyond a resize
          a device                 | {'name':'app','resources':{'limits':{'gpu':'1'}}} | {'name':'app','resources':{'limits':{'gpu':'2'}}} | replace: resources of container app changed beyond a resize
          no longer guaranteed     | {'name':'app','resources':{'limits':{'cpu':'1','memory':'1'},'requests':{'cpu':'1','memory':'1'}}} | {'name':'app','resources':{'limits':{'cpu':'2','memory':'1'},'requests':{'cpu':'1','memory':'1'}}} | replace: the quality of service would change from Guaranteed to Burstable
          """)
  void containers(String why, String before, String after, String expected) {
    assertThat(diff("{}", before, "{}", after)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          nobody asks for a restart   | cpu    | NotRequired      | {'requests':{'cpu':'2','memory':'1'}} | false
          the amount asks for one     | cpu    | RestartContainer | {'requests':{'cpu':'2','memory':'1'}} | true
          another amount asks for one | memory | RestartContainer | {'requests':{'cpu':'2','memory':'1'}} | false
          nothing is resized          | cpu    | RestartContainer | {'requests':{'cpu':'1','memory':'1'}} | false
          """)
  void resizeRestartsWhereItsPolicySaysSo(
      String why, String amount, String policy, String after, boolean expected) {
    var template =
        "{'spec':{'containers':[{'name':'app','resizePolicy':[{'resourceName':'%s',"
                .formatted(amount)
            + "'restartPolicy':'%s'}],'resources':".formatted(policy);
    var result =
        TemplateDiff.between(
            json(template + "{'requests':{'cpu':'1','memory':'1'}}}]}}"),
            json(template + after + "}]}}"));
    assertThat(result)
        .isInstanceOfSatisfying(
            Result.Change.class, change -> assertThat(change.restarts()).isEqualTo(expected));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          label changed       | {'labels':{'a':'1'}}              | {'labels':{'a':'2'}}            | change {'labels':{'a':'2'}}
          label dropped       | {'labels':{'a':'1'}}              | {}                              | change {'labels':{'a':null}}
          first annotation    | {}                                | {'annotations':{'n':'1'}}       | change {'annotations':{'n':'1'}}
          unchanged are left  | {'labels':{'a':'1','b':'1'}}      | {'labels':{'a':'1','b':'2'}}    | change {'labels':{'b':'2'}}
          finalizer added     | {'finalizers':['x']}              | {'finalizers':['x','y']}        | change {'finalizers':['y']}
          finalizer dropped   | {'finalizers':['x']}              | {}                              | change {'$deleteFromPrimitiveList/finalizers':['x']}
          """)
  void metadata(String why, String before, String after, String expected) {
    assertThat(diff(before, CONTAINER, after, CONTAINER)).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          read and alone    | {'a':'1'} | {'a':'2'} | v1 | replace: container app reads labels a, and only a new image restarts it
          read, with image  | {'a':'1'} | {'a':'2'} | v2 | change app=v2 app reads {'labels':{'a':'2'}} {}
          read and dropped, with image | {'a':'1'} | {} | v2 | change app=v2 {'labels':{'a':null}}
          read and removed  | {'a':'1'} | {}        | v1 | replace: container app reads labels a, and only a new image restarts it
          read and first    | {}        | {'a':'1'} | v1 | replace: container app reads labels a, and only a new image restarts it
          another is read   | {'b':'1'} | {'b':'2'} | v1 | change {'labels':{'b':'2'}}
          """)
  void environment(String why, String before, String after, String image, String expected) {
    var container =
        "{'name':'app','image':'%s','env':[{'name':'A','valueFrom':{'fieldRef':"
            + "{'fieldPath':`metadata.labels['a']`}}}]}";
    var result =
        diff(
            "{'labels':" + before + "}",
            container.formatted("v1"),
            "{'labels':" + after + "}",
            container.formatted(image));
    assertThat(result).isEqualTo(expected);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          initContainers   | spec.initContainers changed
          volumes          | spec.volumes changed
          nodeSelector     | spec.nodeSelector changed
          """)
  void anythingElseOfThePodMeansReplacement(String member, String because) {
    var before = json("{'spec':{'containers':[" + CONTAINER + "]}}");
    var after = json("{'spec':{'containers':[" + CONTAINER + "],'" + member + "':['x']}}");

    assertThat(TemplateDiff.between(before, after)).isEqualTo(new Result.Impossible(because));
  }

  private static String diff(String metaBefore, String before, String metaAfter, String after) {
    var template = "{'metadata':%s,'spec':{'containers':[%s]}}";
    return show(
        TemplateDiff.between(
            json(template.formatted(metaBefore, before)),
            json(template.formatted(metaAfter, after))));
  }

  private static String show(Result result) {
    return switch (result) {
      case Result.Impossible(var because) -> "replace: " + because;
      case Result.Change(var work, var metadata, _) ->
          "change "
              + work.images().entrySet().stream().map(e -> e + " ").collect(Collectors.joining())
              + work.resources().keySet().stream()
                  .map(name -> "resize " + name + " ")
                  .collect(Collectors.joining())
              + work.metadata().entrySet().stream()
                  .map(read -> read.getKey() + " reads " + text(read.getValue()) + " ")
                  .collect(Collectors.joining())
              + text(metadata);
    };
  }

  private static String text(Json.Obj json) {
    return JsonText.write(json).replace('"', '\'');
  }

  /// Single quotes for double ones; text between back quotes is taken as it is.
  private static Json.Obj json(String text) {
    var parts = text.split("`", -1);
    var written = new StringBuilder();
    for (var i = 0; i < parts.length; i++) {
      written.append(i % 2 == 0 ? parts[i].replace('\'', '"') : "\"" + parts[i] + "\"");
    }
    return Yaml.read(written.toString());
  }
}
