package dev.ordinal.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;

/// `ordinal version`
@Command(name = "version", description = "Print the version.")
final class VersionCommand implements Callable<Integer> {

  /// The version that the build wrote into the jar.
  static final class Source implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"ordinal " + version()};
    }
  }

  static String version() {
    var version = VersionCommand.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  @Override
  public Integer call() {
    System.out.println("ordinal " + version());
    return 0;
  }
}
