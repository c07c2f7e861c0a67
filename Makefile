# Officina. `make run` and `make test` need Python 3.11+ and make, nothing else: each sets up its own environment.

PYTHON ?= python3
RUN := .venv
DEV := .venv-dev
COMPILED := build/compiled
SOURCES := $(shell find src -type f -not -path '*/__pycache__/*' -not -path '*.egg-info/*') setup.py pyproject.toml MANIFEST.in
PIP_FLAGS := --quiet --disable-pip-version-check
JOBS ?= 4
# The tests start some hundred processes: each reads what the first has compiled.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run install test browser postgres lint test-pure test-compiled test-install build bench peers check format clean

# Starts at once; where there is a C compiler, the engine is compiled in the background and used from then on.
run: $(RUN)/ready
	@OFFICINA_SOURCES="$(CURDIR)" $(RUN)/bin/officina serve $(SERVE)

# For simulations: the same command with the engine compiled where there is a C compiler (takes some minutes).
install: $(RUN)/ready
	$(RUN)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock --force-reinstall --no-deps .

# Types are read, the engine is compiled and tested while the tests on the plain one wait for servers and pages.
test: browser postgres
	@$(MAKE) --no-print-directory -j3 lint test-compiled test-pure

# The browser that the page is tested with. Root on Debian gets it by itself; elsewhere without it those tests are left out
# (where CI=true they fail).
browser:
	@if ! { command -v chromium && command -v chromium-headless-shell; } >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Chromium for the tests of the page ..."; export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null \
	  && { apt-get install -y -qq --no-install-recommends chromium-headless-shell >/dev/null 2>&1 || true; }; fi

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
	nice -n 5 $(DEV)/bin/mypy
	$(DEV)/bin/lint-imports
	$(DEV)/bin/python -m tests.texts

test-pure: $(DEV)/ready build/wheels
	OFFICINA_PURE=1 $(DEV)/bin/python -m pytest -n $(JOBS) src tests

# The tests of what is compiled once more, on the engine compiled with mypyc: rules, kernel, bots and play at a table. Without a
# C compiler they are left out, except where CI=true.
PLAIN_ENOUGH := cli club_command glossary guides monitoring new_game rooms terms texts tips
ON_COMPILED := tests/rules tests/arena tests/tables/test_play.py $(filter-out $(PLAIN_ENOUGH:%=tests/test_%.py),$(wildcard tests/test_*.py))

# What this run tells comes as a whole at its end: another one tells of itself meanwhile.
test-compiled: build
	@if [ -f $(COMPILED)/done ]; then \
	  PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m pytest -n 2 $(ON_COMPILED) >build/test-compiled.log 2>&1; \
	  failed=$$?; cat build/test-compiled.log; exit $$failed; \
	elif [ "$$CI" = "true" ]; then echo "no C compiler: the compiled build cannot be tested"; exit 1; \
	else echo "no C compiler: the compiled build is not tested"; fi

# What users get: an sdist, the wheel that is built from it, and that wheel unpacked.
build: $(DEV)/ready
	@if command -v cc >/dev/null 2>&1; then $(MAKE) --no-print-directory $(COMPILED)/done; fi

$(COMPILED)/done: $(SOURCES) | $(DEV)/ready
	rm -rf build/dist $(COMPILED) && mkdir -p build
	$(DEV)/bin/python -m build --no-isolation --outdir build/dist >build/build.log 2>&1 || { cat build/build.log; exit 1; }
	$(DEV)/bin/python -m pip install $(PIP_FLAGS) --no-index --no-deps --target $(COMPILED) build/dist/*.whl
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -c "import sys, officina, officina._build as b; sys.exit(not b.is_compiled())"
	touch $@

# What the tests install into empty environments, fetched once: from then on they need no network.
build/wheels: pyproject.toml requirements.lock | $(DEV)/ready
	$(DEV)/bin/python -m tests.installing fetch
	@touch $@

# Every way to install, built and fetched as for a user who has nothing yet (needs the network, takes a quarter of an hour).
test-install: $(DEV)/ready
	$(DEV)/bin/python -m tests.installing

bench: build
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m officina.cli bench $(GAME)

# Our games beside those of others, in an environment of its own: table and chart go into docs/speed.md.
peers: build .venv-peers/ready
	.venv-peers/bin/python -m benchmarks.peers --write

.venv-peers/ready: pyproject.toml requirements.lock
	test -x .venv-peers/bin/python || $(PYTHON) -m venv .venv-peers
	OFFICINA_PURE=1 .venv-peers/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock '.[rl,peers]'
	touch $@

# The long checks, on the fastest build there is: make check WHAT="invariants fuori_di_rotella --games 20000"
check: build
	PYTHONPATH=$(COMPILED) $(DEV)/bin/python -m tests.check $(WHAT)

format: $(DEV)/ready
	$(DEV)/bin/ruff check --fix .
	$(DEV)/bin/ruff format .

$(RUN)/ready: $(SOURCES)
	@echo "Setting up Officina ..."
	@test -x $(RUN)/bin/python || $(PYTHON) -m venv $(RUN)
	@OFFICINA_PURE=1 $(RUN)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock .
	@touch $@

$(DEV)/ready: pyproject.toml requirements.lock
	test -x $(DEV)/bin/python || $(PYTHON) -m venv $(DEV)
	$(DEV)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock 'setuptools>=77'
	OFFICINA_PURE=1 $(DEV)/bin/python -m pip install $(PIP_FLAGS) -c requirements.lock --no-build-isolation -e '.[dev]'
	touch $@

clean:
	rm -rf $(RUN) $(DEV) .venv-peers build src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
