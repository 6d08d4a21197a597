package dev.ordinal.plan.order;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.plan.Picture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateOrderTest {
  private static final String RULES =
      "parallel template=v2 revisions=v1,v2 current=v1 replicas=4 max=4 ";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          without terms by ordinal  | unordered                       | 0:v1:ready 1:v1:ready 2:v1:ready 3:v1:ready | 3 2 1 0
          greater weight first      | weights=zone:a:50,zone:b:30     | 0:v1:ready:zone=a 1:v1:ready:zone=b 2:v1:ready 3:v1:ready:zone=b | 0 3 1 2
          weights add up            | weights=zone:a:30,disk:x:30,zone:b:50 | 0:v1:ready:zone=a:disk=x 1:v1:ready:zone=b 2:v1:ready 3:v1:ready:zone=a | 0 1 3 2
          number at the end         | orderKeys=rank                  | 0:v1:ready:rank=sts-10 1:v1:ready:rank=9 2:v1:ready:rank=x 3:v1:ready:rank=sts-2 | 0 1 3 2
          no key comes first        | orderKeys=rank                  | 0:v1:ready:rank=5 1:v1:ready 2:v1:ready:rank=7 3:v1:ready:rank=1 | 1 2 0 3
          first key counts          | orderKeys=a,b                   | 0:v1:ready:b=9 1:v1:ready:a=1 2:v1:ready:a=2:b=1 3:v1:ready:b=8 | 2 1 0 3
          a hostile number          | orderKeys=rank                  | 0:v1:ready:rank=99999999999999999999999 1:v1:ready:rank=5 2:v1:ready:rank=4 3:v1:ready:rank=3 | 0 1 2 3
          partition keeps the last  | weights=zone:a:50 partition=2   | 0:v1:ready:zone=a 1:v1:ready 2:v1:ready 3:v1:ready | 0 3
          updated ones are counted  | weights=zone:a:50 partition=2   | 0:v1:ready:zone=a 1:v1:ready 2:v2:ready 3:v1:ready | 0
          enough are updated        | weights=zone:a:50 partition=2   | 0:v1:ready:zone=a 1:v1:ready 2:v2:ready 3:v2:ready | -
          terminating is on its way | weights=zone:a:50 partition=2   | 0:v1:ready:zone=a 1:v1:ready 2:v1:ready 3:v1:terminating | 0
          what has begun goes on    | weights=zone:a:50 partition=3   | 0:v1:ready:zone=a 1:v1:ready:PreparingDelete 2:v1:ready 3:v1:ready | 1
          """)
  void order(String why, String rules, String pods, String expected) {
    var picture =
        Picture.of(RULES + rules, pods).actions().replaceAll("[a-z]+ web-(\\d) \\w+,?", "$1");

    assertThat(picture).isEqualTo(expected);
  }

  /// As many come back old as the partition says, whichever they are.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          enough old ones are left | partition=2 | 0:v1:ready 1:v1:ready 3:v2:ready | create web-2 v2
          an old one was lost      | partition=2 | 0:v1:ready 2:v2:ready 3:v2:ready | create web-1 v1
          two old ones were lost   | partition=2 | 2:v2:ready 3:v2:ready            | create web-0 v1, create web-1 v1
          one of two               | partition=1 | 2:v2:ready 3:v2:ready            | create web-0 v1, create web-1 v2
          """)
  void creation(String why, String rules, String pods, String expected) {
    assertThat(Picture.of(RULES + "unordered " + rules, pods).actions()).isEqualTo(expected);
  }
}
