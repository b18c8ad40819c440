# dock: everything a person or a machine does with this tree. `make` alone lists it.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 30
PROGRAMS ?= 10000
SHOWS ?= 500
SCENES ?= 10000
SWEEPS ?= 10000
FORMS ?= 10000
FORM_SWEEPS ?= 500
TRACKING ?= 200
THOROUGH ?= 1

SOURCES := Sources Tests Examples/App Package.swift Fuzzing/Package.swift Fuzzing/Sources
GOLDENS := Examples Tests
STATIC := .build-static

# What is called across modules is specialised and inlined as within one.
RELEASE_FLAGS := -Xswiftc -cross-module-optimization --omit-frame-pointers
# Every x86 processor since 2009 rounds in one instruction; without this each rounding is a call.
ifeq ($(shell uname -m),x86_64)
RELEASE_FLAGS += -Xcc -march=x86-64-v2
endif
# A finished binary needs no Swift runtime where the platform lets one be linked in.
ifeq ($(shell uname -s),Linux)
RELEASE_FLAGS += --static-swift-stdlib -Xlinker -s -Xlinker --no-export-dynamic
# Nor does it need the C++ library of the runtime, where there is an archive of it: to load that
# takes a seventh of the time of a short command. The linker takes the first library that it finds.
CXX_ARCHIVE := $(filter /%,$(shell clang -print-file-name=libstdc++.a 2>/dev/null))
ifneq ($(CXX_ARCHIVE),)
RELEASE_FLAGS += -Xlinker -L$(CURDIR)/$(STATIC)/archives -Xlinker -l:libgcc_eh.a
release: $(STATIC)/archives/libstdc++.a
endif
endif

.DEFAULT_GOAL := help
.PHONY: help setup run test random build release check format lint goldens bench fuzz soak \
	mutants install clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what is missing (run and test do this by themselves)
	@.ci/setup

run: setup ## build, then perform Examples/01-hello.dock on the model
	$(SWIFT) build --product dock
	.build/debug/dock run Examples/01-hello.dock

test: setup ## run all tests, those of random cases with a sample of them
	$(SWIFT) test --parallel

# The suites that ask how thorough they are to be; each stands in the file that is called after it.
random: setup ## run the tests of random cases with all of them, or with THOROUGH (1) times as many
	DOCK_THOROUGH=$(THOROUGH) $(SWIFT) test --parallel --filter \
	  "$$(grep -l 'Thorough\.' Tests/*/*Tests.swift | sed 's|.*/||; s|\.swift$$||' | paste -sd '|' -)"

build: setup ## build everything for development
	$(SWIFT) build --build-tests

release: ## build the stripped, statically linked binary that `install` installs
	$(SWIFT) build -c release --product dock --scratch-path $(STATIC) $(RELEASE_FLAGS)

$(STATIC)/archives/libstdc++.a:
	mkdir -p $(@D)
	ln -sf $(CXX_ARCHIVE) $@

check: lint build test ## all that must hold before a commit: lint, build, test, goldens unchanged
	@state() { git diff HEAD -- $(GOLDENS); git ls-files -o --exclude-standard -- $(GOLDENS); }; \
	before=$$(state); $(MAKE) --no-print-directory goldens; \
	[ "$$before" = "$$(state)" ] || { echo "the goldens have changed: see git diff"; exit 1; }

format: ## rewrite the sources in the one style
	$(SWIFT) format -i -r $(SOURCES)

lint: ## say where the sources leave the one style
	$(SWIFT) format lint --strict -r $(SOURCES)

goldens: ## write the golden files anew; review the difference before you commit it
	DOCK_UPDATE_GOLDENS=1 $(SWIFT) test --filter 'GoldenTests|SessionTests'

bench: release ## measure dock against its peers; BENCH="--rounds 3 --only emit" narrows it
	python3 Benchmarks/bench.py --dock $(STATIC)/release/dock $(BENCH)

fuzz: ## feed the parser, the readers, the whole line and the prompt broken texts, SECONDS (30) each
	Fuzzing/run $(SECONDS)

soak: ## compare plans with ruckig (SOAK="--checked 10000"), audit PROGRAMS, SHOWS, SCENES, SWEEPS, FORMS, FORM_SWEEPS, TRACKING, break live runs, film
	$(SWIFT) build --product dock
	$(MAKE) --no-print-directory random
	Tests/Soak/faults
	Tests/Soak/film
	Tests/Soak/run $(SOAK)
	Tests/Soak/tracker --scenes $(TRACKING) --identities 60
	Tests/Soak/programs $(PROGRAMS) $(SHOWS) $(SCENES) $(SWEEPS) $(FORMS) $(FORM_SWEEPS)

mutants: ## take each guard of the motors away, and see that a test notices; ONLY="'journal*' pipe" JOBS=2
	Tests/Mutations/run $(if $(JOBS),--jobs $(JOBS)) $(ONLY)

install: release ## install dock under PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(STATIC)/release/dock "$(DESTDIR)$(PREFIX)/bin/dock"

clean: ## remove all that was built
	rm -rf .build .build-* Fuzzing/.build
