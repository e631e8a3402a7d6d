#!/usr/bin/env bash
# Looks for faults that the tests do not see: the tests again with sanitizers, the fuzz targets with the same 3,000 inputs
# each time, what cppcheck and clang-tidy say, whether the benchmarks still compile and the samples are still made, the
# tarball for other Linux systems, and the programs for Windows and for browsers. Everything is compiled for both; a dozen
# chosen tests of each run, or all with --all. Installs what is missing.
# Usage: check.sh [--all]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/part.sh
. scripts/part.sh
case ${1:-} in
  "") some=--chosen ;;
  --all) some= ;;
  *) echo "usage: scripts/check.sh [--all]" >&2; exit 2 ;;
esac
scripts/setup.sh --checks

benchmarks() {
  cmake --preset release -DMMDVIEW_BENCH=ON >/dev/null && scripts/build.sh release benchmarks
}
samples() {
  cmake --preset release -DMMDVIEW_TESTS=ON -DMMDVIEW_TEST_TOOLS=ON >/dev/null && scripts/build.sh release test_tools &&
    ctest --preset release -L tools
}
linux_libraries() { scripts/setup.sh --linux && scripts/linux_libraries.sh >/dev/null; }
windows_libraries() { scripts/setup.sh --windows-tests && scripts/windows_libraries.sh >/dev/null; }
web_libraries() { scripts/setup.sh --web-tests && scripts/web_libraries.sh >/dev/null; }

part "the tests with sanitizers" scripts/sanitize.sh
part "fuzzing" scripts/fuzz.sh --runs 3000 --jobs 2 --seed 1
part "Windows: packages and libraries" windows_libraries
part "Windows: program and tests" scripts/windows_tests.sh $some
part "browsers: packages and libraries" web_libraries
part "browsers: page, core and tests" scripts/web_tests.sh $some
part "the program that makes the samples" samples
part "the benchmarks" benchmarks
part "Linux tarball: packages and libraries" linux_libraries
part "Linux tarball: program, and what users do with it" scripts/release_test.sh --quick
part "the sources" scripts/analyse.sh --quick
[ ${#failed_parts[@]} -eq 0 ] || printf 'FAILED: %s\n' "${failed_parts[@]}" >&2
exit ${#failed_parts[@]}
