#!/usr/bin/env bash
# Builds the Python module for the system's Python in the tree of run.sh, packs it as a wheel for pip and prints where it
# is. Usage: wheel.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --python
cd "$root"
cmake --preset release -DMMDVIEW_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 >/dev/null
"$root/scripts/build.sh" release mmdview_python >&2
mkdir -p build/release/wheel
cd python
MMDVIEW_PIP_BUILD=$root/build/release /usr/bin/python3 -B -c 'import build_backend, sys
print(sys.argv[1] + "/" + build_backend.build_wheel(sys.argv[1]))' "$root/build/release/wheel" | tail -n 1
