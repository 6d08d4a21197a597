# `make help` lists all commands. The two that a newcomer needs: `make up` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Prints warnings, errors, the phase, and the progress of the tests.
MVN := tools/mvn

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  \033[36m%-14s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo 'Modules: core (decides), codec (JSON), controller (runs in a cluster), simulator, cli, ship (image, archive, docs), tests.'

.PHONY: up
up: ## A cluster with the controller, on this machine; Ctrl-C stops it (REAL=1: a real control plane)
ifdef REAL
	@$(if $(ARGS),echo 'ARGS are flags of the simulated cluster; with REAL=1 there are none.' >&2; exit 2)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.rig.UpMain || [ $$? = 130 ] # Ctrl-C is no error
else
	@./ordinal up $(ARGS) || [ $$? = 130 ] # Ctrl-C is no error
endif

.PHONY: test
test: ## Everything: what check does, then the end-to-end tests
	@$(MVN) verify

.PHONY: fmt
fmt: ## Format all Java files
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.tidy.FormatTest

.PHONY: check
check: ## Format, tidiness and unit tests (run before each commit; MODULE=core: one module and what it needs)
	@$(MVN) $(if $(MODULE),-pl $(MODULE) -am) test

.PHONY: sim
sim: ## Run new fault scenarios in virtual time: SEEDS=10000 (FIRST=1: those from there); SEED=7 runs one and prints it
	@$(MVN) process-test-classes
	@tools/java --test-classes -XX:+UseParallelGC dev.ordinal.sim.virtual.SimMain SEED=$(SEED) SEEDS=$(SEEDS) FIRST=$(FIRST) KEEP=$(KEEP)

.PHONY: mutation
mutation: CLASSES ?= dev.ordinal.plan.*,dev.ordinal.pull.*
mutation: ## Run mutation tests (PIT) on the planners and their unit tests: CLASSES=dev.ordinal.plan.life.*
	@$(MVN) -pl core process-test-classes
	@$(MVN) -pl core -q -Pmutation org.pitest:pitest-maven:mutationCoverage -DtargetClasses='$(CLASSES)'

.PHONY: mutants
mutants: ## Plant bugs in the controller and check that the simulation finds them: MUTANT=grace plants some
	@$(MVN) integration-test -Dskip.unit -Dcluster=real -Dit.test=MutantsIT -Dmutant='$(MUTANT)' -Dfailsafe.failIfNoSpecifiedTests=false

.PHONY: e2e
e2e: ## End-to-end tests on the real control plane (CLUSTER=sim: on the simulated cluster)
	@$(MVN) integration-test -Dskip.unit -Dcluster=$(or $(CLUSTER),real)

.PHONY: control-plane
control-plane: ## Start the real control plane alone; prints its kubeconfig; Ctrl-C stops it
	@$(MVN) process-test-classes
	@exec tools/java --test-classes dev.ordinal.rig.ControlPlaneMain

# The controller's files and its cache as the image has them, which is what benchmarks run.
.PHONY: shipped
shipped: jars
	@PACK=no tools/build-image target/shipped

.PHONY: bench
bench: shipped ## Measure native controller, kruise-manager and Ordinal side by side (long; ARGS="rounds=1 parallel=200")
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.peers.PeersBench $(ARGS)

.PHONY: bench-quick
bench-quick: shipped ## The same with one round of small sets
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.peers.PeersBench quick $(ARGS)

.PHONY: bench-growth
bench-growth: ## Measure what events, pods and turns cost in clusters of 1,000 to 50,000 pods (ARGS="1000 5000")
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.growth.GrowthBench $(ARGS)

.PHONY: bench-reader
bench-reader: ## Measure the slim reader in protobuf and in JSON against fabric8's informer (ARGS=ours: without fabric8)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.ReaderBench $(ARGS)

.PHONY: bench-writes
bench-writes: ## Count the writes per pod, ours next to the native controller's
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.diff.WritesBench

.PHONY: bench-fairness
bench-fairness: ## Measure how long a small set waits beside busy, slow and failing ones (some 20 minutes)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.fair.FairnessBench $(ARGS)

.PHONY: bench-redundancy
bench-redundancy: ## Measure how long no controller acts when the leader goes (some 15 minutes)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.e2e.RedundancyBench $(ARGS)

.PHONY: golden
golden: ## Record anew what other controllers and older builds make of the golden sets (long: it builds another control plane)
	@$(MVN) process-test-classes
	@tools/golden

.PHONY: pictures
pictures: ## Make the pictures of README and guides again, from the real thing
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.browser.Pictures

.PHONY: bench-dashboard
bench-dashboard: ## Measure ten thousand pods in the dashboard's page (ARGS=2000: so many)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.browser.DashboardBench $(ARGS)

.PHONY: bench-trouble
bench-trouble: ## Measure what two controllers do while the API server fails (some 20 minutes; ARGS=1: half of it)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.e2e.ApiTroubleBench $(ARGS)

.PHONY: bench-sizing
bench-sizing: ## Measure memory and CPU of the controller by the number of pods (ARGS="100 1000 5000")
	@$(MVN) -Dskip.unit package
	@tools/java --test-classes dev.ordinal.bench.SizingBench $(ARGS)

.PHONY: soak
soak: ## An hour of random edits and faults with two controllers (ARGS="10 50": ten minutes, 50 sets)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.bench.soak.SoakBench $(ARGS)

.PHONY: manifests
manifests: ## Copy permissions, definitions and alerts into the Helm chart, and render deploy/install.yaml
	@tools/manifests

.PHONY: chart
chart: ## Pack the Helm chart into target/chart
	@mkdir -p target/chart
	@"$$(tools/build-helm)/helm" lint --strict --quiet deploy/helm/ordinal
	@"$$(tools/build-helm)/helm" package deploy/helm/ordinal --destination target/chart

.PHONY: verify-metrics
verify-metrics: ## Check metrics and alerts with Prometheus itself (built once, about twenty minutes)
	@$(MVN) process-test-classes
	@tools/java --test-classes dev.ordinal.metrics.VerifyMain

.PHONY: jars
jars:
	@$(MVN) -pl controller,cli,ship -am -Dskip.unit -Dmaven.test.skip=true package

.PHONY: image
image: jars ## The images of controller and dashboard as OCI archives, without Docker (BASE=DIR: on another root file system)
	@BASE='$(BASE)' tools/build-image target/image

.PHONY: dist
dist: jars ## The archive of the commands for users, with the Java runtime that they need
	@tools/build-archive target/dist

.PHONY: docs
docs: ## The documentation as a site, in target/site
	@$(MVN) -pl ship -am -Dskip.unit -Dmaven.test.skip=true package
	@tools/java -cp ship/target/ordinal-ship.jar dev.ordinal.ship.site.SiteMain . target/site

.PHONY: release
release: jars ## All that a release consists of, with checksums, in target/release
	@tools/build-release target/release

.PHONY: clean
clean: ## Remove what the build made (the cached control plane stays)
	@rm -rf target */target
