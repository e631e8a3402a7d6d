#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests; a test that is left out without a good reason is a
# failure, too. Usage: test.sh [ctest options]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --tests
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
grep -E "tests passed,|^Total Test time" "$log" || true # the last word is ctest's
exit "$status"
