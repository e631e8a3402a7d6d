#!/usr/bin/env bash
# Installs what is missing, builds mmdview and opens the viewer: on the sample model, or on what is given.
# Without a display it makes a picture instead and says where. Help and unknown options are answered before anything is
# installed or built. Usage: run.sh [MODEL] [POSE …] [OPTIONS], or run.sh COMMAND … for another command of mmdview
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=$root/build/release/mmdview

usage() {
  cat <<'END'
Usage: run.sh [MODEL] [POSE|MOTION …] [OPTIONS]   open a window; without files on the sample model
       run.sh COMMAND …                           the same as mmdview COMMAND …

Installs what is missing (Debian and Ubuntu; elsewhere it names the packages), builds mmdview and starts it.
Without a display it makes a picture, build/mmdview.png, instead of a window.
END
  if [ -x "$program" ]; then
    echo && "$program" --help
  else
    echo "mmdview is not built yet: docs/user/options.md lists its commands and options."
  fi
}

# Whether the program's sources have such an option, or understand it as another name of one.
is_option() {
  grep -rqF --exclude=synonyms.cpp -e "\"$1\"" "$root/src/options" ||
    grep -qE -e "\{\"$1\", *\"[^\"]*\"\}" "$root/src/options/synonyms.cpp"
}

refuse() { # OPTION
  [ -x "$program" ] && exec "$program" "${arguments[@]}"
  echo "run.sh: error: unknown option $1" >&2
  local meant
  meant=$(tr '\n' ' ' <"$root/src/options/synonyms.cpp" | # {"--width", "--size", "--size WIDTHxHEIGHT"}
    sed -nE "s/.*\{\"$1\", *\"[^\"]*\", *\"([^\"]*)\".*/\1/p")
  echo "  hint: ${meant:+did you mean $meant? }docs/user/options.md lists the options" >&2
  exit 2
}

arguments=("$@")
has_output='' has_background='' has_file=''
for argument in "$@"; do
  if [ -e "$argument" ]; then has_file=yes; fi
  case $argument in
    --) has_file=yes && break ;;
    - | *.*/*) has_file=yes ;; # standard input, a file in an archive
    -h | --help | --help-all) asks_help=yes ;;
    --version) asks_version=yes ;;
    -o* | --out*) has_output=yes ;;
    --background* | --bg*) has_background=yes ;;
  esac
  case $argument in
    -[0-9.]*) ;; # a number
    -[a-z][a-z]*) ! is_option "-${argument%%=*}" || refuse "${argument%%=*}" ;; # one dash too few
    --[a-z]* | -[a-zA-Z]) is_option "${argument%%=*}" || refuse "${argument%%=*}" ;;
  esac
done
if [ -n "${asks_help:-}" ] || [ "${1:-}" = help ]; then
  if [ ! -x "$program" ] || { [ $# -eq 1 ] && [ "$1" != --help-all ]; }; then usage && exit; fi
  exec "$program" "$@"
fi
if [ -n "${asks_version:-}" ]; then
  [ -x "$program" ] && exec "$program" --version
  sed -nE 's/^project\(mmdview VERSION ([0-9.]+).*/mmdview \1, not built yet/p' "$root/CMakeLists.txt"
  exit
fi

"$root/scripts/setup.sh"
"$root/scripts/build.sh" release mmdview >&2

[ "${1:-}" = view ] && shift
sample=("$root/samples/figure/figure.pmx" "$root/samples/poses/standing.vpd")
if [ $# -eq 0 ]; then
  set -- "${sample[@]}" && has_file=yes
fi
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}$has_output" ] || [ "$(uname -s)" = Darwin ]; then
  exec "$program" "$@"
fi
commands=$("$program" help all | sed -nE 's/^  mmdview ([a-z]+) .*/\1/p')
for argument in "$@"; do
  if grep -qxF -e "$argument" <<<"$commands"; then exec "$program" "$@"; fi
done
[ -n "$has_file" ] || set -- "$@" "${sample[@]}"
picture=$root/build/mmdview.png
[ -n "$has_background" ] || set -- --background ffffff "$@"
"$program" -o "$picture" "$@"
echo "No display here, so this is a picture instead of a window: $picture"
