package dev.ordinal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecifiedStageTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          labelled pod goes           | parallel replicas=2          | 0:v1:ready:specified 1:v1:ready            | delete web-0 SPECIFIED
          in order too                | replicas=2                   | 0:v1:ready:specified 1:v1:ready            | delete web-0 SPECIFIED
          one at a time               | parallel replicas=2          | 0:v1:ready:specified 1:v1:ready:specified  | delete web-1 SPECIFIED
          two at a time               | parallel replicas=2 max=2    | 0:v1:ready:specified 1:v1:ready:specified  | delete web-1 SPECIFIED, delete web-0 SPECIFIED
          another is down             | parallel replicas=2          | 0:v1:ready:specified 1:v1:crash            | -
          another is down, in order   | replicas=2                   | 0:v1:ready:specified 1:v1:crash            | -
          another is missing          | parallel replicas=2          | 0:v1:ready:specified                       | create web-1 v1
          one that is down is free    | parallel replicas=2          | 0:v1:crash:specified 1:v1:crash            | delete web-0 SPECIFIED
          and in order                | replicas=2                   | 0:v1:crash:specified 1:v1:ready            | delete web-0 SPECIFIED
          terminating is left         | parallel replicas=1          | 0:v1:terminating:specified                 | -
          while paused                | parallel replicas=2 paused   | 0:v1:ready:specified 1:v1:ready            | delete web-0 SPECIFIED
          under OnDelete              | parallel replicas=2 onDelete | 0:v1:ready:specified 1:v1:ready            | delete web-0 SPECIFIED
          condemned needs no label    | parallel replicas=1          | 0:v1:ready 1:v1:ready:specified            | delete web-1 SCALE_DOWN
          hook is asked               | parallel replicas=1 preDelete=drain | 0:v1:ready:specified:drain=true     | patch web-0 PREPARE
          prepared pod is waited for  | parallel replicas=1 preDelete=drain | 0:v1:ready:specified:drain=true:PreparingDelete | -
          hook holds it, and outdated | parallel replicas=1 preDelete=drain inPlace template=v2 revisions=v1,v2 current=v1 | 0:v1:ready:specified:drain=true:PreparingDelete | -
          the same in order           | replicas=1 preDelete=drain inPlace template=v2 revisions=v1,v2 current=v1 | 0:v1:ready:specified:drain=true:PreparingDelete | -
          the same while paused       | parallel paused replicas=1 preDelete=drain inPlace template=v2 revisions=v1,v2 current=v1 | 0:v1:ready:specified:drain=true:PreparingDelete | -
          label taken back            | parallel replicas=1 preDelete=drain | 0:v1:ready:drain=true:PreparingDelete | patch web-0 SETTLE
          """)
  void specified(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(rules, pods).actions()).isEqualTo(expected);
  }

  /// The example of Kruise: five pods, three may be down, two are.
  @Test
  void budgetIsSharedWithThoseThatAreDown() {
    var rules = "parallel replicas=5 max=3";
    var down = "0:v1:ready 1:v1:crash 2:v1:crash ";

    assertThat(Picture.of(rules, down + "3:v1:ready:specified 4:v1:ready:specified").actions())
        .isEqualTo("delete web-4 SPECIFIED");
    assertThat(
            Picture.of(
                    rules,
                    "0:v1:ready 1:v1:crash:specified 2:v1:crash:specified"
                        + " 3:v1:ready:specified 4:v1:ready:specified")
                .actions())
        .isEqualTo("delete web-4 SPECIFIED, delete web-2 SPECIFIED, delete web-1 SPECIFIED");
  }

  @Test
  void budgetIsSharedWithTheUpdate() {
    var rules = "template=v2 revisions=v1,v2 current=v1 replicas=3 max=1";
    var pods = "0:v1:ready:specified 1:v1:ready 2:v1:ready";

    assertThat(Picture.of(rules, pods).show())
        .isEqualTo(
            """
            delete web-0 SPECIFIED
            hold web-2 BudgetSpent[used=1, allowed=1]
            hold web-1 BudgetSpent[used=1, allowed=1]
            """);
    assertThat(Picture.of(rules + " parallel", pods).actions()).isEqualTo("delete web-0 SPECIFIED");
    assertThat(Picture.of(rules + " parallel inPlace max=2", pods).actions())
        .isEqualTo("delete web-0 SPECIFIED, patch web-2 CLOSE_GATE, patch web-2 UPDATE");
  }
}
