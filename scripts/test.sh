#!/usr/bin/env bash
# Installs what is missing, builds the tests in the tree of run.sh, and runs them; a test that is skipped without a
# good reason is a failure, too. scripts/check.sh looks for faults in other ways.
#   test.sh [ctest options]   for example -L unit, or -R '^skeleton'
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh --tests
# Configure again: packages can have been installed since, and a missing one is an error.
cmake --preset release -DMMDVIEW_TESTS=ON -DMMDVIEW_PYTHON=ON -DMMDVIEW_TEST_TOOLS=OFF -DMMDVIEW_REQUIRE_ALL_TESTS=ON >/dev/null
scripts/build.sh release
scripts/run_tests.sh release "$@"
