# Officina. `make run` and `make test` need Python 3.11+ and make, nothing else: each sets up its own environment.

PYTHON ?= python3
RUN := .venv
DEV := .venv-dev
COMPILED := build/compiled
SOURCES := $(shell find src -name '*.py' -o -name '*.toml' -o -name '*.md' -o -path '*/static/*' -o -name '*.html' -o -name '*.css')
PIP_FLAGS := --quiet --disable-pip-version-check
JOBS ?= 2

.PHONY: run install test browser postgres lint test-pure test-compiled build bench check format clean

run: $(RUN)/ready
	@$(RUN)/bin/officina serve $(SERVE)

# For simulations: the same command with the engine compiled (needs a C compiler, takes some minutes).
install: $(RUN)/ready
	$(RUN)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock --force-reinstall --no-deps .

test: browser postgres lint test-pure test-compiled

# The browser that the page is tested with. Root on Debian gets it by itself; elsewhere without it those tests are left out
# (where CI=true they fail).
browser:
	@if ! command -v chromium >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Chromium for the tests of the page ..."; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; fi

# The database server that the tables are tested with beside SQLite: a test starts one of its own in a temporary folder.
# Root on Debian gets the programs by itself (without the cluster that the package would make and start); elsewhere without
# them those tests are left out (where CI=true they fail).
postgres:
	@if ! command -v initdb >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	  && command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing PostgreSQL for the tests of the tables ..."; export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null \
	  && sed -i 's/^#*create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf \
	  && apt-get install -y -qq --no-install-recommends postgresql >/dev/null; fi

lint: $(DEV)/ready
	$(DEV)/bin/ruff check .
	$(DEV)/bin/ruff format --check .
	$(DEV)/bin/mypy
	$(DEV)/bin/lint-imports
	$(DEV)/bin/python -m tests.texts

test-pure: $(DEV)/ready
	OFFICINA_PURE=1 $(DEV)/bin/python -m pytest -n $(JOBS) src tests

# The same tests on the engine compiled with mypyc, but for those of rooms that are never compiled (the page; of the tables
# only play is tested again). Without a C compiler they are left out, except where CI=true.
test-compiled: build
	@if [ -f $(COMPILED)/done ]; then \
	  PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m pytest -n $(JOBS) tests --ignore=tests/web --ignore-glob='tests/tables/test_[!p]*' --ignore=tests/tables/test_postgres.py; \
	elif [ "$$CI" = "true" ]; then echo "no C compiler: the compiled build cannot be tested"; exit 1; \
	else echo "no C compiler: the compiled build is not tested"; fi

build: $(DEV)/ready
	@if command -v cc >/dev/null 2>&1; then $(MAKE) --no-print-directory $(COMPILED)/done; fi

$(COMPILED)/done: $(SOURCES) setup.py pyproject.toml | $(DEV)/ready
	rm -rf $(COMPILED)
	$(DEV)/bin/python -W ignore setup.py --quiet build --build-lib $(COMPILED)
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -c "import sys, officina, officina._build as b; sys.exit(not b.is_compiled())"
	touch $@

bench: build
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m officina.cli bench $(GAME)

# The long checks, on the fastest build there is: make check WHAT="invariants fuori_di_rotella --games 20000"
check: build
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m tests.check $(WHAT)

format: $(DEV)/ready
	$(DEV)/bin/ruff check --fix .
	$(DEV)/bin/ruff format .

$(RUN)/ready: $(SOURCES) pyproject.toml setup.py
	@echo "Setting up Officina ..."
	@test -x $(RUN)/bin/python || $(PYTHON) -m venv $(RUN)
	@OFFICINA_PURE=1 $(RUN)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock .
	@touch $@

$(DEV)/ready: pyproject.toml requirements.lock
	test -x $(DEV)/bin/python || $(PYTHON) -m venv $(DEV)
	$(DEV)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock 'setuptools>=77' wheel mypy msgspec
	OFFICINA_PURE=1 $(DEV)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock --no-build-isolation -e '.[dev]'
	touch $@

clean:
	rm -rf $(RUN) $(DEV) build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
