#!/usr/bin/env bash
# Whether tests notice when the code is wrong: changes one operator or constant at a time in places taken by chance, and
# runs the folder's own tests. What no test notices is a survivor, and is printed.
#   scripts/mutate.sh [--count N] [--seed N] [--first N] [--folders "NAME NAME"]
# Works on a copy of the tree in build/mutate; the tree itself is left alone. Ends with 1 if fewer than nine in ten are
# noticed. 100 places in skeleton, skin, physics and formats take an hour or two. Python 3 is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 scripts/mutate.py "$@"
