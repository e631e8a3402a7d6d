#!/usr/bin/env bash
# Measures how many lines of each folder of src/ the tests reach.
#   scripts/coverage.sh [--uncovered] [FOLDER …]
# Builds build/coverage with gcc's counters, runs the tests of the folders (all that have a program of their own, for
# `commands` the whole program's as well; the window's where it is named, for its tests need Xvfb and a process each) and
# prints a table; with --uncovered also the lines that nothing reached. Ends with 1 if a folder has fewer than it should:
# 95 % from base to skin, 85 % elsewhere. Python 3 and gcov are needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

uncovered=()
folders=()
for argument in "$@"; do
  case $argument in
    --uncovered) uncovered=(--uncovered) ;;
    -*)
      echo "usage: scripts/coverage.sh [--uncovered] [FOLDER ...]" >&2
      exit 2
      ;;
    *)
      if [ ! -d "src/$argument" ]; then
        echo "coverage.sh: there is no folder src/$argument" >&2
        exit 2
      fi
      folders+=("$argument")
      ;;
  esac
done
if [ ${#folders[@]} -eq 0 ]; then
  for folder in base formats assets skeleton skin model pose physics scene document edit render annotations export library options commands; do
    folders+=("$folder")
  done
fi

out=build/coverage
mkdir -p $out
# Programs end without destructors, which would write the counters.
cat > $out/exit.c <<'C'
void __gcov_dump(void);
void _exit(int) __attribute__((noreturn));
void _Exit(int status) {
  __gcov_dump();
  _exit(status);
}
C
gcc -c $out/exit.c -o $out/exit.o
# Optimise little, so that lines stay separate.
cmake -S . -B $out -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_UNITY_BUILD=ON -DMMDVIEW_TESTS=ON -DCMAKE_CXX_COMPILER="${CXX:-g++}" \
  -DCMAKE_CXX_FLAGS="--coverage -O1 -g0 -fno-inline-small-functions -fprofile-update=atomic" \
  -DCMAKE_EXE_LINKER_FLAGS="--coverage $PWD/$out/exit.o" > /dev/null
programs=("${folders[@]/#/test_}")
[[ " ${folders[*]} " != *" commands "* ]] || programs+=(mmdview test_cli)
cmake --build $out --parallel "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" --target "${programs[@]}"
find $out -name '*.gcda' -delete
failed=()
for folder in "${folders[@]}"; do
  if [ "$folder" = app ]; then
    ctest --test-dir $out -R '^app\.' -E '(KeysFromOutside|DisplayLost)$' --output-on-failure > "$out/test_app.log" 2>&1 || failed+=(app)
    continue
  fi
  if [ "$folder" = commands ]; then # without what runs in the sandbox, where no counters are written, and what takes long
    "$out/test_cli" --gtest_brief=1 --gtest_filter='-Thumbnail.*:Memory.*:Startup.*:*/Pictures.*:PicturesInDepth.*:PictureBaselines.*' \
      > "$out/test_cli.log" 2>&1 || failed+=(cli)
  fi
  "$out/test_$folder" --gtest_brief=1 > "$out/test_$folder.log" 2>&1 || failed+=("$folder")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "coverage.sh: tests failed (build/coverage/test_FOLDER.log): ${failed[*]}" >&2
fi
status=0
python3 scripts/coverage_table.py $out "${uncovered[@]}" "${folders[@]}" || status=$?
[ ${#failed[@]} -eq 0 ] || status=1
exit $status
