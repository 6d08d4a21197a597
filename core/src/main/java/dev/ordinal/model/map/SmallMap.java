package dev.ordinal.model.map;

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

/// An immutable sorted map, in two arrays. The members of JSON objects are few and copied often,
/// and a tree of entries costs several times as much. Values are not null.
@SuppressWarnings({"JdkObsolete", "NullAway"}) // a SortedMap is enough; get returns null
public final class SmallMap<V> extends AbstractMap<String, V> implements SortedMap<String, V> {
  private static final SmallMap<Object> EMPTY = new SmallMap<>(new String[0], new Object[0]);

  private final String[] names;
  private final Object[] values;

  private SmallMap(String[] names, Object[] values) {
    this.names = names;
    this.values = values;
  }

  @SuppressWarnings("unchecked") // there are no values
  public static <V> SmallMap<V> of(SortedMap<String, V> map) {
    if (map instanceof SmallMap<V> small) {
      return small;
    }
    if (map.isEmpty()) {
      return (SmallMap<V>) EMPTY;
    }
    var sorted = map.comparator() == null ? map : copied(map);
    var names = new String[sorted.size()];
    var values = new Object[names.length];
    var i = 0;
    for (var entry : sorted.entrySet()) {
      names[i] = entry.getKey();
      values[i++] = entry.getValue();
    }
    return new SmallMap<>(names, values);
  }

  private static <V> SortedMap<String, V> copied(SortedMap<String, V> map) {
    var sorted = new TreeMap<String, V>();
    sorted.putAll(map);
    return sorted;
  }

  public SmallMap<V> with(String name, V value) {
    var place = place(name);
    if (place >= 0) {
      var changed = values.clone();
      changed[place] = value;
      return new SmallMap<>(names, changed);
    }
    var at = -place - 1;
    var more = Arrays.copyOf(names, names.length + 1);
    var all = Arrays.copyOf(values, names.length + 1);
    System.arraycopy(names, at, more, at + 1, names.length - at);
    System.arraycopy(values, at, all, at + 1, names.length - at);
    more[at] = name;
    all[at] = value;
    return new SmallMap<>(more, all);
  }

  public SmallMap<V> without(String name) {
    var at = place(name);
    if (at < 0) {
      return this;
    }
    var fewer = Arrays.copyOf(names, names.length - 1);
    var rest = Arrays.copyOf(values, names.length - 1);
    System.arraycopy(names, at + 1, fewer, at, fewer.length - at);
    System.arraycopy(values, at + 1, rest, at, fewer.length - at);
    return new SmallMap<>(fewer, rest);
  }

  @SuppressWarnings("unchecked") // only values of this type are stored
  private V value(int place) {
    return (V) values[place];
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
  public V get(Object key) {
    var place = key instanceof String name ? place(name) : -1;
    return place < 0 ? null : value(place);
  }

  @Override
  public boolean containsKey(Object key) {
    return key instanceof String name && place(name) >= 0;
  }

  @Override
  public int size() {
    return names.length;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super V> action) {
    for (var i = 0; i < names.length; i++) {
      action.accept(names[i], value(i));
    }
  }

  @Override
  public Set<Map.Entry<String, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, V>> iterator() {
        return entries();
      }

      @Override
      public int size() {
        return names.length;
      }
    };
  }

  private Iterator<Map.Entry<String, V>> entries() {
    return new Iterator<>() {
      private int next;

      @Override
      public boolean hasNext() {
        return next < names.length;
      }

      @Override
      public Map.Entry<String, V> next() {
        if (next == names.length) {
          throw new NoSuchElementException();
        }
        return Map.entry(names[next], value(next++));
      }
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SmallMap<?> small
        ? other == this
            || (Arrays.equals(names, small.names) && Arrays.equals(values, small.values))
        : super.equals(other);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }

  @Override
  public Comparator<? super String> comparator() {
    return null;
  }

  @Override
  public SortedMap<String, V> subMap(String from, String to) {
    return tree().subMap(from, to);
  }

  @Override
  public SortedMap<String, V> headMap(String to) {
    return tree().headMap(to);
  }

  @Override
  public SortedMap<String, V> tailMap(String from) {
    return tree().tailMap(from);
  }

  private SortedMap<String, V> tree() {
    return Collections.unmodifiableSortedMap(new TreeMap<>((SortedMap<String, V>) this));
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
