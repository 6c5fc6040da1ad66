# On a fresh machine (Python 3.11 or later, a C compiler, make):
#     make demo     builds, and shows the main jobs on decks that the package ships
#     make test     builds, and runs the tests
# `make help` lists the rest.  Every environment is a plain venv, filled by pip with what
# pyproject.toml asks for; stamps inside it say what is up to date.

PYTHON ?= python3
VENV := .venv
DEV_VENV := .venv-dev
CHECKED_VENV := build/checked/venv
MUTANTS_VENV := build/mutants/venv

PY := $(VENV)/bin/python
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check
BUILD_HERE := --no-build-isolation --config-settings=build-dir

SOURCES := CMakeLists.txt pyproject.toml README.md LICENSE \
  $(shell find src -type f ! -name '*.pyc' ! -name '*.so')
CYTHON_FILES = $(shell find $(wildcard src tests examples bench) -name '*.pyx' -o -name '*.pxd')
EXAMPLES = $(wildcard examples/*.py examples/*/*.py)
STUBBED = $(basename $(notdir $(wildcard src/ygosim/_core/*.pyi)))
CHECKED_TESTS ?= $(wildcard tests/unit tests/rules tests/property tests/perft)
PYTEST_ARGS ?=
MUTANTS ?=
TRACES ?=

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow golden lint types generate drift bench traces soak checked \
  mutants dist-check dev clean

help: ## say what there is to make
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

# ------------------------------------------------------------------ environment

%/.made: tools/preflight.py
	$(PYTHON) tools/preflight.py
	$(PYTHON) -m venv $*
	touch $@

%/.build-tools: pyproject.toml tools/requirements.py | %/.made
	$*/bin/python $(PIP_INSTALL) $$($*/bin/python tools/requirements.py build)
	touch $@

%/.test-tools: pyproject.toml tools/requirements.py | %/.made
	$*/bin/python $(PIP_INSTALL) $$($*/bin/python tools/requirements.py test)
	touch $@

%/.lint-tools: pyproject.toml tools/requirements.py | %/.made
	$*/bin/python $(PIP_INSTALL) $$($*/bin/python tools/requirements.py lint)
	touch $@

$(VENV)/.built: $(SOURCES) | $(VENV)/.build-tools
	$(PY) $(PIP_INSTALL) $(BUILD_HERE)=build/release .
	touch $@

$(CHECKED_VENV)/.built: $(SOURCES) | $(CHECKED_VENV)/.build-tools
	YGOSIM_CHECKED=ON YGOSIM_SANITIZE=undefined \
	  $(CHECKED_VENV)/bin/python $(PIP_INSTALL) $(BUILD_HERE)=build/checked/cmake .
	touch $@

.PRECIOUS: %/.made %/.build-tools %/.test-tools %/.lint-tools

dev: $(DEV_VENV)/.build-tools $(DEV_VENV)/.test-tools $(DEV_VENV)/.lint-tools ## a developer's environment in .venv-dev; again: rebuild what changed
	$(DEV_VENV)/bin/python $(PIP_INSTALL) $(BUILD_HERE)=build/dev --editable .

clean: ## remove every environment and everything built
	rm -rf build $(VENV) $(DEV_VENV)

# ------------------------------------------------------------------------- jobs

demo: $(VENV)/.built ## build, and show the main jobs on the decks that the package ships
	$(PY) tools/demo.py

test: $(VENV)/.built $(VENV)/.test-tools ## build, and run the tests
	$(PY) -m pytest -n auto $(PYTEST_ARGS)

test-slow: $(VENV)/.built $(VENV)/.test-tools ## the tests that `make test` leaves out
	$(PY) -m pytest -n auto -m slow $(PYTEST_ARGS)

golden: $(VENV)/.built $(VENV)/.test-tools ## write the golden files anew; then read the diff
	YGOSIM_GOLDEN=write $(PY) -m pytest -q -n auto $(PYTEST_ARGS)

traces: $(VENV)/.built $(VENV)/.test-tools ## replay all recorded duels, or TRACES="FILE…"
	$(PY) -m tests.traces $(TRACES)

soak: $(VENV)/.built ## a million duels over all formats with invariants on
	$(PY) tools/soak.py

bench: $(VENV)/.built $(VENV)/.test-tools ## the figures of docs/benchmarks.md
	$(PY) -m pytest bench -o addopts="--strict-markers --import-mode=importlib" --benchmark-only

# ----------------------------------------------------------------------- checks

lint: $(VENV)/.lint-tools ## ruff and cython-lint
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(VENV)/bin/cython-lint $(CYTHON_FILES)

types: $(VENV)/.built $(VENV)/.test-tools $(VENV)/.lint-tools ## mypy --strict, and the stubs against the compiled modules
	$(PY) -m mypy --strict src $(EXAMPLES)
	$(if $(STUBBED),$(PY) -m mypy.stubtest --mypy-config-file pyproject.toml \
	  --allowlist tests/stubtest-allowlist.txt $(addprefix ygosim._core.,$(STUBBED)))

generate: ## write the generated files anew
	$(PYTHON) tools/generate.py

drift: $(VENV)/.built ## fail when a generated file is not what its source makes of it
	$(PY) tools/generate.py --check
	$(PY) tools/build_facts.py --check

checked: $(CHECKED_VENV)/.built $(CHECKED_VENV)/.test-tools ## a sample of the tests with invariants, bounds and undefined behaviour trapped
	UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	  $(CHECKED_VENV)/bin/python -m pytest -n auto $(CHECKED_TESTS) $(PYTEST_ARGS)

mutants: | $(MUTANTS_VENV)/.build-tools $(MUTANTS_VENV)/.test-tools ## break conditions of the core one at a time; MUTANTS="--only NAME… --jobs N"
	$(MUTANTS_VENV)/bin/python -m tools.mutants $(MUTANTS)

dist-check: $(VENV)/.built ## wheel and sdist, each installed apart and tried from outside
	$(PY) tools/dist_check.py
