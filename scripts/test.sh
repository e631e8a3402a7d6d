#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests. Usage: test.sh [ctest options]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --tests
"$root/scripts/build.sh" release
cd "$root"
exec ctest --preset release "$@"
