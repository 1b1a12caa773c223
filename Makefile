# The everyday commands. Each installs what it needs, says what it does, and is all that CI calls.

.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.PHONY: help run test test-code test-pages test-servers screenshots lint docs bench bench-instructions bench-sessions scale hostile sanitize soak image image-check clean

PORT ?= 8080
DEMO ?= Todo
# Whether a change in Public/ or Templates/ shows when a page is loaded again.
WATCH ?= on
# The path at which the documentation is served.
BASE ?= /
# The groups of tests that run at a time. Tests that wait for something take longer on a busy machine, and some give up.
JOBS ?= 1
# The idle sessions that `make bench-sessions` measures; a million take some minutes.
MANY ?= 1000000
# The flags of the image, so that what is run and measured here is what is shipped.
release = swift build --quiet -c release --product $(1)Server --static-swift-stdlib -Xlinker --gc-sections

BROWSER = build/tools/browser/bin/python Tests/Browser/browser

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## build the todo demo and serve it on http://localhost:8080 (make run DEMO=Gallery PORT=9000 WATCH=off)
	@.ci/install build
	@echo 'Building $(DEMO)Server, which takes a few minutes the first time'
	@$(call release,$(DEMO))
	@PORT=$(PORT) WATCH=$(WATCH) exec .build/release/$(DEMO)Server

# Debug builds take long for a page when the machine is busy. That is no overload.
test test-code test-pages test-servers screenshots: export LONGEST_WAIT = 10000

test: ## build and run all tests (make test JOBS=2)
	@.ci/install build test engines bench
	@.ci/step 'Building the tests' .ci/build-tests
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@# With JOBS=2 both at a time, which is a third faster. Each line of a recipe then prints its output when it is done.
	@$(MAKE) --jobs=$(JOBS) --output-sync=line --keep-going test-code test-pages
	@$(MAKE) test-servers

# The tests in Swift, the tools, and what the documentation says.
test-code:
	@.ci/step 'Testing the page checker' Tests/Integration/html-check-cases
	@.ci/step 'Testing the search for what does not work in apps' Tests/Moving/find-unsupported-cases
	@# With stdbuf, the name of a test is printed before the test begins. One after the other, as some load the machine.
	@.ci/step 'Running the tests in Swift Testing' .ci/limited 30 stdbuf -oL swift test --skip-build --disable-xctest --no-parallel
	@.ci/step 'Running the tests in XCTest' .ci/limited 20 stdbuf -oL swift test --skip-build --disable-swift-testing
	@.ci/step 'Checking the metrics, the dashboard and the alert rules' Tests/Operating/metrics
	@.ci/step 'Testing what makes new apps' Tests/New/check
	@.ci/step 'Trying what README.md says' Tests/Readme/check
	@.ci/step 'Compiling and running the code in docs/' Tests/Docs/check

# The pages in browsers.
test-pages:
	@.ci/step 'Comparing the measures of texts with those in Chromium' $(BROWSER:browser=text)-check
	@.ci/step 'Measuring texts and labels, and using live pages, in Firefox and WebKit' Tests/Browser/engines-check
	@.ci/step 'Testing the browser checks' $(BROWSER)-check-cases
	@.ci/step 'Testing the script of live pages in a browser' $(BROWSER:browser=live)-check --demos
	@.ci/step 'Walking over the controls of live pages at random' $(BROWSER:browser=live)-walk --steps 300
	@.ci/step 'Looking at every screen of the demos in a browser, and using it with the keyboard' $(BROWSER)-check
	@.ci/step 'Installing the todo demo in a browser, and using it while its server comes and goes' $(BROWSER:browser=installation)-check

# What loads the machine, and so is alone on it.
kill = Tests/Sessions/kill --posts 400 --kills 4 --server .build/debug/CounterServer
race = Tests/Sessions/race --posts 600 --server .build/debug/CounterServer
takeover = Tests/Sessions/takeover --takeovers 2 --clients 8 --server .build/debug/CounterServer
test-servers:
	@.ci/step 'Killing servers that store sessions in SQLite' $(kill)
	@.ci/step 'Killing servers that store sessions in Redis' $(kill) --storage redis
	@.ci/step 'Killing servers that store sessions in PostgreSQL, which is restarted' $(kill) --storage postgres --restarts 1
	@.ci/step 'Killing workers' $(kill) --workers
	@.ci/step 'Changing the same sessions at several servers' $(race)
	@.ci/step 'Changing the same sessions at several servers with PostgreSQL' $(race) --storage postgres
	@.ci/step 'Moving slots and killing a primary of a Redis Cluster' Tests/Sessions/cluster --posts 800 --server .build/debug/CounterServer
	@.ci/step 'Replacing servers under load, with a socket that is passed on' $(takeover)
	@.ci/step 'Replacing servers under load, with a shared port' $(takeover) --by reuse-port --storage redis
	@.ci/step 'Trying to stop and to starve servers' Tests/Hostile/run --servers .build/debug
	@.ci/step 'Trying the measurements' Tests/Bench/check .build/debug/TodoServer build/bench

