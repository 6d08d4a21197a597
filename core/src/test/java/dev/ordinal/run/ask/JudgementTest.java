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
          422 | pods "web-0" is forbidden: ValidatingAdmissionPolicy 'few' with binding 'few' denied request: no | true
          400 | Pod in version "v1" cannot be handled as a Pod: strict decoding error: unknown field | true
          400 | Pod in version "v1" cannot be handled as a Pod: quantities must match the regular | true
          400 | admission webhook "x" denied the request: no                       | true
          406 | admission webhook "x" denied the request: no                       | true
          500 | admission webhook "x" denied the request: no                       | true
          403 | admission webhook "x" denied the request: exceeded quota: few      | true
          413 | Request entity too large: limit is 3145728                         | true
          400 | admission webhook "x" does not support dry run                     | false
          401 | Unauthorized                                                       | false
          403 | pods "web-0" is forbidden: violates PodSecurity "restricted:latest" | true
          403 | pods "web-0" is forbidden: exceeded quota: few, requested: pods=1  | false
          403 | pods "web-0" is forbidden: failed quota: few: must specify limits.cpu | true
          403 | pods "web-0" is forbidden: error looking up service account shop/x: serviceaccount "x" not found | true
          403 | pods "web-0" is forbidden: no PriorityClass with name x was found  | true
          403 | pods "web-0" is forbidden: pod rejected: RuntimeClass "x" not found | true
          403 | pods "web-0" is forbidden: maximum cpu usage per Container is 1, but limit is 2 | true
          403 | pods is forbidden: User "x" cannot create resource "pods" in API group "" | true
          404 | namespaces "shop" not found                                        | false
          429 | too many requests                                                  | false
          500 | Internal error occurred: failed calling webhook "x": connection refused | true
          500 | etcd is away                                                       | false
          """)
  void everyRefusalOfThePodCounts(int code, String words, boolean isRefused) {
    assertThat(Judgement.of(code, words == null ? "" : words).isRefused()).isEqualTo(isRefused);
  }
}
