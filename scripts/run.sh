#!/usr/bin/env bash
# Installs what is missing, builds mmdview and opens the viewer: on the sample model, or on what is given.
# Without a display it makes a picture instead and says where. Usage: run.sh [MODEL] [POSE …] [OPTIONS]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
"$root/scripts/setup.sh"
"$root/scripts/build.sh" release mmdview >&2
program=$root/build/release/mmdview

if [ $# -eq 0 ]; then
  set -- "$root/samples/figure/figure.pmx" "$root/samples/poses/standing.vpd"
fi
case "${1:-}" in
  view) shift ;;
  help | shot | batch | serve | bones | info | check | pose | export | -h | --help | --version) exec "$program" "$@" ;;
esac
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname -s)" = Darwin ]; then
  exec "$program" view "$@"
fi
picture=$root/build/mmdview.png
"$program" shot -o "$picture" --background ffffff "$@"
echo "No display here, so this is a picture instead of a window: $picture"
