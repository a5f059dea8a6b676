# `make play` and `make test` need Python 3.11 or newer and make; everything else they install into .venv.

NEW_ENOUGH := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
# The first that really runs: a name on the PATH may be a launcher for a version that is not there.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c '$(NEW_ENOUGH)' 2>/dev/null && echo "$$p" && break; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SOURCES := engine protocol referee sample_bots tests

.PHONY: play test starters lint types bench peers soak schema clean

# One match of four sample bots, with a live picture.
play: $(VENV)/installed
	@mkdir -p replays
	@$(BIN)/referee match --bot greedy --bot trader --bot random --bot raw \
		--replay replays/play-$$(date +%Y%m%d-%H%M%S)-$$$$.jsonl

# Everything that must hold before a change lands.
test: $(VENV)/installed-dev lint types
	$(BIN)/python -m pytest -n auto -m "not soak"

# The starter bots: each is built and played where its compiler is; of the others the reason is told.
starters: $(VENV)/installed-dev
	$(BIN)/python -m pytest -v -n 0 tests/sample_bots/test_starters.py

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

# Figures, side by side with a peer in one run; see docs/performance.md.
bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.benchmarks

# The engine's answers about thousands of positions, beside a peer's; see docs/peers.md.
peers: $(VENV)/installed-dev
	$(BIN)/python -m tests.peers

# Long runs.
soak: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n auto -m soak --timeout 1800

# The JSON Schemas in protocol/schema, from the types.
schema: $(VENV)/installed-dev
	$(BIN)/python -m protocol.schema

clean:
	rm -rf $(VENV) .bench-venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/created:
	@if [ -z "$(PYTHON)" ]; then echo "no Python 3.11 or newer with venv is on the PATH; name one with make PYTHON=..., or on Debian: apt-get install python3-venv" >&2; exit 2; fi
	@"$(PYTHON)" -m venv $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/created pyproject.toml
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/created pyproject.toml
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed
