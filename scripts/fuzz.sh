#!/usr/bin/env bash
# Looks for faults: builds the fuzz targets with clang and runs each for a while, one after the other.
#   scripts/fuzz.sh [--seconds N | --hours N] [TARGET …]
# N is for each target (60 seconds). What is new in reach is kept in build/fuzz/corpus/TARGET and is where the next run
# goes on; what goes wrong lies in build/fuzz/found. Ends with 1 if something went wrong.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: scripts/fuzz.sh [--seconds N | --hours N] [TARGET ...]" >&2
  exit 2
}

seconds=60
targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds | --hours)
      [[ ${2-} =~ ^[1-9][0-9]*$ ]] || usage
      seconds=$2
      if [ "$1" = --hours ]; then seconds=$((seconds * 3600)); fi
      shift 2
      ;;
    -*) usage ;;
    *)
      if [ ! -f "tests/fuzz/$1_fuzz.cpp" ]; then
        echo "fuzz.sh: there is no target \"$1\"" >&2
        exit 2
      fi
      targets+=("$1")
      shift
      ;;
  esac
done
if [ ${#targets[@]} -eq 0 ]; then
  for source in tests/fuzz/*_fuzz.cpp; do
    name=${source##*/}
    targets+=("${name%_fuzz.cpp}")
  done
fi
if ! command -v clang++ > /dev/null; then
  echo "fuzz.sh: clang++ is missing: install the packages clang and libclang-rt-14-dev" >&2
  exit 2
fi

[ -f build/fuzz/build.ninja ] || cmake --preset fuzz > /dev/null
cmake --build build/fuzz --target "${targets[@]/#/fuzz_}"
mkdir -p build/fuzz/found

status=0
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
for name in "${targets[@]}"; do
  mkdir -p "build/fuzz/corpus/$name"
  dictionary=()
  [ -f "tests/fuzz/$name.dict" ] && dictionary=("-dict=tests/fuzz/$name.dict")
  log=build/fuzz/found/$name.log
  result="nothing went wrong"
  # 10 s and 2 GiB for one input are faults too. (4 GiB may be asked for at once: LZMA reserves its dictionary, which
  # it does not fill.)
  if ! "build/fuzz/fuzz_$name" "${dictionary[@]}" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=4096 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" \
    "tests/fuzz/corpus/$name" > /dev/null 2> "$log"; then
    result="FOUND: see $log"
    status=1
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  reach=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  printf '%-10s %12s runs  %7s edges  %s\n' "$name" "${runs:-?}" "${reach:-?}" "$result"
done
exit $status
