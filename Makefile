# Fencepost. `make test` is the gate: it installs what is missing and proves
# everything that can be proved in a few minutes.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
TOOL := go tool -modfile=.ci/tools.mod
PKGS := ./...

.PHONY: test need check cross generate fmt lint unit image race prove class arm64 score soak bench benchmarks seeds fuzz vuln sbom shots lighthouse help

help: ## Say what there is to make.
	@sed -n 's/^\([a-z0-9]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

test: need check cross lint unit seeds image ## Install what is missing, check the code, lint the content, run every test.

need: ## Install Chromium, PostgreSQL and the npm packages that tests use.
	@.ci/need

check: ## The list of modules, generated code, formatting, go vet, staticcheck, known vulnerabilities.
	go mod tidy -diff
	@.ci/generated
	@unformatted=$$($(TOOL) gofumpt -l .); [ -z "$$unformatted" ] || { echo "gofumpt would change:"; echo "$$unformatted"; exit 1; }
	go vet $(PKGS)
	$(TOOL) staticcheck $(PKGS)
	@.ci/vuln

STAMP = -X main.stampVersion=$(VERSION) -X main.stampCommit=$(COMMIT)
VERSION = $(shell git describe --tags --always 2>/dev/null || echo unknown)
COMMIT = $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)$(shell git diff --quiet HEAD 2>/dev/null || echo +)
# How the Dockerfile builds the program.
SHIPPED = $(shell sed -n 's/^ENV GOFLAGS="\(.*\)"$$/\1/p' Dockerfile)

cross: ## The program for amd64 and arm64 in bin/, and go vet for both.
	GOOS=linux GOARCH=arm64 go vet -trimpath $$(go list $(PKGS) | grep -v /e2e)
	@for arch in amd64 arm64; do \
	  CGO_ENABLED=0 GOOS=linux GOARCH=$$arch GOFLAGS="$(SHIPPED)" go build -ldflags "-s -w $(STAMP)" -o bin/web-linux-$$arch ./cmd/web; \
	  go version -m bin/web-linux-$$arch | grep -q "GOARCH=$$arch"; \
	  ls -l bin/web-linux-$$arch; \
	done

lint: ## Everything that an author can get wrong in content/, trained scorers that are stale included.
	go run ./cmd/web lint
	go run ./cmd/web fit -check

unit: ## Every test, the browser's included; the site's scripts on PostgreSQL too.
	go test -timeout 30m $(PKGS)
	SITE_TESTS_ON=postgres go test -timeout 10m ./cmd/web/internal/site -run '^TestScripts$$'

image: need ## Build the container's image as the Dockerfile says, without Docker, and run it as an unprivileged user.
	@.ci/image

race: need ## Every test under the race detector.
	go test -race -timeout 60m $(PKGS)

PROOF := go test -v -count=1 -timeout 12h -run '^TestProve' ./store/sqlite ./cmd/web/internal/prove

prove: need ## That nothing acknowledged is lost: kills, power cuts, a full disk and more, in under five minutes.
	PROVE_KILLS=30 PROVE_ANSWERS=600 PROVE_CUTS=150 PROVE_CUT_ANSWERS=1500 PROVE_MIGRATION_KILLS=30 PROVE_VOLUME_MB=16 \
	PROVE_LOCK_SECONDS=15 PROVE_DAMAGED_PAGES=5 PROVE_BACKUPS=4 PROVE_RATIO_ANSWERS=1000 PROVE_RATIO_ROUNDS=5 \
	$(PROOF) | grep -v '^=== '

class: need ## A class of 500 on three replicas that are killed one after another, and on one with SQLite; docs/class.md says what came of it.
	CLASS_STUDENTS=$${CLASS_STUDENTS:-500} CLASS_SPEED=$${CLASS_SPEED:-10} CLASS_SPEED_ALONE=$${CLASS_SPEED_ALONE:-30} \
	CLASS_WINDOW=$${CLASS_WINDOW:-60} CLASS_STAIRS=$${CLASS_STAIRS:-8} CLASS_REPORT=$(CURDIR)/docs/class.md \
	go test -v -count=1 -timeout 12h -run '^(TestClass|TestClassOnSQLite|TestHowManyLearnersOneMachineHolds)$$' ./cmd/web/internal/class

soak: need ## The same for longer; each count is a variable: make soak PROVE_KILLS=1000 and so on.
	PROVE_KILLS=$${PROVE_KILLS:-300} PROVE_ANSWERS=$${PROVE_ANSWERS:-2000} PROVE_CUTS=$${PROVE_CUTS:-1000} \
	PROVE_CUT_ANSWERS=$${PROVE_CUT_ANSWERS:-5000} PROVE_MIGRATION_KILLS=$${PROVE_MIGRATION_KILLS:-400} \
	PROVE_VOLUME_MB=$${PROVE_VOLUME_MB:-64} PROVE_LOCK_SECONDS=$${PROVE_LOCK_SECONDS:-30} \
	PROVE_DAMAGED_PAGES=$${PROVE_DAMAGED_PAGES:-60} PROVE_BACKUPS=$${PROVE_BACKUPS:-40} \
	$(PROOF) | grep -v '^=== '
	@.ci/fuzz $(or $(FUZZ),60s)

arm64: ## The same scores to the byte on another machine: arm64 under qemu.
	@.ci/arm64

score: ## How long scoring takes: median, 99th percentile and allocations, at 600 characters and at 5,000 hostile ones.
	go test -run '^$$' -bench '^BenchmarkScore' -benchmem -benchtime 2000x ./lessons/grade

bench: need ## The product against nginx, PocketBase and its own page from memory, in turn, into BENCH.md: some ten minutes; BENCH_ROUNDS=5.
	@.ci/bench

benchmarks: ## Every Go benchmark, with allocations.
	go test -run '^$$' -bench . -benchmem $(PKGS)

seeds: ## Each fuzz target for 5 seconds, not guided by coverage, as many at once as there are cores.
	@.ci/fuzz 5s quick

fuzz: ## Each fuzz target for FUZZ (20s), guided by coverage.
	@.ci/fuzz $(or $(FUZZ),20s)

vuln: ## Known vulnerabilities in what the program calls; DB=latest, or DB=https://vuln.go.dev, for a newer database.
	@.ci/vuln $(DB)

sbom: ## The parts that the program holds: their licences, which `web licences` prints, and bin/fencepost.cdx.json (CycloneDX).
	go test ./cmd/web/internal/licences -count=1 -update
	@mkdir -p bin
	go tool -modfile=.ci/sbom.mod cyclonedx-gomod app -main cmd/web -json -std -noserial -output bin/fencepost.cdx.json .

generate: ## Write the Go code of the templ components and train the lessons' scorers.
	$(TOOL) templ generate
	go run ./cmd/web fit

fmt: ## Format Go and templ.
	$(TOOL) gofumpt -w .
	$(TOOL) templ fmt views

shots: need ## Screenshots of every page at 390 and 1280 px, light, dark and without scripts, into bin/shots.
	go test ./cmd/web/internal/e2e -run 'Accessible$$|Insight|^TestShots$$' -count=1 -shots "$(CURDIR)/bin/shots"

lighthouse: need ## Lighthouse's scores of catalogue, lesson, result and review desk: medians of ROUNDS (3), on a phone and on a laptop.
	go test ./cmd/web/internal/e2e -run '^TestLighthouse$$' -count=1 -timeout 60m -lighthouse $(or $(ROUNDS),3)
