#!/usr/bin/env bash
# A picture of the window while a pose is made: window.sh PROGRAM OUT.png, on a display (tests/app/with_xvfb.sh). Needs
# xdotool, xwd (x11-apps) and Pillow.
set -euo pipefail
program=$(realpath "$1") out=$(realpath "$2") images=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$(mktemp -d)
viewer=
trap '[ -z "$viewer" ] || kill "$viewer" || true; rm -rf "$folder"' EXIT
cd "$images/../.."

"$program" samples/figure/figure.pmx samples/poses/peace.vpd --no-config --lang en --theme dark --size 1280x800 \
  --ui-scale 1.1 --camera -4,15,-27,1.2,14.6,0 &
viewer=$!
until window=$(xdotool search --onlyvisible --class mmdview 2>/dev/null); do kill -0 "$viewer"; done
until xdotool getwindowname "$window" | grep -q peace.vpd; do kill -0 "$viewer"; done
xdotool windowfocus --sync "$window"
# still: until thumbnails are there, bodies are at rest and messages are gone. Then two pictures are equal.
still() {
  local before='' now
  until xwd -silent -id "$window" -out "$folder/now.xwd" && now=$(md5sum <"$folder/now.xwd") && [ "$now" = "$before" ]; do
    before=$now
    kill -0 "$viewer"
    sleep 5
  done
}
xdotool key F11 f
still
xdotool key b
xdotool mousemove --window "$window" 733 353 click 1 # the left elbow
xdotool mousemove --window "$window" 420 300
still
python3 "$images/xwd.py" "$folder/now.xwd" "$out"
xdotool key ctrl+q d
wait "$viewer" || true
viewer=
