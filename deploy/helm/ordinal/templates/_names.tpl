{{/* Names do not depend on the release: a second copy in the same cluster is refused by Helm. */}}
{{- define "ordinal.labels" -}}
{{ include "ordinal.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "ordinal.selector" -}}
app.kubernetes.io/name: ordinal
app.kubernetes.io/component: controller
{{- end }}

{{- define "ordinal.dashboard.labels" -}}
{{ include "ordinal.dashboard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
{{- end }}

{{- define "ordinal.dashboard.selector" -}}
app.kubernetes.io/name: ordinal
app.kubernetes.io/component: dashboard
{{- end }}

{{- define "ordinal.image" -}}
{{ include "ordinal.reference" (dict "image" .Values.image "version" .Chart.AppVersion) }}
{{- end }}

{{- define "ordinal.dashboard.image" -}}
{{ include "ordinal.reference" (dict "image" .Values.dashboard.image "version" .Chart.AppVersion) }}
{{- end }}

{{- define "ordinal.reference" -}}
{{- if .image.digest -}}
{{ .image.repository }}@{{ .image.digest }}
{{- else -}}
{{ .image.repository }}:{{ .image.tag | default .version }}
{{- end -}}
{{- end }}

{{/* Connections of our pods, where they are restricted. */}}
{{- define "ordinal.egress" -}}
{{- with .Values.networkPolicy.egress -}}
{{- if .enabled -}}
egress:
  - ports:
      {{- range .apiServerPorts }}
      - port: {{ . }}
      {{- end }}
    {{- with .apiServerBlocks }}
    to:
      {{- range . }}
      - ipBlock:
          cidr: {{ . }}
      {{- end }}
    {{- end }}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "ordinal.scheme" -}}
{{ if .Values.metrics.tls.secretName }}HTTPS{{ else }}HTTP{{ end }}
{{- end }}

{{/* The rules of one role of a file that the chart shares with deploy/. */}}
{{- define "ordinal.rules" -}}
{{- $wanted := .role -}}
{{- range $text := splitList "\n---\n" (.files.Get .file) -}}
{{- $document := fromYaml $text -}}
{{- if and (hasSuffix "Role" $document.kind) (eq $document.metadata.name $wanted) -}}
{{ toYaml $document.rules }}
{{- end -}}
{{- end -}}
{{- end }}

{{- define "ordinal.subject" -}}
- kind: ServiceAccount
  name: {{ .Values.serviceAccount.name }}
  namespace: {{ .Release.Namespace }}
{{- end }}

{{/* What a schema cannot say, or not as clearly. */}}
{{- define "ordinal.check" -}}
{{- if and .Values.metrics.auth (not .Values.metrics.tls.secretName) -}}
{{- fail "metrics.auth needs metrics.tls.secretName: without HTTPS tokens would travel in the clear." -}}
{{- end -}}
{{- if and .Values.metrics.auth .Values.watchNamespace .Values.rbac.create -}}
{{- fail "metrics.auth needs permissions outside of namespaces, which the chart does not grant when watchNamespace is set: leave one of them out." -}}
{{- end -}}
{{- if and .Values.metrics.readers (not .Values.metrics.auth) -}}
{{- fail "metrics.readers has no effect without metrics.auth: everyone may read the metrics." -}}
{{- end -}}
{{- if .Values.webhook.enabled -}}
{{- include "ordinal.check.webhook" . -}}
{{- else if .Values.webhook.certManager.enabled -}}
{{- fail "webhook.certManager.enabled has no effect without webhook.enabled." -}}
{{- end -}}
{{- end }}

{{- define "ordinal.check.webhook" -}}
{{- if .Values.watchNamespace -}}
{{- fail "webhook.enabled needs objects outside of namespaces, which the chart does not create when watchNamespace is set: leave one of them out." -}}
{{- end -}}
{{- if eq (int .Values.webhook.port) (int .Values.metrics.port) -}}
{{- fail "webhook.port and metrics.port are the same: give the webhook another port." -}}
{{- end -}}
{{- if and .Values.webhook.certManager.enabled (not .Values.webhook.certManager.issuerRef.name) -}}
{{- fail "webhook.certManager.enabled needs webhook.certManager.issuerRef.name: the Issuer or ClusterIssuer that signs the certificate." -}}
{{- end -}}
{{- range .Values.extraArgs -}}
{{- if regexMatch "^--webhook-(port|name|cert-dir)\\b" . -}}
{{- fail (printf "extraArgs has %s, which webhook.enabled sets: leave it out." .) -}}
{{- end -}}
{{- end -}}
{{- end }}
