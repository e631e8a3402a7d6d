#!/usr/bin/env bash
# Builds and runs the benchmarks and prints a table: medians of the stations, and `shot` against the floor program.
# Usage: bench.sh [filter of benchmark names]; bench.sh --page writes the figures of docs/dev/performance.md, too.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ "${1:-}" = --page ]; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  "$root/scripts/bench.sh" | tee "$log"
  python3 "$root/scripts/bench_page.py" "$root/docs/dev/performance.md" <"$log"
  exit 0
fi
"$root/scripts/setup.sh" --checks
cd "$root" && cmake --preset release -DMMDVIEW_BENCH=ON >/dev/null
"$root/scripts/build.sh" release mmdview benchmarks >&2
cd "$root/build/release"
./mmdview_bench --benchmark_filter="${1:-.}" --benchmark_repetitions=5 --benchmark_report_aggregates_only=true \
  --benchmark_min_time=0.2 2>/dev/null | grep -E "^Benchmark|_median" || true
[ $# -eq 0 ] || exit 0
./physics_bench --benchmark_filter='World/(100|300)$' --benchmark_repetitions=5 --benchmark_report_aggregates_only=true \
  --benchmark_min_time=0.2 2>/dev/null | grep _median
./render_bench
./batch_bench ./mmdview "$root/samples"
./serve_bench ./mmdview "$root/samples"
"$root/tests/app/with_xvfb.sh" ./window_bench
"$root/tests/app/with_xvfb.sh" ./browser_bench

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
hundredths() { # of a millisecond, for one run of a command
  local start end
  start=$(date +%s%N)
  "$@" >/dev/null 2>&1
  end=$(date +%s%N)
  echo $(((end - start) / 10000))
}
shot=(./mmdview shot "$root/samples/figure/figure.pmx" "$root/samples/poses/standing.vpd" --size 512x512 -o "$out/shot.png")
floor=(./bench_floor 512 "$out/floor.png")
for _ in 1 2 3 4 5 6 7 8 9; do # in turn, so that both see the same machine
  echo "$(hundredths "${floor[@]}") $(hundredths "${shot[@]}")"
done | tail -n +2 | sort -n | awk '{ f[NR] = $1; s[NR] = $2; r[NR] = $2 / $1 }
  function median(a, n,  i, j, t) { for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (a[j] < a[i]) { t = a[i]; a[i] = a[j]; a[j] = t } return a[int((n + 1) / 2)] }
  END { printf "floor program, 512x512   %8.1f ms\nshot of the sample       %8.1f ms   ratio %.2f (goal: at most 3)\n", median(f, NR) / 100, median(s, NR) / 100, median(r, NR) }'
