package dev.ordinal.run.ask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          201 |                                                                    | false
          409 | pods "web-0" already exists                                        | false
          422 | Pod "web-0" is invalid: spec.containers[0].image: Required value   | true
          400 | Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field | true
          400 | Pod in version "v1" cannot be handled as a Pod: quantities must match the regular | true
          400 | admission webhook "x" does not support dry run                     | false
          403 | pods "web-0" is forbidden: violates PodSecurity "restricted:latest" | true
          403 | pods "web-0" is forbidden: exceeded quota: few                     | false
          403 | pods "web-0" is forbidden: error looking up service account x      | false
          500 | etcd is away                                                       | false
          """)
  void onlyTheTemplatesOwnFaultsAreRefusals(int code, String words, boolean isRefused) {
    assertThat(Judgement.of(code, words == null ? "" : words).isRefused()).isEqualTo(isRefused);
  }
}
