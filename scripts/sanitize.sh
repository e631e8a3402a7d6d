#!/usr/bin/env bash
# Builds with clang's sanitizers and runs tests there; findings and leaks are failures.
#   scripts/sanitize.sh [ctest options]            address and undefined behaviour: the tests labelled `unit`, and all
#                                                  corpora; the tree is that of fuzz.sh
#   scripts/sanitize.sh --all [ctest options]      the same, all tests
#   scripts/sanitize.sh --thread [ctest options]   threads: the folders that start some, and what several work with at once
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=fuzz targets=(tests_unit fuzz_targets) chosen=(-L unit)
case ${1:-} in
  --all) targets=(all) chosen=() && shift ;;
  --thread)
    folders=(base assets physics scene document library commands render)
    preset=tsan targets=("${folders[@]/#/test_}") chosen=(-R "^($(IFS='|'; echo "${folders[*]}"))\.")
    shift
    ;;
esac
command -v clang++ >/dev/null || { echo "sanitize.sh: clang++ is missing: scripts/setup.sh --checks installs it" >&2; exit 2; }
# Again also where it was configured before: tests come and go.
cmake --preset "$preset" -DMMDVIEW_REQUIRE_ALL_TESTS=ON >/dev/null
scripts/build.sh "$preset" "${targets[@]}"
scripts/run_tests.sh "$preset" "${chosen[@]}" "$@"
