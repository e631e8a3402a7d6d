#!/usr/bin/env bash
# Mutation testing: changes one operator or constant at a time at random places and runs the folder's own tests. Prints the
# survivors, which are changes that no test notices.
#   scripts/mutate.sh [--count N] [--seed N] [--first N] [--folders "NAME NAME"]
# Works on a copy of the tree in build/mutate; the tree itself is left alone. Ends with 1 if fewer than nine in ten are
# noticed. 100 places in skeleton, skin, physics and formats take an hour or two. Python 3 is needed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 scripts/mutate.py "$@"
