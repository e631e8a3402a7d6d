#!/usr/bin/env bash
# Builds the tests for Windows beside the program (scripts/windows.sh) and runs them with wine on a display of its own,
# where Mesa's software driver draws. Installs what is missing. Says at the end which failed, and which do not run there
# and why (tests/windows_left_out.txt). Usage:
#   windows_tests.sh [ctest options]   for example -L unit, or -R '^formats'
#   windows_tests.sh --chosen          compiles all, runs those that CI runs each time (tests/windows_chosen.txt)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
scripts/setup.sh --windows-tests
libraries=$(scripts/windows_libraries.sh)
build=$root/build/windows
grep -qs "^MMDVIEW_WINDOWS_LIBRARIES:PATH=$libraries\$" "$build/CMakeCache.txt" || rm -rf "$build"/CMakeCache.txt "$build"/CMakeFiles
cmake --preset windows -DMMDVIEW_WINDOWS_LIBRARIES:PATH="$libraries" -DMMDVIEW_TESTS=ON -DMMDVIEW_REQUIRE_ALL_TESTS=ON \
  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON >/dev/null

# Wine's own processes live on after the program that started them, and would keep its output open: started here, they
# have none.
export WINEPREFIX=$build/wine
display=$(mktemp)
Xvfb -displayfd 3 -screen 0 1280x1024x24 -dpi 96 -nolisten tcp -noreset 3>"$display" >"$build/xvfb.log" 2>&1 &
server=$!
trap '/usr/lib/wine/wineserver -k || true; kill $server; rm -f "$display"' EXIT
until [ -s "$display" ]; do kill -0 $server || { cat "$build/xvfb.log" >&2; exit 1; }; sleep 0.1; done
DISPLAY=:$(cat "$display")
export DISPLAY LIBGL_ALWAYS_SOFTWARE=1
unset WAYLAND_DISPLAY XAUTHORITY
mkdir -p "$WINEPREFIX"
/usr/lib/wine/wineserver -k 2>/dev/null || true # one that a run before left
/usr/lib/wine/wineserver -p </dev/null >/dev/null 2>&1
scripts/wine.sh wineboot -i </dev/null >/dev/null 2>&1

targets=(windows_tests)
[ "$*" != "-L unit" ] || targets=(mmdview tests_unit)
if [ "$*" = --chosen ]; then # compiles all, and links only what runs: mingw's linker is slow
  mapfile -t targets < <(ninja -C "$build" -t targets all | sed -nE 's/^(tests\/[^:]*\.obj): .*/\1/p')
  mapfile -t -O ${#targets[@]} targets < <(sed -nE '/^#/d; s/^(assets|base|cli|library|options|sound)\..*/test_\1/p' tests/windows_chosen.txt | sort -u)
  targets+=(mmdview write_test_figure) # what the scripts among them start
fi
cmake --build "$build" --parallel "${JOBS:-$(nproc)}" --target "${targets[@]}"
chosen=0
if [ "$*" = --chosen ]; then
  mapfile -t names < <(sed -E '/^#/d; s/ .*//; s/[.]/\\./g' tests/windows_chosen.txt)
  set -- -R "^($(IFS='|'; echo "${names[*]}"))\$"
  chosen=${#names[@]}
  found=$(ctest --preset windows -N "$@" | sed -n 's/^Total Tests: *//p')
  [ "$found" -eq "$chosen" ] || { echo "windows_tests.sh: tests/windows_chosen.txt names $chosen tests, $found exist" >&2; exit 1; }
fi
status=0
# Twice, as wine 8 itself stalls or ends one of some thousands of programs that it starts.
scripts/run_tests.sh windows --repeat until-pass:2 "$@" || status=$?
[ "$chosen" -gt 0 ] || python3 -B scripts/windows_left_out.py tests "$build/test_results" "$@" || status=1
exit $status
