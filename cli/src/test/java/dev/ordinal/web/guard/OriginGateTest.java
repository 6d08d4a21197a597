package dev.ordinal.web.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.local.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginGateTest {
  private final OriginGate gate = OriginGate.of(8440, List.of("https://ordinal.example.com"));

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a look from this machine        | GET  | 127.0.0.1:8440      |                             |             | yes
          a look by name                  | GET  | localhost:8440      |                             |             | yes
          a look through the proxy        | GET  | ordinal.example.com |                             |             | yes
          a name pointed at this machine  | GET  | evil.example:8440   |                             |             | no
          another port of this machine    | GET  | 127.0.0.1:9000      |                             |             | no
          no host at all                  | GET  |                     |                             |             | no
          a change from the page          | POST | 127.0.0.1:8440      | http://127.0.0.1:8440       | same-origin | yes
          a change through the proxy      | POST | ordinal.example.com | https://ordinal.example.com |             | yes
          a change from another site      | POST | 127.0.0.1:8440      | https://evil.example        |             | no
          a change from another port      | POST | 127.0.0.1:8440      | http://127.0.0.1:9000       | same-site   | no
          a change without an origin      | POST | 127.0.0.1:8440      |                             |             | no
          a change from a sandboxed frame | POST | 127.0.0.1:8440      | null                        | cross-site  | no
          """)
  void requests(
      String why, String method, String host, String origin, String site, String isAllowed) {
    var headers = new TreeMap<String, String>();
    headers.put("content-type", "application/json");
    put(headers, "host", host);
    put(headers, "origin", origin);
    put(headers, "sec-fetch-site", site);
    var request = new HttpRequest(method, "/", headers, new byte[0]);
    assertThat(gate.findRefusal(request).isEmpty()).isEqualTo(isAllowed.equals("yes"));
  }

  private static void put(Map<String, String> headers, String name, String value) {
    if (value != null) {
      headers.put(name, value);
    }
  }

  /// A form of another site can send text, but no JSON, without asking the browser first.
  @ParameterizedTest
  @CsvSource({"text/plain", "application/x-www-form-urlencoded", "multipart/form-data"})
  void changeIsJson(String type) {
    var headers = new TreeMap<String, String>();
    headers.put("host", "127.0.0.1:8440");
    headers.put("origin", "http://127.0.0.1:8440");
    headers.put("content-type", type);
    assertThat(gate.findRefusal(new HttpRequest("POST", "/", headers, new byte[0]))).isPresent();
  }
}
