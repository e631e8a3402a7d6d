#!/usr/bin/env bash
# run.sh ROOT PROGRAM: what scripts/run.sh answers before anything is installed or built, and how it starts the program
# with and without a display.
set -euo pipefail
root=$1 program=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/src" "$folder/called" "$folder/bin"
cp -r "$root/scripts" "$root/CMakeLists.txt" "$folder/"
cp -r "$root/src/options" "$folder/src/"
ln -s "$root/samples" "$folder/samples"
for tool in setup build; do # what must not be called before help is given
  printf '#!/bin/sh\ntouch "%s/called/%s"\n' "$folder" "$tool" >"$folder/scripts/$tool.sh"
done
fail() {
  echo "run.sh $1"
  cat "$folder/out" "$folder/err"
  exit 1
}
answers() { # STATUS TEXT ARGUMENTS…: at once
  local wanted=$1 text=$2 status=0
  shift 2
  env -u DISPLAY -u WAYLAND_DISPLAY "$folder/scripts/run.sh" "$@" >"$folder/out" 2>"$folder/err" || status=$?
  [ "$status" -eq "$wanted" ] || fail "$* (built: $built): status $status instead of $wanted"
  cat "$folder/out" "$folder/err" | grep -qF -e "$text" || fail "$*: does not say: $text"
  [ -z "$(ls "$folder/called")" ] || fail "$*: installs or builds first"
}
for built in no yes; do
  for help in -h --help help; do answers 0 "Usage: run.sh" "$help"; done
  for help in -h --help; do answers 0 "Usage:" model.pmx "$help"; done # of the program, once there is one
  answers 0 mmdview --version
  answers 2 "unknown option --nonsense" --nonsense
  answers 2 "unknown option --nonsense" samples/figure/figure.pmx --view face --nonsense=3
  answers 2 "did you mean --size WIDTHxHEIGHT?" samples/figure/figure.pmx --width 64
  answers 2 "unknown option -x" -x
  answers 2 "unknown option -size" shot -size 3x3
  mkdir -p "$folder/build/release"
  ln -sf "$program" "$folder/build/release/mmdview"
done

cd "$root"
# Without a display: a picture, also with what is otherwise added, and with whatever stands first.
picture=$folder/build/mmdview.png
size="--size 16x16"
for arguments in "" "$size --view face" "$size samples/figure/figure.pmx --view face" \
  "--view face samples/figure/figure.pmx $size" "view samples/figure/figure.pmx --bg red $size" \
  "$size samples/figure/figure.pmx -- samples/poses/standing.vpd"; do
  rm -f "$picture"
  # shellcheck disable=SC2086 # words
  env -u DISPLAY -u WAYLAND_DISPLAY "$folder/scripts/run.sh" $arguments >"$folder/out" 2>"$folder/err" ||
    fail "$arguments: fails without a display"
  [ -s "$picture" ] || fail "$arguments: makes no picture without a display"
  grep -qF "$picture" "$folder/out" || fail "$arguments: does not say where the picture is"
done
env -u DISPLAY -u WAYLAND_DISPLAY "$folder/scripts/run.sh" samples/figure/figure.pmx -o "$folder/own.png" --size 16x16
[ -s "$folder/own.png" ] || fail "-o: makes no picture of that name"
for command in info check thumbnail; do
  set -- samples/figure/figure.pmx
  [ "$command" = thumbnail ] && set -- "$@" "$folder/t.png" --no-sandbox
  env -u DISPLAY -u WAYLAND_DISPLAY "$folder/scripts/run.sh" "$command" "$@" >"$folder/out" 2>"$folder/err" ||
    fail "$command: fails"
done
# With a display: the window, with the same arguments.
rm "$folder/build/release/mmdview"
printf '#!/bin/sh\necho "$@"\n' >"$folder/build/release/mmdview"
chmod +x "$folder/build/release/mmdview"
for arguments in "figure.pmx --view face" "view --view face figure.pmx"; do
  # shellcheck disable=SC2086 # words
  DISPLAY=:0 "$folder/scripts/run.sh" $arguments >"$folder/out" 2>"$folder/err" || fail "$arguments: fails"
  [ "$(cat "$folder/out")" = "${arguments#view }" ] || fail "$arguments: is started in another way"
done
echo "as it should be"
