#!/bin/sh
# Changes of a scene survive kill -9, and two windows with one scene do not take each other's backups.
# scenes_are_kept.sh MMDVIEW WRITE_TEST_FIGURE, on a display (with_xvfb.sh).
set -eu

mmdview=$1
folder=$(mktemp -d)
viewer=
first=
trap 'cat messages >&2 || true; for one in $viewer $first; do kill "$one" || true; done; rm -rf "$folder"' EXIT
cd "$folder"
"$2" figure.pmx pose.vpd dance.vmd
kept="$XDG_STATE_HOME/mmdview"
echo 'key restore-unsaved = Ctrl+R' >config
echo '{"mmdview-scene": 1, "files": ["figure.pmx", "pose.vpd"]}' >s.mmdscene

start() {
  "$mmdview" --config config "$@" 2>messages &
  viewer=$!
  until window=$(xdotool search --onlyvisible --pid "$viewer" 2>/dev/null); do kill -0 "$viewer"; done
}
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
nothing_kept() {
  set -- "$kept"/*.mmdscene
  [ ! -e "$1" ] || fail "kept though it was saved or discarded: $1"
}
backed_up() { until ls "$kept"/*.mmdscene >/dev/null 2>&1; do kill -0 "$viewer"; done; }
killed() {
  kill -9 "$viewer"
  wait "$viewer" || true
  viewer=
}

# 1. An unchanged scene closes at once; a discarded change leaves file and state folder as they were.
cp s.mmdscene before
start s.mmdscene
title 's.mmdscene —'
keys ctrl+q
ended
start s.mmdscene
title 's.mmdscene —'
keys ctrl+m
title 's.mmdscene\*'
keys ctrl+q d
ended
cmp before s.mmdscene || fail 'a discarded change was written'
nothing_kept

# 2. Killed at once, then after the backup; a second window beside it is offered nothing and asks nothing.
start s.mmdscene
title 's.mmdscene —'
keys ctrl+m
title 's.mmdscene\*'
killed
rm -f "$kept"/*.mmdscene # where two seconds have passed before the kill
start s.mmdscene
title 's.mmdscene —'
keys ctrl+m
title 's.mmdscene\*'
backed_up
first=$viewer
start s.mmdscene
title 's.mmdscene —'
keys ctrl+r ctrl+q
ended
viewer=$first
first=
killed
cmp before s.mmdscene || fail 'a change that was not saved was written'

# 3. It is offered, restored, and saved into its file.
start figure.pmx
title 'mmdview'
until xdotool getwindowname "$window" | grep -q 's.mmdscene\*'; do
  keys ctrl+r
  kill -0 "$viewer"
done
keys ctrl+q Return
ended
! cmp -s before s.mmdscene || fail 'the restored change was not saved'
nothing_kept
start s.mmdscene
title 's.mmdscene —'
keys ctrl+q
ended
nothing_kept
