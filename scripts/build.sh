#!/usr/bin/env bash
# Configures (once) and builds a preset. Usage: build.sh PRESET [TARGET …]   JOBS: number of parallel compilers
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
preset=$1
shift
cd "$root"
[ -f "build/$preset/build.ninja" ] || cmake --preset "$preset" >/dev/null
cmake --build "build/$preset" --parallel "${JOBS:-$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)}" ${@:+--target "$@"}
