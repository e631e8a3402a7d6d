#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests; a test that is left out without a good reason is a
# failure, too. Then it looks for faults: the tests again with sanitizers, the sources, each fuzz target for a while.
#   test.sh                           everything; what CI runs
#   test.sh --suite [ctest options]   only the tests, as they are built for use; ctest's options alone say the same
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
looks_for_faults=no
[ $# -gt 0 ] || looks_for_faults=yes
[ "${1:-}" != --suite ] || shift
setup=--tests
[ $looks_for_faults = no ] || setup=--checks
"$root/scripts/setup.sh" $setup
cd "$root"
together=()
[ -f build/release/build.ninja ] || together=(-DMMDVIEW_TOGETHER=ON)
# Also where it was configured before: what was missing then may be there now, and what is missing now is an error.
cmake --preset release "${together[@]}" -DMMDVIEW_TESTS=ON -DMMDVIEW_PYTHON=ON -DMMDVIEW_REQUIRE_ALL_TESTS=ON >/dev/null
"$root/scripts/build.sh" release
listed=$(ctest --preset release -N "$@" | sed -n 's/^Total Tests: //p')
results=$root/build/release/test_results.xml log=$root/build/release/test.log
status=0
ctest --preset release --output-junit "$results" "$@" | tee "$log" || status=$?
"$root/scripts/tests_left_out.sh" "$results" "${listed:-0}" || [ "$status" -ne 0 ] || status=1

check() { # what, and its command: says how long it took, and whether it failed
  local began=$SECONDS failed=0
  echo "== $1"
  "${@:2}" || failed=1
  [ $failed -eq 0 ] || { echo "FAILED: $1" >&2; status=1; }
  echo "== $1: $((SECONDS - began)) s"
}
if [ $looks_for_faults = yes ]; then
  check "the tests with sanitizers" "$root/scripts/sanitize.sh"
  check "fuzzing" "$root/scripts/fuzz.sh" --seconds 20 --jobs 2 --seed 1
  check "the sources" "$root/scripts/analyse.sh" --quick
fi
grep -E "tests passed,|^Total Test time" "$log" || true # the last word is ctest's
exit "$status"
