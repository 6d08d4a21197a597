package dev.ordinal.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bad image name        | invalid reference format
          app:                  | invalid reference format
          app:a:b               | invalid reference format
          -app                  | invalid reference format
          app@sha256:12         | invalid reference format
          reg.example//app      | invalid reference format
          NGINX                 | invalid reference format: repository name (library/NGINX) must be lowercase
          registry:5000/NGINX:x | invalid reference format: repository name (NGINX) must be lowercase
          0000000000000000000000000000000000000000000000000000000000000000 | invalid repository name (0000000000000000000000000000000000000000000000000000000000000000), cannot specify 64-byte hexadecimal strings
          """)
  void faultIsThatOfTheParser(String name, String fault) {
    assertThat(ImageName.findFault(name)).contains(fault);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "app",
        "app:1",
        "app:Tag_1.0-x",
        "library/app",
        "localhost/app",
        "Reg.Example:5000/a/b__c/d--e:1",
        "[::1]:5000/app",
        "side@sha256:0000000000000000000000000000000000000000000000000000000000000000",
        "side:1@sha256:0000000000000000000000000000000000000000000000000000000000000000"
      })
  void otherNamesHaveNone(String name) {
    assertThat(ImageName.findFault(name)).isEmpty();
  }
}
