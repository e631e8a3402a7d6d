#!/usr/bin/env bash
# Tries the viewer for browsers (scripts/web.sh): its core in node, the page in Chromium. Installs what is missing; what
# Debian has not, from npm (tests/web/package.json). Ends with 75 if a server cannot be reached. Usage:
#   web_tests.sh            runs all tests
#   web_tests.sh --chosen   runs those that CI runs each time (tests/web/chosen.txt)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
scripts/setup.sh --web-tests
scripts/web.sh >/dev/null
(cd tests/web && npm ci --silent) || exit 75
[ -x build/release/mmdview ] && export MMDVIEW=$root/build/release/mmdview

results=build/web_test_results.txt patterns=() chosen=0
if [ "${1:-}" = --chosen ]; then
  while read -r title; do
    patterns+=("--test-name-pattern=^$title\$")
    chosen=$((chosen + 1))
  done < <(grep -v '^#' tests/web/chosen.txt)
fi
node --test --test-reporter=spec "${patterns[@]}" tests/web/ | tee "$results"
# A title of the list that no test has would be skipped in silence.
passed=$(sed -nE 's/^. pass ([0-9]+)$/\1/p' "$results")
if [ "$chosen" -gt 0 ] && [ "$passed" -ne "$chosen" ]; then
  echo "web_tests.sh: tests/web/chosen.txt names $chosen tests, $passed passed" >&2
  exit 1
fi
