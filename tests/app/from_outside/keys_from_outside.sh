#!/bin/sh
# The program as a user has it: started with files, keys from the X server, then its status and its picture.
# keys_from_outside.sh MMDVIEW WRITE_TEST_FIGURE, on a display (with_xvfb.sh).
set -eu

folder=$(mktemp -d)
viewer=
trap 'cat messages >&2 || true; [ -z "$viewer" ] || kill "$viewer" || true; rm -rf "$folder"' EXIT
cd "$folder"
mkdir Pictures
export HOME="$folder" XDG_CONFIG_HOME="$folder/.config" XDG_PICTURES_DIR="$folder/Pictures"
"$2" '積み木 1.pmx' 'ポーズ.vpd'

"$1" '積み木 1.pmx' 'ポーズ.vpd' 2>messages &
viewer=$!
until window=$(xdotool search --onlyvisible --class mmdview 2>/dev/null); do kill -0 "$viewer"; done
# The title names the pose once it is shown. (xdotool cannot search for titles that are not Latin.)
until xdotool getwindowname "$window" | grep -q 'ポーズ.vpd'; do kill -0 "$viewer"; done
xdotool windowfocus --sync "$window"
# The program takes them in this order, so that the picture is written when it has ended.
xdotool key h Escape b n c c c c Tab Tab m m a F12 ctrl+q
status=0
wait "$viewer" || status=$?
viewer=
[ "$status" -eq 0 ] || { echo "ended with status $status" >&2; exit 1; }

set -- 'Pictures/積み木 1_ポーズ_'*.png
[ $# -eq 1 ] && [ -s "$1" ] || { echo "no picture was saved: $*" >&2; exit 1; }
signature=$(od -An -tx1 -N8 "$1" | tr -d ' \n')
[ "$signature" = 89504e470d0a1a0a ] || { echo "not a PNG: $signature" >&2; exit 1; }
