#!/usr/bin/env bash
# Looks for faults: builds the fuzz targets with clang and runs each for a while, one after the other or several at a time.
#   scripts/fuzz.sh [--seconds N | --hours N] [--jobs N] [--seed N] [TARGET …]
# The time is per target (default: 60 seconds). Inputs that reach new code are kept in build/fuzz/corpus/TARGET, where the
# next run continues; failing inputs are in build/fuzz/found. With a seed and the same corpus, a run is repeatable. Ends
# with 1 if an input failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: scripts/fuzz.sh [--seconds N | --hours N] [--jobs N] [--seed N] [TARGET ...]" >&2
  exit 2
}

seconds=60 jobs=1 seed=0
targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds | --hours | --jobs | --seed)
      [[ ${2-} =~ ^[1-9][0-9]*$ ]] || usage
      case $1 in
        --seconds) seconds=$2 ;;
        --hours) seconds=$(($2 * 3600)) ;;
        --jobs) jobs=$2 ;;
        --seed) seed=$2 ;;
      esac
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
  echo "fuzz.sh: clang++ is missing: scripts/setup.sh --checks installs it" >&2
  exit 2
fi

scripts/build.sh fuzz "${targets[@]/#/fuzz_}"
mkdir -p build/fuzz/found

export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
look() { # at a target
  local name=$1 dictionary=() log=build/fuzz/found/$1.log result="nothing went wrong" status=0 runs reach
  mkdir -p "build/fuzz/corpus/$name"
  [ -f "tests/fuzz/$name.dict" ] && dictionary=("-dict=tests/fuzz/$name.dict")
  # 10 s and 2 GiB for one input are faults too; readers have a smaller budget (tests/fuzz/memory_budget.h). (4 GiB may be asked for at once: LZMA reserves its dictionary, which
  # it does not fill.)
  if ! "build/fuzz/fuzz_$name" "${dictionary[@]}" -seed="$seed" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=4097 \
    -print_final_stats=1 -artifact_prefix="build/fuzz/found/$name-" "build/fuzz/corpus/$name" \
    "tests/fuzz/corpus/$name" > /dev/null 2> "$log"; then
    result="FOUND: see $log" status=1
    grep -E "ERROR|SUMMARY|runtime error|does not hold|Test unit written" "$log" >&2 || true
  fi
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  reach=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  printf '%-10s %12s runs  %7s edges  %s\n' "$name" "${runs:-?}" "${reach:-?}" "$result"
  return $status
}

status=0 running=0
for name in "${targets[@]}"; do
  if [ $((running++)) -ge "$jobs" ]; then
    wait -n || status=1
  fi
  look "$name" &
done
for ((left = running < jobs ? running : jobs; left > 0; --left)); do
  wait -n || status=1
done
exit $status
