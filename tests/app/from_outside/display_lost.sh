#!/bin/sh
# The display goes away under the window: the program says so and ends, with the status for "no display".
# display_lost.sh MMDVIEW WRITE_TEST_FIGURE
set -eu

folder=$(mktemp -d)
viewer=
trap 'cat "$folder/messages" >&2 || true; [ -z "$viewer" ] || kill "$viewer" || true; rm -rf "$folder"' EXIT
cd "$folder"
"$2" figure.pmx pose.vpd
mkfifo display
unset WAYLAND_DISPLAY SDL_VIDEODRIVER XAUTHORITY
export LIBGL_ALWAYS_SOFTWARE=1 XDG_STATE_HOME="$folder/state"

# As soon as the window is there, and when the title names the pose: everything is loaded, and it waits.
for title in '' 'pose.vpd'; do
  Xvfb -displayfd 3 -screen 0 800x600x24 -nolisten tcp -noreset 3>display >server.log 2>&1 &
  server=$!
  read -r number <display
  export DISPLAY=":$number"
  "$1" figure.pmx pose.vpd 2>messages &
  viewer=$!
  until window=$(xdotool search --onlyvisible --class mmdview 2>/dev/null); do kill -0 "$viewer"; done
  until xdotool getwindowname "$window" | grep -q "$title"; do kill -0 "$viewer"; done
  kill "$server"
  wait "$server" || true
  status=0
  wait "$viewer" || status=$?
  viewer=
  [ "$status" -eq 4 ] || { echo "ended with status $status" >&2; exit 1; }
  grep -q 'error: lost the connection to the display' messages
done
