package dev.ordinal.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// A certificate for 127.0.0.1 and its key, in two files, made by the JDK's keytool.
public record KeyPairFiles(Path certificate, Path key) {
  private static final String PASSWORD = "changeit";

  /// How the key is written.
  public enum Form {
    PKCS8("PRIVATE KEY"),
    RSA("RSA PRIVATE KEY"),
    EC("EC PRIVATE KEY");

    private final String title;

    Form(String title) {
      this.title = title;
    }
  }

  /// Writes `tls.crt` and `tls.key` into the folder, in place of earlier ones.
  public static KeyPairFiles create(Path folder, Form form)
      throws IOException, GeneralSecurityException, InterruptedException {
    var store = folder.resolve("store.p12");
    Files.deleteIfExists(store);
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            form == Form.EC ? "EC" : "RSA",
            "-alias",
            "port",
            "-dname",
            "CN=ordinal",
            "-ext",
            "san=ip:127.0.0.1",
            "-storetype",
            "PKCS12",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
    var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    var key = keys.getKey("port", PASSWORD.toCharArray()).getEncoded();
    var files = new KeyPairFiles(folder.resolve("tls.crt"), folder.resolve("tls.key"));
    Files.writeString(
        files.certificate(), pem("CERTIFICATE", keys.getCertificate("port").getEncoded()));
    Files.writeString(files.key(), pem(form.title, form == Form.PKCS8 ? key : inner(key)));
    return files;
  }

  /// The last item of a PKCS#8 key without its head: the key in the older form.
  private static byte[] inner(byte[] pkcs8) {
    var at = contentOf(pkcs8, 0);
    for (var item = 0; item < 2; item++) {
      at = contentOf(pkcs8, at) + length(pkcs8, at);
    }
    var begin = contentOf(pkcs8, at);
    return Arrays.copyOfRange(pkcs8, begin, begin + length(pkcs8, at));
  }

  private static int contentOf(byte[] der, int at) {
    var first = der[at + 1] & 0xff;
    return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  }

  private static int length(byte[] der, int at) {
    var first = der[at + 1] & 0xff;
    if (first < 0x80) {
      return first;
    }
    var length = 0;
    for (var i = 0; i < (first & 0x7f); i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xff);
    }
    return length;
  }

  private static String pem(String title, byte[] der) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(("-----BEGIN " + title + "-----\n").getBytes(StandardCharsets.UTF_8));
    out.writeBytes(Base64.getMimeEncoder(64, new byte[] {'\n'}).encode(der));
    out.writeBytes(("\n-----END " + title + "-----\n").getBytes(StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }
}
