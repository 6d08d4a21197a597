package dev.ordinal.ship.modern;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/// Gives old classes stack maps. Without them the JVM verifies a class in the old, slow way at each
/// start, and leaves it out of every cache. The instructions stay as they are.
final class ModernClasses implements AutoCloseable {
  /// The first version whose classes have stack maps.
  private static final int FIRST = ClassFile.JAVA_6_VERSION;

  private static final ClassTransform REWRITE =
      ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
          .andThen(
              (type, element) -> {
                if (element instanceof ClassFileVersion) {
                  type.withVersion(ClassFile.JAVA_8_VERSION, 0);
                } else {
                  type.with(element);
                }
              });

  private final URLClassLoader loader;
  private final ClassFile files;

  private ModernClasses(URLClassLoader loader) {
    this.loader = loader;
    this.files =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofClassLoading(loader).orElse(unknown())));
  }

  /// Knows the classes of one jar, and those of Java.
  static ModernClasses of(Path jar) throws IOException {
    var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    return new ModernClasses(loader);
  }

  /// What a class refers to and neither the jar nor Java has: optional parts.
  private static ClassHierarchyResolver unknown() {
    return _ -> ClassHierarchyInfo.ofClass(java.lang.constant.ConstantDescs.CD_Object);
  }

  static boolean isOld(String name, byte[] bytes) {
    return name.endsWith(".class") && (((bytes[6] & 0xff) << 8) | (bytes[7] & 0xff)) < FIRST;
  }

  byte[] rewritten(byte[] bytes) {
    return files.transformClass(files.parse(bytes), REWRITE);
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
