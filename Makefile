# `make help` lists what there is. The two commands a newcomer needs: `make up` and `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Warnings and errors only; the tests' own progress still shows.
MVN := mvn -B -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugins.surefire=info

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  \033[36m%-14s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: fmt
fmt: ## Format all Java files
	@$(MVN) -q process-test-classes
	@tools/java --test-classes dev.ordinal.tidy.FormatTest

.PHONY: check
check: ## Format, tidiness and unit tests (under three minutes; run before each commit)
	@$(MVN) test

.PHONY: bench
bench: ## Measure the slim reader against fabric8's informer
	@$(MVN) -q process-test-classes
	@tools/java --test-classes dev.ordinal.bench.ReaderBench

.PHONY: clean
clean: ## Remove what the build made (the cached control plane stays)
	@rm -rf target
