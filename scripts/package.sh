#!/usr/bin/env bash
# Builds mmdview and packs it: a Debian package for this system, and a tarball that runs from any folder where the
# libraries are. Prints where they are. Usage: package.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --package
"$root/scripts/build.sh" release mmdview mmdview_manual >&2
cd "$root/build/release"
rm -rf packages
cpack >&2 # what `cmake --install` installs
find "$PWD/packages" -maxdepth 1 -type f \( -name '*.deb' -o -name '*.tar.gz' \)
