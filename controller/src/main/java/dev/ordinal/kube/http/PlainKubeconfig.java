package dev.ordinal.kube.http;

import static org.snakeyaml.engine.v2.common.ScalarStyle.PLAIN;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedAuthInfo;
import io.fabric8.kubernetes.api.model.NamedCluster;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.api.model.Preferences;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/// Makes the library's objects of a plain kubeconfig. The library's own parser takes longer than
/// all else that a short command does; it gets what is not plain here: commands and passwords,
/// unknown fields, and what is wrong.
final class PlainKubeconfig {
  /// Text without quotes that is text to every parser of YAML, if it is none of the words.
  private static final Pattern TEXT = Pattern.compile("(?s)([A-Za-z/]|\\.\\.?/).*");

  private static final Set<String> WORDS =
      Set.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

  private final File file;

  private PlainKubeconfig(File file) {
    this.file = file;
  }

  /// Something that is left to the library.
  private static final class NotPlain extends Exception {
    NotPlain() {
      super("not plain", null, false, false);
    }
  }

  private interface Reader<T> {
    T read(Map<String, Node> members) throws NotPlain;
  }

  static Optional<Config> read(Path file) {
    var settings = LoadSettings.builder().setSchema(new FailsafeSchema()).build();
    try {
      var root = new Compose(settings).composeString(Files.readString(file));
      return root.isEmpty()
          ? Optional.empty()
          : Optional.of(new PlainKubeconfig(file.toFile()).config(members(root.get())));
    } catch (NotPlain | YamlEngineException | IOException _) {
      return Optional.empty();
    }
  }

  private Config config(Map<String, Node> members) throws NotPlain {
    var config = new Config();
    for (var each : members.entrySet()) {
      var value = each.getValue();
      switch (each.getKey()) {
        case "apiVersion" -> config.setApiVersion(text(value));
        case "kind" -> config.setKind(text(value));
        case "current-context" -> config.setCurrentContext(text(value));
        case "preferences" -> config.setPreferences(preferences(members(value)));
        case "clusters" -> config.setClusters(list(value, this::namedCluster));
        case "contexts" -> config.setContexts(list(value, this::namedContext));
        case "users" -> config.setUsers(list(value, this::namedUser));
        default -> throw new NotPlain();
      }
    }
    return config;
  }

  private static Preferences preferences(Map<String, Node> members) throws NotPlain {
    if (!members.isEmpty()) {
      throw new NotPlain();
    }
    return new Preferences();
  }

  private NamedCluster namedCluster(Map<String, Node> members) throws NotPlain {
    var named = new NamedCluster(cluster(part(members, "cluster")), text(members.get("name")));
    named.setAdditionalProperty("KUBERNETES_CONFIG_CLUSTER_FILE_KEY", file);
    return named;
  }

  private static Cluster cluster(Map<String, Node> members) throws NotPlain {
    var cluster = new Cluster();
    for (var each : members.entrySet()) {
      var value = each.getValue();
      switch (each.getKey()) {
        case "server" -> cluster.setServer(text(value));
        case "certificate-authority" -> cluster.setCertificateAuthority(text(value));
        case "certificate-authority-data" -> cluster.setCertificateAuthorityData(text(value));
        case "insecure-skip-tls-verify" -> cluster.setInsecureSkipTlsVerify(truth(value));
        case "tls-server-name" -> cluster.setTlsServerName(text(value));
        case "proxy-url" -> cluster.setProxyUrl(text(value));
        case "extensions" -> {}
        default -> throw new NotPlain();
      }
    }
    return cluster;
  }

  private NamedContext namedContext(Map<String, Node> members) throws NotPlain {
    var named = new NamedContext(context(part(members, "context")), text(members.get("name")));
    named.setAdditionalProperty("KUBERNETES_CONFIG_CONTEXT_FILE_KEY", file);
    return named;
  }

  private static Context context(Map<String, Node> members) throws NotPlain {
    var context = new Context();
    for (var each : members.entrySet()) {
      var value = each.getValue();
      switch (each.getKey()) {
        case "cluster" -> context.setCluster(text(value));
        case "user" -> context.setUser(text(value));
        case "namespace" -> context.setNamespace(text(value));
        case "extensions" -> {}
        default -> throw new NotPlain();
      }
    }
    return context;
  }

  private NamedAuthInfo namedUser(Map<String, Node> members) throws NotPlain {
    var named = new NamedAuthInfo(text(members.get("name")), user(part(members, "user")));
    named.setAdditionalProperty("KUBERNETES_CONFIG_AUTH_INFO_FILE_KEY", file);
    return named;
  }

  private static AuthInfo user(Map<String, Node> members) throws NotPlain {
    var user = new AuthInfo();
    for (var each : members.entrySet()) {
      var value = each.getValue();
      switch (each.getKey()) {
        case "token" -> user.setToken(text(value));
        case "tokenFile" -> user.setTokenFile(text(value));
        case "client-certificate" -> user.setClientCertificate(text(value));
        case "client-certificate-data" -> user.setClientCertificateData(text(value));
        case "client-key" -> user.setClientKey(text(value));
        case "client-key-data" -> user.setClientKeyData(text(value));
        default -> throw new NotPlain();
      }
    }
    return user;
  }

  /// The part of a named entry; the entry has nothing else.
  private static Map<String, Node> part(Map<String, Node> members, String name) throws NotPlain {
    if (!members.keySet().equals(Set.of("name", name))) {
      throw new NotPlain();
    }
    return members(members.get(name));
  }

  private static <T> List<T> list(Node node, Reader<T> reader) throws NotPlain {
    if (!(node instanceof SequenceNode sequence)) {
      throw new NotPlain();
    }
    var items = new ArrayList<T>();
    for (var item : sequence.getValue()) {
      items.add(reader.read(members(item)));
    }
    return items;
  }

  private static Map<String, Node> members(@Nullable Node node) throws NotPlain {
    if (!(node instanceof MappingNode mapping)) {
      throw new NotPlain();
    }
    var members = new LinkedHashMap<String, Node>();
    for (var tuple : mapping.getValue()) {
      if (members.put(text(tuple.getKeyNode()), tuple.getValueNode()) != null) {
        throw new NotPlain();
      }
    }
    return members;
  }

  private static String text(@Nullable Node node) throws NotPlain {
    var text = scalar(node);
    if (text.getScalarStyle() == PLAIN
        && (!TEXT.matcher(text.getValue()).matches()
            || WORDS.contains(text.getValue().toLowerCase(Locale.ROOT)))) {
      throw new NotPlain();
    }
    return text.getValue();
  }

  private static boolean truth(Node node) throws NotPlain {
    var text = scalar(node);
    if (text.getScalarStyle() != PLAIN || !Set.of("true", "false").contains(text.getValue())) {
      throw new NotPlain();
    }
    return text.getValue().equals("true");
  }

  private static ScalarNode scalar(@Nullable Node node) throws NotPlain {
    if (node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.STR)) {
      return scalar;
    }
    throw new NotPlain();
  }
}
