#!/bin/sh
# Node reads scripts without running them: scripts_are_whole.sh SCRIPT …
command -v node >/dev/null || { echo "node is not installed"; exit 77; }
for script in "$@"; do node --check "$script" || exit 1; done
