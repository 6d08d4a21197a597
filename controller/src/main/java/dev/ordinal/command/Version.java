package dev.ordinal.command;

import picocli.CommandLine.IVersionProvider;

/// The version that the build wrote into the jar.
public final class Version implements IVersionProvider {
  public static String number() {
    var version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public String[] getVersion() {
    return new String[] {"ordinal " + number()};
  }
}
