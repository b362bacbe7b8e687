# Dice Parlour. Everything is set up in .venv, once; a second call starts at once.
#
#   make play    open the lobby              make test    check, then run every test
#   make check   lint, types, imports        make bench   measure speed
#   make tables  solve the chances to win    make clean   remove what these made
#   PYTHON=...   the Python to use (3.11 or newer)

.PHONY: play terminal test check bench tables clean
.DEFAULT_GOAL := play
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

PYTHON ?=
RUN := .venv/bin/python
INSTALL := PIP_ROOT_USER_ACTION=ignore $(RUN) -m pip install -qq --disable-pip-version-check

# $(error) is the one way make ends with a sentence of ours alone, and with exit code 2. Make tells
# whether its output is a terminal since 4.1; with an older one the program itself finds out.
terminal = $(shell test -t 0 && test -t 2 && test "$$TERM" != dumb && echo yes)
output = $(or $(filter 3.% 4.0%,$(MAKE_VERSION)),$(MAKE_TERMOUT))
need-terminal = $(if $(and $(terminal),$(output)),,$(error Dice Parlour needs a terminal: \
	run `make play` in a terminal window, or let programs play through `diceparlour referee`))

play: terminal .venv/.play
	@$(RUN) -m app

terminal:
	@$(need-terminal)

check: .venv/.test
	@$(RUN) -m ruff check --quiet .
	@$(RUN) -m ruff format --quiet --check .
	@$(RUN) -m mypy --no-error-summary
	@$(RUN) -c 'from importlinter.cli import lint_imports_command as lint; lint()' --no-cache --no-logo \
	  >.venv/imports.txt 2>&1 || { cat .venv/imports.txt >&2; exit 1; }

test: check
	@$(RUN) -m pytest -n auto --reruns 2 --cov --cov-report=term-missing:skip-covered --cov-fail-under=100

tables: .venv/.solve
	@$(RUN) -m app.solve

bench: .venv/.bench
	@$(RUN) -m tests.bench

.venv/.play: pyproject.toml .venv/.python
	@echo 'Setting up .venv ...' >&2
	@$(INSTALL) -e .
	@touch $@

.venv/.test: pyproject.toml .venv/.python
	@echo 'Setting up .venv with all that the tests need ...' >&2
	@$(INSTALL) -e '.[test]'
	@touch $@ .venv/.play

.venv/.solve: pyproject.toml .venv/.python
	@echo 'Setting up .venv with what solving needs ...' >&2
	@$(INSTALL) -e '.[solve]'
	@touch $@ .venv/.play

.venv/.bench: pyproject.toml .venv/.python
	@echo 'Setting up .venv with all that the measurements need ...' >&2
	@$(INSTALL) -e '.[test,bench]'
	@touch $@ .venv/.test .venv/.play

.venv/.python:
	@$(RUN) -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && touch $@ && exit; \
	for python in $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11); do \
	  "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  "$$python" -m venv --clear .venv && touch $@ && exit; \
	done; \
	echo 'Dice Parlour needs Python 3.11 or newer with its venv module: install it, or say where it is with PYTHON=/path/to/python3.' >&2; \
	exit 1

clean:
	@rm -rf .venv build dist .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache \
	  .hypothesis .import_linter_cache snapshot_report.html
	@find app engine tests -name __pycache__ -type d -prune -exec rm -rf {} +