screenshots: ## write pictures of all screens of the demos to build/screenshots, and check the screens
	@.ci/install build test
	@echo 'Building the demos'
	@for server in Gallery Counter FrameTodo Rewards Todo Weather; do swift build --quiet --product $${server}Server; done
	@$(BROWSER)-check --screenshots build/screenshots

lint: ## check the style of Swift, Dockerfiles and scripts
	@.ci/install lint
	@echo 'Checking style'
	@.ci/lint

docs: ## check the documentation, and write a site of it to build/docs (make docs BASE=/tempura for a site at that path)
	@.ci/install build docs
	@echo 'Checking the documentation'
	@.ci/docs-check
	@echo 'Checking the files for Compose, Kubernetes and GitHub'
	@.ci/operating-check
	@echo 'Building the modules'
	@swift build --quiet
	@.ci/step 'Writing the site to build/docs' .ci/docs-site --base '$(BASE)'
	@.ci/step 'Reading the site in a browser' $(BROWSER:browser=site)-check

bench: ## measure the todo demo (prints the tables of docs/performance.md; BENCH='growth-sessions growth-todos' for those)
	@.ci/install build bench
	@echo 'Building TodoServer, the limit and the load generators' >&2
	@$(call release,Todo) -Xlinker -s
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@Tests/Bench/measure --tools build/bench $(BENCH)
	@$(if $(BENCH),,.ci/install test && $(BROWSER:browser=live)-figures)
	@$(if $(BENCH),,$(MAKE) bench-sessions)

bench-instructions: ## count the instructions of the todo demo per request (make bench-instructions BENCH='--against PROGRAM')
	@.ci/install build bench
	@echo 'Building TodoServer and the load generators' >&2
	@$(call release,Todo)
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@Tests/Bench/instructions $(BENCH)

scale: ## simulate a million users on costs that are measured here (make scale SCALE='--between-taps 30')
	@.ci/install build bench
	@echo 'Building TodoServer and the load generators' >&2
	@$(call release,Todo) -Xlinker -s
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@Tests/Scale/simulate $(SCALE)

bench-sessions: ## measure idle sessions, and kill servers (prints the figures of docs/sessions.md)
	@.ci/install build bench
	@echo 'Building CounterServer and the load generators' >&2
	@$(call release,Counter) -Xlinker -s
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@Tests/Sessions/many --sessions $(MANY)
	@Tests/Sessions/kill
	@Tests/Sessions/kill --durability power
	@Tests/Sessions/kill --storage redis
	@Tests/Sessions/kill --storage postgres --restarts 1
	@Tests/Sessions/race
	@Tests/Sessions/cluster
	@Tests/Sessions/race --storage postgres

hostile: ## try to stop and to starve servers of the demos (each program of Tests/Hostile alone does more)
	@.ci/install build bench
	@$(MAKE) -C Tests/Bench BUILD='$(CURDIR)/build/bench'
	@echo 'Building the demos'
	@for demo in Counter Gallery Rewards Todo Weather; do $(call release,$$demo); done
	@Tests/Hostile/run

sanitize: ## send wrong requests to builds with the address and the thread sanitizer (make sanitize COUNT=100000)
	@.ci/install build
	@Tests/Hostile/sanitized $(COUNT)

soak: ## use release builds two million times, with a thousand users (make soak SOAK='--requests 100000')
	@.ci/install build
	@echo 'Building TodoServer and GalleryServer'
	@$(call release,Todo) && $(call release,Gallery)
	@Tests/Hostile/soak $(SOAK)

image: ## build the container image tempura-todo, with docker, podman or buildah
	@.ci/image

image-check: ## build and run the image without a container daemon and a registry, and try it
	@.ci/install build image
	@.ci/image-check

clean: ## remove what was built here
	@rm -rf .build build
