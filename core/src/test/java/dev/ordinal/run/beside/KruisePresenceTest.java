package dev.ordinal.run.beside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ordinal.api.Yaml;
import dev.ordinal.run.beside.KruisePresence.Signs;
import dev.ordinal.run.lead.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// One look after the other, and what is known after each.
class KruisePresenceTest {
  /// A look is `seconds:lease:webhook`; the lease is `-`, `free`, or its version, and `?` when it
  /// may not be read.
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nothing of it                | 0:-:no                     | ABSENT
          webhook alone                | 0:-:yes                    | RUNNING
          webhook removed              | 0:-:yes 9:-:no             | RUNNING ABSENT
          renewed                      | 0:1:yes 2:2:yes 4:2:yes    | UNKNOWN RUNNING RUNNING
          renewed without a webhook    | 0:1:no 2:2:no              | UNKNOWN RUNNING
          long ago                     | 0:1:yes 19:1:yes 21:1:yes  | UNKNOWN UNKNOWN STOPPED
          killed                       | 0:1:no 2:2:no 17:2:no 23:2:no | UNKNOWN RUNNING RUNNING ABSENT
          started again                | 0:1:yes 21:1:yes 36:2:yes  | UNKNOWN STOPPED RUNNING
          handed over                  | 0:1:yes 2:2:yes 4:free:yes | UNKNOWN RUNNING STOPPED
          uninstalled                  | 0:1:yes 2:2:yes 4:-:no     | UNKNOWN RUNNING ABSENT
          installed later              | 0:-:no 30:1:yes 60:2:yes   | ABSENT UNKNOWN RUNNING
          never readable               | 0:?:? 15:?:?               | UNSEEN UNSEEN
          readable later               | 0:?:? 15:1:yes 17:2:yes    | UNSEEN UNKNOWN RUNNING
          readable no longer           | 0:1:yes 2:2:yes 4:?:?      | UNKNOWN RUNNING RUNNING
          readable no longer, was gone | 0:-:no 15:?:?              | ABSENT ABSENT
          """)
  void looks(String why, String looks, String expected) {
    var presence = new KruisePresence();
    var found = new ArrayList<String>();
    for (var look : looks.split(" ")) {
      var words = look.split(":");
      found.add(state(presence, words).name());
    }
    assertThat(String.join(" ", found)).as(why).isEqualTo(expected);
  }

  private static KruisePresence.State state(KruisePresence presence, String... words) {
    if (words[1].equals("?")) {
      return presence.refused();
    }
    var signs = new Signs(lease(words[1]), words[2].equals("yes"));
    return presence.look(signs, Duration.ofSeconds(Long.parseLong(words[0])));
  }

  private static Optional<Lease> lease(String word) {
    var holder = word.equals("free") ? "\"\"" : "kruise-1";
    return word.equals("-")
        ? Optional.empty()
        : Optional.of(
            Lease.read(
                Yaml.read(
                    "{metadata: {resourceVersion: \"%s\"}, spec: {holderIdentity: %s, leaseDurationSeconds: 15}}"
                        .formatted(word, holder))));
  }
}
