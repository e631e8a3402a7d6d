#!/usr/bin/env bash
# Runs the tests of a built tree; lists failed tests, and skipped tests with their reasons, at the end.
# Writes build/PRESET/test_results: summary.txt has the names of failed tests and the end of ctest's output.
# Usage: run_tests.sh PRESET [ctest options]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=$1 results=$PWD/build/$1/test_results status=0
shift
rm -rf "$results"
mkdir -p "$results"
ctest --preset "$preset" --output-junit "$results/ctest.xml" "$@" | tee "$results/log.txt" || status=$?
python3 -B scripts/test_results.py "$results" tests/may_be_skipped.txt | tee "$results/summary.txt" || status=1
grep -E "tests passed,|^Total Test time" "$results/log.txt" | tee -a "$results/summary.txt" || true
exit "$status"
