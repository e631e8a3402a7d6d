#!/bin/sh
# Work on a pose in the real window is never lost: keys from the X server, then the files on disk.
# work_is_kept.sh MMDVIEW WRITE_TEST_FIGURE [system], on a display (with_xvfb.sh). system: files are chosen in the system's
# own dialog, which is not tried.
set -eu

mmdview=$1
folder=$(mktemp -d)
viewer=
trap 'cat messages >&2 || true; [ -z "$viewer" ] || kill "$viewer" || true; rm -rf "$folder"' EXIT
cd "$folder"
"$2" figure.pmx pose.vpd dance.vmd
kept="$XDG_STATE_HOME/mmdview"
echo 'key restore-unsaved = Ctrl+R' >config

start() {
  "$mmdview" --config config "$@" 2>messages &
  viewer=$!
  until window=$(xdotool search --onlyvisible --class mmdview 2>/dev/null); do kill -0 "$viewer"; done
}
# Until the title has a word. What was typed before has been done then.
title() { until xdotool getwindowname "$window" | grep -q -e "$1"; do kill -0 "$viewer"; done; }
keys() {
  xdotool windowfocus --sync "$window"
  xdotool key "$@"
}
ended() {
  status=0
  wait "$viewer" || status=$?
  viewer=
  [ "$status" -eq 0 ] || fail "ended with status $status"
}
fail() {
  echo "$1" >&2
  exit 1
}
same() { cmp "$1" "$2" || fail "$3"; }
nothing_kept() {
  set -- "$kept"/*.mmdscene
  [ ! -e "$1" ] || fail "kept though it was saved or discarded: $1"
}

# As the window writes the pose, and its mirror image, to compare with.
start figure.pmx pose.vpd
title 'pose.vpd —'
keys ctrl+s ctrl+s ctrl+q # the second one overwrites
ended
cp pose.vpd saved.vpd
start figure.pmx pose.vpd
title 'pose.vpd —'
keys ctrl+m ctrl+s ctrl+s ctrl+q
ended
cp pose.vpd mirrored.vpd
cp saved.vpd pose.vpd
! cmp -s saved.vpd mirrored.vpd || fail 'the edit changed nothing'
"$mmdview" pose mirror saved.vpd -o expected.vpd
for pose in mirrored expected; do "$mmdview" bones figure.pmx $pose.vpd --format csv >$pose.csv 2>>messages; done
same mirrored.csv expected.csv 'the edited pose has other bones than the command makes'

# 1. A pose that has no file is offered a name; it is saved where that is confirmed, and nowhere else.
if [ "${3:-}" != system ]; then
  start figure.pmx dance.vmd
  title 'frame 0'
  keys Next Next ctrl+t
  title 'new pose\*'
  keys ctrl+s
  until [ -e 'figure pose.vpd' ]; do
    keys Return
    kill -0 "$viewer"
  done
  title 'figure pose.vpd —'
  keys ctrl+q
  ended
  [ ! -e figure_1.vpd ] || fail 'saved under a name that nobody chose'
fi

# 2. After a kill the pose is offered with all that was done to it, and is not any longer when it is saved.
start figure.pmx pose.vpd
title 'pose.vpd —'
keys ctrl+m
title 'pose.vpd\*'
until ls "$kept"/*.mmdscene >/dev/null 2>&1; do kill -0 "$viewer"; done
kill -9 "$viewer"
wait "$viewer" || true
viewer=
same pose.vpd saved.vpd 'a pose that was not saved was written'
start figure.pmx
title 'mmdview'
until xdotool getwindowname "$window" | grep -q 'pose.vpd\*'; do
  keys ctrl+r
  kill -0 "$viewer"
done
keys ctrl+s ctrl+s
title 'pose.vpd —'
keys ctrl+q
ended
same pose.vpd mirrored.vpd 'what was restored is not what was there'
nothing_kept
