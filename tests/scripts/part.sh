#!/usr/bin/env bash
# Parts of the checks (scripts/part.sh): a failed part is counted and the others still run, a server that cannot be
# reached is named and no failure, and each part has a line in the file of times. Usage: part.sh SOURCE_DIR
set -euo pipefail
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# shellcheck source=scripts/part.sh
. "$source/scripts/part.sh"
stops_at_a_fault() { bash -euc 'echo before the fault; false; true'; }
part first env true >/dev/null # a program, as in .ci/run: a function or builtin first would set $! anyhow
part second stops_at_a_fault >/dev/null
part third sh -c 'exit 75' >/dev/null
part fourth true >/dev/null
die() { echo "$*" >&2; cat "$part_times" >&2; exit 1; }
[ "${failed_parts[*]}" = second ] || die "failed: ${failed_parts[*]}"
[ "$(sed 's/.* s  //' "$part_times")" = "first: passed
second: FAILED
third: NOT RUN: a server cannot be reached
fourth: passed" ] || die "other lines"
MMDVIEW_PARTS_END=$(date +%s -d '1 minute ago')
part late touch late >/dev/null
[ "$(tail -n 1 "$part_times" | sed 's/.* s  //')" = "late: NOT RUN: out of time" ] && [ ! -e late ] || die "a part began too late"
[ "$(cat "$part_failures")" = "== second
before the fault" ] || die "what the failed part printed is not kept: $(cat "$part_failures")"
