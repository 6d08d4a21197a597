package dev.ordinal.rig;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/// Starts the [Rig] with the first class that needs it and lets JUnit close it with the last.
final class ClusterExtension implements BeforeAllCallback, ParameterResolver {
  private static final Namespace HOME = Namespace.create(ClusterExtension.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster(context);
  }

  /// Nested classes and single tests use the namespace of the class around them. Where one instance
  /// serves all tests of a class, its constructor is the first to need it.
  private static Cluster cluster(ExtensionContext context) {
    var isReal = AnnotationSupport.isAnnotated(context.getRequiredTestClass(), OnRealCluster.class);
    var rig =
        context
            .getStore(StoreScope.LAUNCHER_SESSION, HOME)
            .computeIfAbsent(
                isReal ? ClusterKind.REAL : ClusterKind.chosen(),
                ground -> Rig.start(ground, line -> {}),
                Rig.class);
    return context
        .getStore(HOME)
        .computeIfAbsent(
            Cluster.class, _ -> rig.enter(context.getRequiredTestClass()), Cluster.class);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Cluster.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return cluster(context);
  }
}
