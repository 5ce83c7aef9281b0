# `make` lists what can be done. `make crawl` and `make test` need nothing set up before.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

TOPIC ?= stock-market
PAGES ?= 300
METHOD ?=
PORT ?= 8000
WEB ?= $(wildcard webs/schools-wikipedia)

.DEFAULT_GOAL := help
.PHONY: help setup crawl test lint types format check evaluate dashboard bench sample-web clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## create .venv with everything in it; the other targets do so themselves

$(READY): requirements.txt pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name it with: make PYTHON=python3.12 setup"; exit 1; }
	@echo "Setting up $(VENV), once; it takes a minute or two."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

crawl: $(READY) ## crawl the sample web, no network needed: TOPIC=stock-market PAGES=300 METHOD=
	$(BIN)/scrapy sample $(TOPIC) -a max_pages=$(PAGES) $(if $(METHOD),-a method=$(METHOD))

test: $(READY) ## run the tests
	$(BIN)/python -m pytest -q -n 2

lint: $(READY) ## check style and common mistakes
	$(BIN)/ruff check .

types: $(READY) ## check the types
	$(BIN)/mypy

format: $(READY) ## put the code into its usual form
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

check: test lint types ## tests, lint and types: what a change must pass

evaluate: $(READY) ## measure every method by labels, fail below a floor: WEB=FOLDER of a frozen web
	$(BIN)/scrapy evaluate --check --results results/sample
	$(if $(WEB),$(BIN)/scrapy evaluate $(WEB) --check --results results/$(notdir $(WEB)))

dashboard: $(READY) ## the crawls in a browser
	$(BIN)/scrapy dashboard

bench: $(READY) ## pages a second, beside stock Scrapy
	$(BIN)/python -m benchmarks.throughput

sample-web: $(READY) ## serve the sample web as a proxy for your own experiments: PORT=8000
	$(BIN)/scrapy sample --serve --port $(PORT)

clean: ## remove .venv and everything that was built; crawls/ stays
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
