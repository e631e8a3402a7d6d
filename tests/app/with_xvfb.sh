#!/bin/sh
# Runs a command on a display of its own: with_xvfb.sh COMMAND [ARGUMENT …]. Its status is the command's.
# Xvfb chooses a free display and says which through a pipe, so nothing has to wait or to guess.
set -u

folder=$(mktemp -d) || exit 99
mkfifo "$folder/display"
# 24 bits: what drivers have OpenGL visuals for.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -dpi 96 -nolisten tcp -noreset 3>"$folder/display" >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$folder"' EXIT
trap 'exit 129' HUP INT TERM
read -r display <"$folder/display"
if [ -z "$display" ]; then
  echo "with_xvfb.sh: Xvfb did not start:" >&2
  cat "$folder/log" >&2
  exit 99
fi

# A desktop session around this one must not be used instead.
unset WAYLAND_DISPLAY SDL_VIDEODRIVER XAUTHORITY XDG_RUNTIME_DIR
export DBUS_SESSION_BUS_ADDRESS=disabled:
# Nothing of a home is read or written, but for the driver's cache of compiled shaders, which halves what a test takes.
export MESA_SHADER_CACHE_DIR="${MESA_SHADER_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-$folder}/.cache}}"
export XDG_CONFIG_HOME="$folder/config" XDG_STATE_HOME="$folder/state" XDG_CACHE_HOME="$folder/cache" XDG_DATA_HOME="$folder/data"
DISPLAY=:$display LIBGL_ALWAYS_SOFTWARE=1 "$@"
