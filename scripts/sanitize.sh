#!/usr/bin/env bash
# Builds with clang's sanitizers and runs the tests there; findings and leaks are failures.
#   scripts/sanitize.sh [--all] [ctest options]      address and undefined behaviour; the tree is that of fuzz.sh
#   scripts/sanitize.sh --thread [ctest options]     threads: the folders that start some, and what several work with at once
# What is left out stands in tests/not_sanitized.txt with the reason; with --all only what cannot run there.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
preset=fuzz all=()
case ${1:-} in
  --all) all=(--all); shift ;;
  --thread) preset=tsan; shift ;;
esac
command -v clang++ >/dev/null || { echo "sanitize.sh: clang++ is missing: install clang and libclang-rt-dev" >&2; exit 2; }

names() { ctest --preset "$1" -N | sed -n 's/^ *Test *#[0-9]*: //p'; }
programs() { # of the folders that are not left out whole
  local left_out
  left_out=$(scripts/not_sanitized.sh exclude "${all[@]}")
  sed -n 's/^ *mmdview_test(\([a-z_]*\).*/\1/p' tests/*/CMakeLists.txt | while read -r name; do
    [[ $name. =~ $left_out ]] || echo "test_$name"
  done
}

# Again also where it was configured before: tests come and go.
cmake --preset "$preset" -DMMDVIEW_TOGETHER=ON -DMMDVIEW_REQUIRE_ALL_TESTS=ON >/dev/null
if [ "$preset" = tsan ]; then
  folders=(base assets physics scene document render batch)
  scripts/build.sh tsan "${folders[@]/#/test_}"
  exec ctest --preset tsan -R "^($(IFS='|'; echo "${folders[*]}"))\." -E "$(scripts/not_sanitized.sh exclude --all)" "$@"
fi
mapfile -t targets < <(programs)
[ ${#all[@]} -eq 0 ] || targets=(all)
scripts/build.sh fuzz "${targets[@]}" fuzz_targets

results=$root/build/fuzz/test_results.xml status=0
chosen=(-E "$(scripts/not_sanitized.sh exclude "${all[@]}")" "$@")
listed=$(ctest --preset fuzz -N "${chosen[@]}" | sed -n 's/^Total Tests: //p')
ctest --preset fuzz --output-junit "$results" "${chosen[@]}" || status=$?
scripts/tests_left_out.sh "$results" "${listed:-0}" || status=1
if [ $# -eq 0 ]; then # of a part of the tests the rest is no news
  sed -n 's/^.*<testcase name="\([^"]*\)".*/\1/p' "$results" >build/fuzz/ran.txt
  suite=fuzz
  [ ! -f build/release/CTestTestfile.cmake ] || suite=release
  names $suite | grep -v '_NOT_BUILT$' >build/fuzz/suite.txt
  scripts/not_sanitized.sh check build/fuzz/ran.txt build/fuzz/suite.txt || status=1
fi
exit $status
