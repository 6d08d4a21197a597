package dev.ordinal.web;

import dev.ordinal.kube.http.Api;
import dev.ordinal.web.live.LiveCluster;

/// What a signed-in user works with: a view of the cluster and a connection with the user's rights.
///
/// @param name how the API server calls the user, or empty
/// @param close ends both
record Access(String name, LiveCluster live, Api api, Runnable close) {}
