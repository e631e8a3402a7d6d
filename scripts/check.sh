#!/usr/bin/env bash
# Looks for faults that the tests do not see: the tests again with sanitizers, each fuzz target for a while, what
# cppcheck and clang-tidy say, whether the benchmarks still compile, and the unit tests for Windows under wine. Installs
# what is missing. Usage: check.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
scripts/setup.sh --checks

failed=()
check() { # what, and its command
  local began=$SECONDS status=0
  echo "== $1"
  "${@:2}" || status=$?
  if [ $status -eq 75 ]; then # windows_libraries.sh
    echo "NOT RUN: $1: Debian's server of sources cannot be reached" >&2
  elif [ $status -ne 0 ]; then
    failed+=("$1")
  fi
  echo "== $1: $((SECONDS - began)) s"
}
benchmarks() {
  cmake --preset release -DMMDVIEW_BENCH=ON >/dev/null && scripts/build.sh release benchmarks
}
check "the tests with sanitizers" scripts/sanitize.sh
check "fuzzing" scripts/fuzz.sh --seconds 8 --jobs 2 --seed 1
check "the sources" scripts/analyse.sh --quick
check "the benchmarks" benchmarks
check "the unit tests for Windows" scripts/windows_tests.sh -L unit
[ ${#failed[@]} -eq 0 ] || printf 'FAILED: %s\n' "${failed[@]}" >&2
exit ${#failed[@]}
