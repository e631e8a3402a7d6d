#!/usr/bin/env bash
# Configures (once) and builds a preset. Usage: build.sh PRESET [TARGET …]
# A tree that is configured here compiles several files as one, which takes a quarter of the time; one that was
# configured by hand stays as it is.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1
shift
cd "$root"
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" -DMMDVIEW_TOGETHER=ON >/dev/null
cmake --build "build/$preset" --parallel "$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)" ${@:+--target "$@"}
