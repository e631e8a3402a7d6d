#!/usr/bin/env bash
# Builds the viewer for browsers into build/web, a folder for any web server (docs/user/web.md). Needs Debian 12. The
# libraries are built once (scripts/web_libraries.sh). Usage: web.sh
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh" --web
libraries=$("$root/scripts/web_libraries.sh")
cache=${MMDVIEW_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/mmdview}
# shellcheck source=scripts/web_environment.sh
. "$root/scripts/web_environment.sh"
cd "$root"
objects=$root/build/web-objects
# A cache of other libraries would keep their paths.
grep -qs "^MMDVIEW_WEB_LIBRARIES:PATH=$libraries\$" "$objects/CMakeCache.txt" || rm -rf "$objects"/CMakeCache.txt "$objects"/CMakeFiles
[ -f "$objects/CMakeCache.txt" ] || cmake --preset web -DMMDVIEW_WEB_LIBRARIES:PATH="$libraries" >&2
cmake --build "$objects" --parallel "${JOBS:-$(nproc)}" >&2

page=$root/build/web
rm -rf "$page"
mkdir -p "$page/sample"
cp "$objects"/mmdview_{core,viewer}.{mjs,wasm} "$page/"
cp web/*.{html,css,mjs,mts} LICENSE "$page/"
python3 scripts/third_party.py "$libraries" mmdview_viewer.wasm > "$page/THIRD_PARTY.txt"
cp -r samples/{figure,poses} "$page/sample/"
(cd "$page/sample" && find figure poses -type f | LC_ALL=C sort | jq -R . | jq -s . > list.json)

# The package for npm: `npm pack build/npm`.
package=$root/build/npm
rm -rf "$package"
mkdir -p "$package"
cp web/package/* "$page"/{core,mmd-viewer}.d.mts \
  "$page"/{core,export_worker,exporter,files,gestures,loader,mmd-viewer,picture,playback,soundtrack,source,viewer_scene,viewer_session}.mjs \
  "$page"/mmdview_{core,viewer}.{mjs,wasm} "$page/LICENSE" "$package/"
python3 scripts/third_party.py "$libraries" "mmdview_core.wasm and mmdview_viewer.wasm" > "$package/THIRD_PARTY.txt"
echo "$page"
