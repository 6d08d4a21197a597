package dev.ordinal.model;

/// Keys and names that other programs rely on, in one place.
public final class Names {
  public static final String GROUP = "apps.kruise.io";
  public static final String API_VERSION = GROUP + "/v1beta1";
  public static final String KIND = "StatefulSet";
  public static final String JOB_KIND = "ImagePullJob";

  public static final String REVISION_LABEL = "controller-revision-hash";
  public static final String POD_NAME_LABEL = "statefulset.kubernetes.io/pod-name";
  public static final String POD_INDEX_LABEL = "apps.kubernetes.io/pod-index";
  public static final String HASH_LABEL = "controller.kubernetes.io/hash";
  public static final String LIFECYCLE_LABEL = "lifecycle.apps.kruise.io/state";
  public static final String LIFECYCLE_TIME = "lifecycle.apps.kruise.io/timestamp";
  public static final String SPECIFIED_DELETE_LABEL = "apps.kruise.io/specified-delete";

  /// On a claim that has grown for its set: the set's name, as Kruise writes it.
  public static final String GROWN_FOR = GROUP + "/owned-by-asts";

  /// On a pod that pulls an image: the uid of its job.
  public static final String PULLER_LABEL = GROUP + "/image-pull-job";

  /// The finalizer of a job that kruise-manager handles.
  public static final String JOB_LOCK = GROUP + "/deletion-protection";

  /// On a revision whose images are pulled ahead; spelt as Kruise spells it.
  public static final String AHEAD_LABEL = GROUP + "/pre-predownload-created";

  private Names() {}

  public static String pod(String set, int ordinal) {
    return set + "-" + ordinal;
  }

  public static String claim(String template, String set, int ordinal) {
    return template + "-" + set + "-" + ordinal;
  }

  /// The ordinal in a name of the form `<parent>-<digits>`, or -1. A leading zero is not accepted:
  /// `web-007` is not pod 7.
  public static int ordinal(String parent, String name) {
    var digits = parent.length() + 1;
    if (name.length() <= digits || !name.startsWith(parent) || name.charAt(digits - 1) != '-') {
      return -1;
    }
    var value = 0L;
    for (var i = digits; i < name.length(); i++) {
      var digit = name.charAt(i) - '0';
      if (digit < 0 || digit > 9 || value > Integer.MAX_VALUE) {
        return -1;
      }
      value = value * 10 + digit;
    }
    var isPadded = name.charAt(digits) == '0' && name.length() > digits + 1;
    return isPadded || value > Integer.MAX_VALUE ? -1 : (int) value;
  }
}
