#!/usr/bin/env bash
# Looks for faults: builds the fuzz targets with clang and runs each for a while, one after the other or several at a time.
#   scripts/fuzz.sh [--seconds N | --hours N | --runs N] [--jobs N] [--seed N] [TARGET …]
# The time is per target (default: 60 seconds). Inputs that reach new code are kept in build/fuzz/corpus/TARGET, where the
# next run continues; failing inputs are in build/fuzz/found. With --runs each target gets N inputs and begins with
# the corpus of tests/fuzz alone: with a seed, another run tries the same inputs. Ends with 1 if an input failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: scripts/fuzz.sh [--seconds N | --hours N | --runs N] [--jobs N] [--seed N] [TARGET ...]" >&2
  exit 2
}

seconds=60 runs=-1 jobs=1 seed=0
targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds | --hours | --runs | --jobs | --seed)
      [[ ${2-} =~ ^[1-9][0-9]*$ ]] || usage
      case $1 in
        --seconds) seconds=$2 ;;
        --hours) seconds=$(($2 * 3600)) ;;
        --runs) runs=$2 seconds=0 ;;
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

again=() limit=10
[ "$runs" -eq -1 ] || again=(setarch -R) limit=60 # the same inputs need the same addresses; a busy machine is no fault
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
look() { # at a target
  local name=$1 dictionary=() log=build/fuzz/found/$1.log result="nothing went wrong" status=0 corpus=build/fuzz/corpus/$1 tried reach
  [ "$runs" -eq -1 ] || { corpus=build/fuzz/corpus-again/$name && rm -rf "$corpus"; }
  mkdir -p "$corpus"
  [ -f "tests/fuzz/$name.dict" ] && dictionary=("-dict=tests/fuzz/$name.dict")
  # 10 s (60 s with --runs) and 2 GiB for one input are faults too; readers have a smaller budget
  # (tests/fuzz/memory_budget.h). (4 GiB may be asked for at once: LZMA reserves its dictionary, which it does not fill.)
  if ! "${again[@]}" "build/fuzz/fuzz_$name" "${dictionary[@]}" -seed="$seed" -max_total_time="$seconds" -runs="$runs" \
    -timeout="$limit" -rss_limit_mb=2048 -malloc_limit_mb=4097 -print_final_stats=1 -artifact_prefix="build/fuzz/found/$name-" "$corpus" \
    "tests/fuzz/corpus/$name" > /dev/null 2> "$log"; then
    result="FOUND: see $log" status=1
    # The input, too: a machine that ran this for others may be gone when they read it.
    grep -aE "ERROR|SUMMARY|runtime error|does not hold|Test unit written|^ *#[0-9]+ |Base64" "$log" | head -40 >&2 || true
  fi
  tried=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  reach=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
  printf '%-10s %12s runs  %7s edges  %s\n' "$name" "${tried:-?}" "${reach:-?}" "$result"
  return $status
}

# What failed is kept in a file: bash's `wait -n` returns 127 for one of two processes that end at the same time.
failed=build/fuzz/found/failed
rm -f "$failed"
running=0
for name in "${targets[@]}"; do
  [ $((running++)) -lt "$jobs" ] || wait -n || true
  { look "$name" || echo "$name" >> "$failed"; } &
done
wait
[ ! -f "$failed" ]
