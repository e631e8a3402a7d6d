#!/usr/bin/env bash
# Tries the viewer for browsers (scripts/web.sh): its core in node, the page in Chromium. Installs what is missing; what
# Debian has not, from npm (tests/web/package.json). Ends with 75 if a server cannot be reached. Usage: web_tests.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
scripts/setup.sh --web-tests
scripts/web.sh >/dev/null
(cd tests/web && npm ci --silent) || exit 75
[ -x build/release/mmdview ] && export MMDVIEW=$root/build/release/mmdview
node --test --test-reporter=spec tests/web/
