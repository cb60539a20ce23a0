# What is done here every day. On a fresh machine it needs Python 3.11 or newer (with venv) and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# More for pytest, as in: make test ARGS="tests/engine -x"
ARGS ?=
# Test processes side by side.
JOBS ?= 2

.PHONY: run test check bench clean lock

# Set up, serve, print the address.
run: $(VENV)/.installed
	@exec $(BIN)/python -m app

# Set up with the test tools and pass every test: those without a browser side by side and with every branch of the
# engine walked, then those in the browser by themselves, since some of them measure time.
test: $(VENV)/.installed-dev
ifeq ($(ARGS),)
	$(BIN)/python -m pytest -m "not browser" -n $(JOBS) --dist loadfile --no-loadscope-reorder \
		--cov=app/engine --cov-branch --cov-report=term-missing --cov-fail-under=100
	$(BIN)/python -m pytest -m browser
else
	$(BIN)/python -m pytest $(ARGS)
endif

# Format, lint, types.
check: $(VENV)/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Requests a second and how long a move takes, on SQLite and on PostgreSQL.
bench: $(VENV)/.installed-dev
	$(BIN)/python -m bench $(ARGS)

# Forget what was set up and built; games (var/) stay.
clean:
	rm -rf $(VENV) build dist .coverage* .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find app tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.installed

# Pin what the container image holds (needs uv); the addresses that uv.lock records stay out of the repository.
UV ?= uv
lock:
	$(UV) export --quiet --no-header --no-annotate --no-dev --no-emit-project -o requirements.lock
	sed -i '1i # What the container image installs. Made by `make lock`, which calls uv export.' requirements.lock
	rm -f uv.lock
