# The everyday commands. CI calls nothing else. Each says what it does and, except `image`, installs what it needs.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: help run test test-all simulate screenshots pictures-ios lint docs bench bench-instructions bench-sessions scale hostile sanitize soak image image-check clean

PORT ?= 8080
DEMO ?= Todo
# Whether `make image-check` also installs the image on a machine with systemd.
MACHINE ?=
# The path at which the documentation is served, and where the repository's files are, such as https://HOST/ORG/REPO/blob/main.
BASE ?= /
SOURCE ?=
# How many checks run at a time; by default two for each core. A text in the title or the command of those to run.
JOBS ?=
ONLY ?=
# How many steps `make simulate` does, and the number that its histories are made of; by default a new one.
STEPS ?= 1000000
SEED ?=
# The idle sessions that `make bench-sessions` measures; a million take some minutes.
MANY ?= 1000000

BROWSER = build/tools/browser/bin/python Tests/Browser/browser

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the todo demo, serve it on http://localhost:8080, and follow changes of the code (make run DEMO=Gallery PORT=9000)
	@.ci/install build
	@exec .ci/develop $(DEMO)Server $(PORT)

test: ## build and run what a change can break, in minutes (make test ONLY=Katana)
	@.ci/install build test solver
	@.ci/step 'Building the tests' .ci/build-tests
	@.ci/test --only '$(ONLY)' $(if $(JOBS),--jobs $(JOBS))

test-all: ## build and run all tests, also those that take longer, within an hour (make test-all ONLY=cluster)
	@.ci/install build test solver engines bench ios
	@.ci/step 'Building the tests' .ci/build-tests
	@$(MAKE) -C Tests/Bench
	@.ci/test --all --only '$(ONLY)' $(if $(JOBS),--jobs $(JOBS))

simulate: ## run histories of servers, browsers and a storage in virtual time (make simulate STEPS=10000000 SEED=1)
	@.ci/install build
	@echo 'Building the simulation, which takes some minutes the first time' >&2
	@.ci/build-release Simulate
	@.build/release/Simulate --steps '$(STEPS)' --seed '$(SEED)'

screenshots: ## write pictures of all screens of the demos to build/screenshots, and check the screens
	@.ci/install build test
	@echo 'Building the demos'
	@for server in Gallery Counter FrameTodo Rewards Todo Weather; do swift build --quiet --product $${server}Server; done
	@$(BROWSER)-check --screenshots build/screenshots

pictures-ios: ## compare screens with pictures that iPhones took, and write both to build/pictures-ios (make pictures-ios ONLY=table)
	@.ci/install build pictures ios
	@.ci/step 'Building the screens' swift build --product IOSPictures
	@Tests/IOSPictures/check --only '$(ONLY)'

lint: ## check the style of Swift, Dockerfiles and scripts, and the floors and sizes of modules
	@.ci/install lint
	@echo 'Checking style'
	@.ci/lint

docs: ## check the documentation, and write a site of it to build/docs (make docs SOURCE=https://HOST/ORG/REPO/blob/main BASE=/tempura)
	@.ci/install build docs
	@echo 'Checking the documentation'
	@.ci/docs-check
	@echo 'Checking the files for Compose, Kubernetes and GitHub'
	@.ci/operating-check
	@echo 'Building the modules'
	@swift build --quiet
	@.ci/step 'Writing the site to build/docs' .ci/docs-site --base '$(BASE)' $(if $(SOURCE),--source '$(SOURCE)')
	@Tests/Docs/site-cases
	@.ci/step 'Reading the site in a browser' $(BROWSER:browser=site)-check

bench: ## measure the todo demo (prints the figures of docs/reference/performance.md; BENCH='growth-sessions growth-todos' for those)
	@.ci/install build bench
	@echo 'Building TodoServer, the limit and the load generators' >&2
	@.ci/build-release TodoServer -Xlinker -s
	@$(MAKE) -C Tests/Bench
	@Tests/Bench/measure --tools build/bench $(BENCH)
	@$(if $(BENCH),,.ci/install test && $(BROWSER:browser=live)-figures)
	@$(if $(BENCH),,$(MAKE) bench-sessions)

bench-instructions: ## count the instructions of the todo demo per request (make bench-instructions BENCH='--against PROGRAM')
	@.ci/install build bench
	@echo 'Building TodoServer and the load generators' >&2
	@.ci/build-release TodoServer
	@$(if $(findstring cells,$(BENCH)),.ci/build-release CellsServer)
	@$(MAKE) -C Tests/Bench
	@Tests/Bench/instructions $(BENCH)

scale: ## simulate a million users on costs that are measured here (make scale SCALE='--between-taps 30')
	@.ci/install build bench
	@echo 'Building TodoServer and the load generators' >&2
	@.ci/build-release TodoServer -Xlinker -s
	@$(MAKE) -C Tests/Bench
	@Tests/Scale/simulate $(SCALE)

bench-sessions: ## measure idle sessions, and kill servers (prints the figures of Tests/Sessions/README.md)
	@.ci/install build bench
	@echo 'Building CounterServer and the load generators' >&2
	@.ci/build-release CounterServer -Xlinker -s
	@$(MAKE) -C Tests/Bench
	@Tests/Sessions/many --sessions $(MANY)
	@Tests/Sessions/kill
	@Tests/Sessions/kill --durability power
	@Tests/Sessions/kill --storage redis
	@Tests/Sessions/kill --storage postgres --restarts 1
	@Tests/Sessions/race
	@Tests/Sessions/cluster
	@Tests/Sessions/race --storage postgres
	@for storage in redis cluster postgres sqlite; do \
		Tests/Sessions/race --shared --storage $$storage; \
		Tests/Sessions/race --shared --storage $$storage --kills 20; \
	done
	@Tests/Sessions/race --shared --storage memory

hostile: ## try to stop and to starve servers of the demos (each program of Tests/Hostile alone does more)
	@.ci/install build bench
	@$(MAKE) -C Tests/Bench
	@echo 'Building the demos'
	@for demo in Counter Gallery Rewards Todo Weather; do .ci/build-release $${demo}Server; done
	@Tests/Hostile/run

sanitize: ## send wrong requests to builds with the address and the thread sanitizer (make sanitize COUNT=100000)
	@.ci/install build
	@Tests/Hostile/sanitized $(COUNT)

soak: ## use release builds two million times, with a thousand users (make soak SOAK='--requests 100000')
	@.ci/install build
	@echo 'Building TodoServer and GalleryServer'
	@.ci/build-release TodoServer && .ci/build-release GalleryServer
	@Tests/Hostile/soak $(SOAK)

image: ## build the container image tempura-todo, with docker, podman or buildah
	@.ci/image

image-check: ## build and run the image without a container daemon, and try it (make image-check MACHINE=on installs it, too)
	@.ci/install build image
	@MACHINE='$(MACHINE)' .ci/image-check

clean: ## remove what was built here
	@rm -rf .build build
