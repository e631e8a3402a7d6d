#!/usr/bin/env bash
# Records some invocations twice: the recordings are equal, and a changed file is a difference.
# Usage: twice.sh PYTHON PROGRAM SAMPLES
set -euo pipefail
python=$1 program=$2 samples=$3
record=$(dirname "${BASH_SOURCE[0]}")/record.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for recording in before after; do
  for some in pose- bones-kick serve shot-kick; do
    "$python" -B "$record" record "$program" "$samples" "$work/$recording" --only $some
  done
done
"$python" -B "$record" compare "$work/before" "$work/after"
[ "$(cat "$work/before/shot-kick/status")" = 0 ]
[ -s "$work/before/shot-kick/files/out.png" ]
[ "$(wc -l <"$work/before/serve/stdout")" -eq 8 ]
printf x >>"$work/after/shot-kick/files/out.png"
if "$python" -B "$record" compare "$work/before" "$work/after" >/dev/null; then
  echo "a changed picture is no difference" >&2
  exit 1
fi
