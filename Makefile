# Every target builds what it needs in a local .venv; nothing else has to be installed first
# than Python 3.11 or newer, a C++ compiler and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
LIGHT := $(VENV)/.installed-light
NATIVE := $(wildcard native/*/*.[chi]* native/*/*/*.[chi]*)
# One more than processors: tests that wait for a browser, a server or a process leave one idle.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
COMMA := ,

.DEFAULT_GOAL := help
.PHONY: help setup hooks run serve browser emscripten wasm python site test test-wasm test-windows test-all \
	sanitize test-asserts sanitize-threads check check-page format stub train tables bench docs pictures wheels sdist clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --upgrade scikit-build-core nanobind babel cmake ninja \
		hatch-fancy-pypi-readme
	@touch $@

SOURCES := $(VENV)/.tools CMakeLists.txt native/decision_digest.py $(NATIVE) $(wildcard languages/*.po)
INSTALL = $(BIN)/python -m pip install --quiet --no-build-isolation -Ccmake.define.SAPPER_STRICT=ON
$(STAMP): $(SOURCES)
	$(INSTALL) -Ccmake.define.SAPPER_TRAINING=ON -e '.[dev]'
	@touch $@ $(LIGHT)

# What `run` and `serve` need: no training, no tools of developers. `make test` adds them.
$(LIGHT): $(SOURCES)
	$(INSTALL) -e '.[all]'
	@touch $@

setup: $(STAMP) ## Build everything in .venv; every target that needs it does so by itself

hooks: $(STAMP) ## Check what changed before every commit (pre-commit)
	$(BIN)/pre-commit install

run: $(LIGHT) ## Play the papers' experiments again, into report.html
	$(BIN)/sapper papers reproduce --quick --ledger build/quick.sqlite --output report.html

serve: $(LIGHT) ## Open the web page
	$(BIN)/sapper serve

# Install a Debian package quietly, where that is allowed; where it is not, say what is left out.
SUDO := $(if $(filter-out 0,$(shell id -u)),sudo -n)
define install_package
{ command -v apt-get && $(SUDO) apt-get update -qq && $(SUDO) env DEBIAN_FRONTEND=noninteractive \
		apt-get install -qq -y --no-install-recommends $(1); } > /dev/null \
		|| echo "$(1) is missing and cannot be installed here: $(2)"
endef

# The page is tested in Debian's chromium. Without it, and without the right to install it, those
# tests are skipped loudly; under CI=true they fail.
BROWSERS := chromium chromium-browser google-chrome google-chrome-stable
browser: ## Install chromium for the tests of the page, if it is missing and that is allowed
	@$(foreach name,$(BROWSERS) "$$CHROMIUM",command -v $(name) > /dev/null ||) \
		$(call install_package,chromium,the page will not be tested)

# The core as WebAssembly, for the page. Debian's emscripten builds it; it is made here and never
# committed. The server serves it where it was built, and is all that the page has where it was not.
ENGINE := src/sapper/web/static/engine
emscripten: ## Install emscripten for `make wasm`, if it is missing and that is allowed
	@command -v em++ > /dev/null || $(call install_package,emscripten,the core cannot be built as WebAssembly)

$(ENGINE)/sapper.wasm: native/door/build.py $(NATIVE) | emscripten $(VENV)/.tools
	$(BIN)/python native/door/build.py $@

wasm: $(ENGINE)/sapper.wasm ## Build the core as WebAssembly, for the page

python: $(STAMP) wasm ## Pack Python and the rooms for the static page, with npm
	$(BIN)/python -m sapper.browser.pack build/python

site: python docs ## Write the page as static files that need no server, with the documentation, into build/page
	$(BIN)/python -m sapper.web.static_page build/page build/python build/site

# Where Emscripten is installed, its build is tested too; elsewhere those tests are skipped loudly.
WITH_WASM = $(if $(shell command -v em++),$(if $(shell command -v npm),python,wasm))
# A room alone needs neither a browser nor the core for the page, and leaves out the documentation.
ROOM ?=
ifdef ROOM
test: $(STAMP) ## Run all tests but the long ones (a few minutes), or those of one room: ROOM=analysis
	$(BIN)/python -m pytest -q -n $(WORKERS) -m "not slow and not many_games and not pages" \
		$(addprefix tests/,$(subst $(COMMA), ,$(ROOM)))
else
test: $(STAMP) browser $(WITH_WASM)
	$(BIN)/python -m pytest -n $(WORKERS) -m "not slow and not many_games"
endif

test-wasm: export SAPPER_WASM = 1
test-wasm: $(STAMP) browser python ## Build the core as WebAssembly, pack Python, and test both, in node and in the page
	$(BIN)/python -m pytest tests/browser

test-windows: $(STAMP) ## Build the core for Windows, and run it under Wine (mingw-w64, wine64, clang)
	$(BIN)/python -m pytest -q -rP tests/windows

test-all: $(STAMP) browser emscripten check sanitize test-asserts sanitize-threads ## Run everything: checks, sanitizers, all tests with the long ones
	if command -v em++ npm > /dev/null; then $(MAKE) python; fi
	SAPPER_EXAMPLES=150 $(BIN)/python -m pytest -n $(WORKERS) --timeout 3600

# A sanitizer must be loaded before Python itself, and its build found before the installed one; the
# environment does both, for workers and child processes too. Leaks of the interpreter are not ours.
SITE = $(CURDIR)/build/$@/site
CHECKED_PYTEST = SAPPER_SITE=$(SITE) PYTHONPATH=$(SITE) $(BIN)/python -m pytest -q -p no:cacheprovider --timeout 1200
define build_checked
	$(BIN)/cmake -S . -B build/$@ -G Ninja -DCMAKE_BUILD_TYPE=Release -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python \
		-DSAPPER_STRICT=ON -DSAPPER_TRAINING=ON $(1) > /dev/null
	$(BIN)/cmake --build build/$@
	rm -rf $(SITE) && mkdir -p $(SITE)
	cp -r src/sapper tests/sanitizers/sitecustomize.py $(SITE) && $(BIN)/cmake --install build/$@ --prefix $(SITE)
endef
library = $$(c++ -print-file-name=$(1))
# Every room that asks the core. Left out: `web`, whose core is asked in the same ways, and what tests
# worker processes, engines of other programs, terminals and the sources; also two tests that bound
# the address space, of which a sanitizer takes terabytes. Tests of thousands of games take minutes
# there: `test-asserts` runs them in an optimised build that keeps the assertions.
SANITIZED_TESTS := tests/analysis tests/laws tests/golden tests/proofs tests/players tests/contract \
	tests/games tests/reviews tests/gym/test_rewards.py tests/gym/test_vector.py \
	tests/board/test_metrics.py tests/lab/test_native_runs.py tests/lab/test_scores.py \
	tests/cli/test_bench.py tests/cli/test_commands.py

sanitize: export ASAN_OPTIONS = detect_leaks=0
sanitize: export UBSAN_OPTIONS = print_stacktrace=1
sanitize: $(STAMP) ## Run what reaches the core under address and undefined-behaviour sanitizers
	$(call build_checked,-DSAPPER_SANITIZE=address$(COMMA)undefined)
	LD_PRELOAD="$(call library,libasan.so) $(call library,libubsan.so)" \
		$(CHECKED_PYTEST) -n $(WORKERS) -m "not slow and not many_games" $(SANITIZED_TESTS) \
		--ignore tests/players/protocol \
		--deselect tests/games/test_native_games.py::test_no_more_workers_than_games \
		--deselect tests/games/test_optimal.py::test_a_large_board_with_few_layouts_is_too_large

test-asserts: $(STAMP) ## Run the tests of many games with the assertions of the core
	$(call build_checked,-DSAPPER_ASSERTS=ON)
	$(CHECKED_PYTEST) -n $(WORKERS) -m "not slow and many_games"

sanitize-threads: export TSAN_OPTIONS = suppressions=$(CURDIR)/tests/sanitizers/threads.txt
sanitize-threads: $(STAMP) ## Run what uses threads under the thread sanitizer
	$(call build_checked,-DSAPPER_SANITIZE=thread)
	LD_PRELOAD="$(call library,libtsan.so)" $(CHECKED_PYTEST) -n 0 \
		tests/games/test_threads.py tests/gym/test_vector.py

check: $(STAMP) ## Check formatting, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp,$(NATIVE))
	$(BIN)/oxlint --deny-warnings src/sapper/web/static/js
	@if command -v npm > /dev/null; then $(MAKE) --no-print-directory check-page; \
		else echo "npm is missing: the types of the page's scripts are not checked"; fi

TSC := $(VENV)/typescript/node_modules/.bin/tsc
$(TSC):
	npm install --silent --no-audit --no-fund --prefix $(VENV)/typescript typescript@7.0.2

check-page: $(TSC) ## Check the types of the page's scripts, with npm
	$(TSC) -p tsconfig.json

format: $(STAMP) ## Format all code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/clang-format -i $(filter %.hpp %.cpp,$(NATIVE))

stub: $(STAMP) ## Write the type stubs of the native modules
	$(BIN)/python -m nanobind.stubgen -q -m sapper._core -o src/sapper/_core.pyi
	$(BIN)/python -m nanobind.stubgen -q -m sapper._training -o src/sapper/_training.pyi

# Self-play, training and a comparison with the shipped weights. GAMES=20000 ROUNDS=2 PAIRS=1000 takes
# some minutes; the shipped weights are replaced only if the new ones pass the bound.
train: $(STAMP) ## Train the learned winning chance, from nothing to weights (ninety minutes)
	$(BIN)/python -m pip install --quiet torch==2.13.0
	$(BIN)/python -m experiments.value.run $(if $(GAMES),--games $(GAMES)) \
		$(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(PAIRS),--pairs $(PAIRS))

messages: $(STAMP) ## Bring the catalogues of translations up to date with the texts of the sources
	$(BIN)/python -m languages.messages

tables: $(STAMP) ## Write the generated tables of README and docs from the stored results
	$(BIN)/python -m docs.tables --write

bench: $(STAMP) ## Measure speed against peers and floors, into bench/results
	$(BIN)/python -m pip install --quiet ms_toollib==1.5.20
	$(BIN)/python -m bench

docs: $(STAMP) ## Build the documentation site with its API reference, into build/site
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -c docs -d build/doctrees . build/site

pictures: $(STAMP) browser ## Draw the pictures of README and docs again, into docs/pictures
	$(BIN)/python docs/draw_pictures.py

# One wheel for every Python, built from the source distribution on this machine: it runs where the
# C library is as new as here. .github/workflows/wheels.yml builds for older ones, in containers.
PYTHONS ?= python3.11 python3.12 python3.13 python3.14 python3.15
wheels: $(VENV)/.tools ## Build the source distribution and the wheel of this platform, into dist, and try it
	$(BIN)/python -m pip install --quiet --group wheels
	rm -rf build/dist dist && mkdir -p dist
	$(BIN)/python -m build --outdir build/dist
	cp build/dist/*.tar.gz dist
	if [ "$$(uname)" = Linux ]; then \
		PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair --wheel-dir dist build/dist/*.whl; \
	else cp build/dist/*.whl dist; fi
	$(BIN)/abi3audit --strict dist/*.whl
	$(BIN)/python tests/try_wheel.py dist/*.whl $(PYTHONS)

sdist: $(VENV)/.tools ## Build the source distribution, into dist
	$(BIN)/python -m pip install --quiet --group wheels
	$(BIN)/python -m build --sdist --outdir dist

clean: ## Remove everything that was built
	rm -rf $(VENV) build dist $(ENGINE)
