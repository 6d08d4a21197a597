/// HTTP to an API server: the connection with its credentials, requests, and how many at a time.
package dev.ordinal.kube.http;
