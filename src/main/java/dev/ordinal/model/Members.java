package dev.ordinal.model;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The members of a JSON object: sorted, unchangeable, in two arrays. Objects are small and copied
/// often, and a tree of entries costs several times as much.
@SuppressWarnings("JdkObsolete") // Whoever reads an object needs no more than a SortedMap.
final class Members extends AbstractMap<String, Json> implements SortedMap<String, Json> {
  private final String[] names;
  private final Json[] values;

  private Members(String[] names, Json[] values) {
    this.names = names;
    this.values = values;
  }

  static Members of(SortedMap<String, Json> map) {
    if (map instanceof Members members) {
      return members;
    }
    var sorted = map.comparator() == null ? map : copied(map);
    var names = new String[sorted.size()];
    var values = new Json[names.length];
    var i = 0;
    for (var entry : sorted.entrySet()) {
      names[i] = entry.getKey();
      values[i++] = entry.getValue();
    }
    return new Members(names, values);
  }

  private static SortedMap<String, Json> copied(SortedMap<String, Json> map) {
    var sorted = new TreeMap<String, Json>();
    sorted.putAll(map);
    return sorted;
  }

  Members with(String name, Json value) {
    var place = place(name);
    if (place >= 0) {
      var changed = values.clone();
      changed[place] = value;
      return new Members(names, changed);
    }
    var at = -place - 1;
    var more = Arrays.copyOf(names, names.length + 1);
    var all = Arrays.copyOf(values, names.length + 1);
    System.arraycopy(names, at, more, at + 1, names.length - at);
    System.arraycopy(values, at, all, at + 1, names.length - at);
    more[at] = name;
    all[at] = value;
    return new Members(more, all);
  }

  Members without(String name) {
    var at = place(name);
    if (at < 0) {
      return this;
    }
    var fewer = Arrays.copyOf(names, names.length - 1);
    var rest = Arrays.copyOf(values, names.length - 1);
    System.arraycopy(names, at + 1, fewer, at, fewer.length - at);
    System.arraycopy(values, at + 1, rest, at, fewer.length - at);
    return new Members(fewer, rest);
  }

  private int place(String name) {
    var low = 0;
    var high = names.length - 1;
    while (low <= high) {
      var middle = (low + high) >>> 1;
      var order = names[middle].compareTo(name);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  @Override
  public @Nullable Json get(@Nullable Object key) {
    var place = key instanceof String name ? place(name) : -1;
    return place < 0 ? null : values[place];
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return key instanceof String name && place(name) >= 0;
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Json> action) {
    for (var i = 0; i < names.length; i++) {
      action.accept(names[i], values[i]);
    }
  }

  @Override
  public Set<Map.Entry<String, Json>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Json>> iterator() {
        return entries();
      }

      @Override
      public int size() {
        return names.length;
      }
    };
  }

  private Iterator<Map.Entry<String, Json>> entries() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < names.length;
      }

      @Override
      public Map.Entry<String, Json> next() {
        if (next == names.length) {
          throw new NoSuchElementException();
        }
        return Map.entry(names[next], values[next++]);
      }
    };
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Members members
        ? other == this
            || (Arrays.equals(names, members.names) && Arrays.equals(values, members.values))
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public @Nullable Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public SortedMap<String, Json> subMap(String from, String to) {
    return tree().subMap(from, to);
  }

  @Override
  public SortedMap<String, Json> headMap(String to) {
    return tree().headMap(to);
  }

  @Override
  public SortedMap<String, Json> tailMap(String from) {
    return tree().tailMap(from);
  }

  private SortedMap<String, Json> tree() {
    return Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<String, Json>) this));
  }

  @Override
  public String firstKey() {
    return end(0);
  }

  @Override
  public String lastKey() {
    return end(names.length - 1);
  }

  private String end(int place) {
    if (names.length == 0) {
      throw new NoSuchElementException();
    }
    return names[place];
  }
}
