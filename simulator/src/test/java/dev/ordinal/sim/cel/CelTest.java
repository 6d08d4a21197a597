package dev.ordinal.sim.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ordinal.api.Yaml;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The language of the rules, on an object with a bit of everything.
class CelTest {
  private static final String SELF =
      "{n: 3, s: abc, t: true, l: [1, 2, 2], m: {a: x, b: y}, o: {deep: {er: 1}}, p: '5-7'}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " | ",
      quoteCharacter = '`',
      textBlock =
          """
          self.n == 3                                     | true
          self.n > 3                                      | false
          self.n + 1 == 4 && self.n - 5 == -2             | true
          self.n * 2 >= 6                                 | true
          self.s == 'abc' && self.s != "abd"              | true
          self.s in ['abc', 'x']                          | true
          'a' in self.m && !('c' in self.m)               | true
          self.m['b'] == 'y'                              | true
          self.l[1] == 2                                  | true
          has(self.o.deep.er) && !has(self.o.deep.est)    | true
          size(self.l) == 3 && size(self.s) == 3          | true
          size(self.m) == 2                               | true
          self.l.all(x, x >= 1)                           | true
          self.l.exists(x, x == 2)                        | true
          self.l.exists_one(x, x == 2)                    | false
          self.l.exists_one(x, x == 1)                    | true
          self.m.all(key, key in ['a', 'b'])              | true
          type(self.n) == int                             | true
          type(self.s) == int                             | false
          self.t ? self.n == 3 : self.n == 4              | true
          self.s.matches('^[a-c]+$')                      | true
          self.s.matches('b')                             | true
          self.s.contains('bc') && self.s.startsWith('a') | true
          int(self.p.split('-')[1]) == 7                  | true
          self.absent == 1 || self.n == 3                 | true
          self.n == 3 || self.absent == 1                 | true
          self.absent == 1 && self.n == 4                 | false
          self.absent == 1                                | false
          self.l[9] == 1                                  | false
          self == self                                    | true
          """)
  void expression(String source, boolean expected) {
    assertThat(Cel.parse(source).holds(Yaml.read(SELF), Optional.empty())).isEqualTo(expected);
  }

  @Test
  void transitionComparesWithWhatWas() {
    var rule = Cel.parse("self.n >= oldSelf.n");

    assertThat(rule.isTransition()).isTrue();
    assertThat(Cel.parse("self.folds > 1").isTransition()).isFalse();
    assertThat(rule.holds(Yaml.read("n: 2"), Optional.of(Yaml.read("n: 1")))).isTrue();
    assertThat(rule.holds(Yaml.read("n: 1"), Optional.of(Yaml.read("n: 2")))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"self.", "self.l.map(x, x)", "quantity(self.s)", "has(self)", "self ~ 1", "(self"})
  void unknownWordsAreRefusedWhenTheRuleIsRead(String source) {
    assertThatThrownBy(() -> Cel.parse(source)).isInstanceOf(IllegalArgumentException.class);
  }
}
