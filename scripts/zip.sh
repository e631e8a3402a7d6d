#!/usr/bin/env bash
# Packs a folder as FOLDER.zip; the same files give the same bytes: in order of their names, all with one time.
# Usage: zip.sh FOLDER   SOURCE_DATE_EPOCH: that time; otherwise now
set -euo pipefail
cd "$1/.."
find "${1##*/}" -exec touch -h -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" {} +
rm -f "${1##*/}.zip"
find "${1##*/}" | LC_ALL=C sort | TZ=UTC zip -q -9 -X -@ "${1##*/}.zip"
