# `make` lists what can be done. `make crawl` and `make test` need nothing set up before.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

TOPIC ?= stock-market
PAGES ?= 300
METHOD ?=
PORT ?= 8000
INPUTS ?= 100000
SOAK ?= 200000
WEB ?= $(wildcard webs/schools-wikipedia)

.DEFAULT_GOAL := help
.PHONY: help setup crawl test lint types format check evaluate dashboard bench sample-web clean \
	renderers splash deploy fuzz soak audit bench-workers bench-growth

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
	$(if $(WEB),$(BIN)/scrapy evaluate $(WEB) --concurrency 8 --check --results results/$(notdir $(WEB)))

dashboard: $(READY) ## the crawls in a browser
	$(BIN)/scrapy dashboard

bench: $(READY) ## how fast everything is, beside stock Scrapy and others: a few minutes
	$(BIN)/python -m benchmarks

bench-growth: $(READY) ## what a page costs after 1,000 and after 100,000 pages: some ten minutes
	$(BIN)/python -m benchmarks.growth

bench-workers: $(READY) ## one worker and two on one Redis: pages a second, cost for the Redis
	$(BIN)/python -m benchmarks.workers

sample-web: $(READY) ## serve the sample web as a proxy for your own experiments: PORT=8000
	$(BIN)/scrapy sample --serve --port $(PORT)

renderers: $(READY) ## install Chromium and Playwright for pages that need JavaScript (Debian)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[playwright]"
	command -v chromium || apt-get install -y --no-install-recommends chromium

splash: ## install and start a Splash server on 127.0.0.1:8050, the other renderer (Debian)
	dpkg -s xvfb python3-pyqt5.qtwebkit > /dev/null 2>&1 || apt-get install -y --no-install-recommends \
	  xvfb python3-venv python3-pyqt5 python3-pyqt5.qtwebkit python3-pyqt5.qtwebengine python3-pyqt5.qtsvg
	test -x .splash/bin/splash || { /usr/bin/python3 -m venv --system-site-packages .splash && \
	  .splash/bin/pip install --quiet splash==3.5 'Twisted[http2]==22.10.0' lupa==2.8; }
	xvfb-run -a .splash/bin/python scripts/run_splash.py

deploy: $(READY) ## upload the crawler with its topics to the scrapyd named in scrapy.cfg
	$(BIN)/scrapyd-deploy

fuzz: $(READY) ## feed mutated pages, URLs, topics and logs to what reads them: INPUTS=100000
	$(BIN)/python -m fuzz --inputs $(INPUTS)

soak: $(READY) ## a long crawl of a generated web with kills in between: SOAK=200000
	$(BIN)/python -m benchmarks.soak --pages $(SOAK)

audit: $(READY) ## compare the pinned versions with known advisories; needs the network
	$(BIN)/python -m pip install --quiet --disable-pip-version-check pip-audit
	$(BIN)/pip-audit --strict -r requirements.txt

clean: ## remove .venv and everything that was built; crawls/ stays
	rm -rf $(VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
