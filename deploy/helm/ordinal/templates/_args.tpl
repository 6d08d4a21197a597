{{- define "ordinal.args" -}}
{{- if .Values.watchNamespace }}
- --namespace={{ .Values.watchNamespace }}
{{- end }}
- --leader-elect
- --leader-elect-resource-namespace={{ .Release.Namespace }}
- --leader-elect-lease-duration={{ .Values.leaderElection.leaseDuration }}
- --leader-elect-renew-deadline={{ .Values.leaderElection.renewDeadline }}
- --leader-elect-retry-period={{ .Values.leaderElection.retryPeriod }}
- --metrics-bind-address=:{{ .Values.metrics.port }}
- --metrics-max-sets={{ .Values.metrics.maxSets }}
{{- if .Values.metrics.tls.secretName }}
- --tls-cert-file=/etc/ordinal/tls/tls.crt
- --tls-private-key-file=/etc/ordinal/tls/tls.key
{{- end }}
{{- if .Values.metrics.auth }}
- --metrics-auth
{{- end }}
{{- with .Values.webhook }}
{{- if .enabled }}
- --webhook-port={{ .port }}
{{- if .certManager.enabled }}
- --webhook-cert-dir=/etc/ordinal/webhook
{{- else }}
- --webhook-name=ordinal
{{- end }}
{{- end }}
{{- end }}
- --log-format={{ .Values.log.format }}
- --log-level={{ .Values.log.level }}
{{- if .Values.log.levelConfigMap }}
- --log-level-file=/etc/ordinal/log/level
{{- end }}
{{- range $gate, $isOn := .Values.featureGates }}
- --feature-gates={{ $gate }}={{ $isOn }}
{{- end }}
{{- range .Values.extraArgs }}
- {{ . | quote }}
{{- end }}
{{- end }}
