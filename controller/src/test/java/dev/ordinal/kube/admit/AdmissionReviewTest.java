package dev.ordinal.kube.admit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionReviewTest {
  private static AdmissionReview read(String object, String old) throws IOException {
    var text =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {"uid": "u1",
         "kind": {"group": "apps.kruise.io", "version": "v1beta1", "kind": "StatefulSet"},
         "operation": "UPDATE", "object": %s, "oldObject": %s}}
        """
            .formatted(object, old);
    return AdmissionReview.read(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a creation          | {"spec": {"replicas": 1}}                               | null                                           | false
          another spec        | {"spec": {"replicas": 1}}                               | {"spec": {"replicas": 2}}                      | false
          a label             | {"metadata": {"labels": {"a": "b"}}, "spec": {}}        | {"spec": {}}                                   | true
          a finalizer less    | {"metadata": {}, "spec": {}}                            | {"metadata": {"finalizers": ["x"]}, "spec": {}} | true
          the status          | {"spec": {}, "status": {"replicas": 2}}                 | {"spec": {}, "status": {"replicas": 1}}        | true
          one that is deleted | {"metadata": {"deletionTimestamp": "t"}, "spec": {"replicas": 1}} | {"spec": {"replicas": 2}}            | true
          """)
  void harmlessIsWhatLeavesTheSpec(String why, String object, String old, boolean isHarmless)
      throws IOException {
    assertThat(read(object, old).isHarmless()).isEqualTo(isHarmless);
  }

  @Test
  void answersCarryTheUidAndTheSentence() throws IOException {
    var review = read("{}", "null");

    assertThat(JsonText.write(review.answer(Optional.empty())))
        .isEqualTo(
            """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",\
            "response":{"allowed":true,"uid":"u1"}}\
            """);
    assertThat(JsonText.write(review.answer(Optional.of("write 1 instead"))))
        .isEqualTo(
            """
            {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview",\
            "response":{"allowed":false,"status":{"code":422,"message":"write 1 instead",\
            "reason":"Invalid"},"uid":"u1"}}\
            """);
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> AdmissionReview.read("{}".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no AdmissionReview");
  }
}
