#!/usr/bin/env bash
# What tests/not_sanitized.txt says. A row: the name of a test or a beginning with "*"; "slow" (only left out where time
# is short) or "unfit" (never run there); the reason.
#   not_sanitized.sh exclude [--all] [LIST]     the regular expression of what ctest leaves out; --all: only what is unfit
#   not_sanitized.sh check RAN SUITE [LIST]     names, a line each, of what ran and of the whole suite: says what did not
#                                               run and why; 1 if there is no reason
#   not_sanitized.sh exist SUITE [LIST]         1 if a row names nothing in the suite
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
what=$1
shift
all=no
[ "${1:-}" = --all ] && { all=yes; shift; }
files=()
[ "$what" = check ] && { files=("$1" "$2"); shift 2; }
[ "$what" = exist ] && { files=("$1"); shift; }
list=${1:-$here/../tests/not_sanitized.txt}

awk -v what="$what" -v all="$all" '
  FILENAME == ARGV[1] {
    if ($0 ~ /^#/ || NF == 0) next
    if (NF < 3 || ($2 != "slow" && $2 != "unfit")) { print "row without a reason: " $0 > "/dev/stderr"; wrong = 1; exit }
    row[++rows] = $1; kind[rows] = $2
    $1 = $2 = ""; sub(/^ +/, ""); reason[rows] = $0
    next
  }
  what == "check" && FILENAME == ARGV[2] { ran[$1] = 1; ++count; next }
  { suite[++listed] = $1 }
  function matches(name, r,  begin) {
    if (row[r] !~ /\*$/) return name == row[r]
    begin = substr(row[r], 1, length(row[r]) - 1)
    return substr(name, 1, length(begin)) == begin
  }
  function escaped(text) { gsub(/[][.+?(){}|^$\\]/, "\\\\&", text); return text }
  END {
    if (wrong) exit 1
    if (what == "exclude") {
      for (r = 1; r <= rows; ++r) {
        if (all == "yes" && kind[r] == "slow") continue
        name = row[r]; sub(/\.\*$/, "", name)
        if (name != row[r]) out = out (out ? "|" : "") "^test_" escaped(name) "_NOT_BUILT$"
        name = row[r]
        if (sub(/\*$/, "", name)) out = out (out ? "|" : "") "^" escaped(name)
        else out = out (out ? "|" : "") "^" escaped(name) "$"
      }
      print out ? out : "^$"
      exit
    }
    for (i = 1; i <= listed; ++i) {
      found = 0
      for (r = 1; r <= rows; ++r) if (matches(suite[i], r)) { found = r; ++named[r] }
      if (what != "check" || suite[i] in ran) continue
      if (found) { ++left[found]; continue }
      print "Not run with the sanitizers, and nothing says why: " suite[i] > "/dev/stderr"
      wrong = 1
    }
    for (r = 1; r <= rows; ++r) {
      if (what == "check" && left[r]) print "Not sanitized: " row[r] " (" left[r] "): " reason[r]
      if (what == "exist" && !named[r]) { print "There is no such test: " row[r] > "/dev/stderr"; wrong = 1 }
    }
    if (what == "check") print count + 0 " tests ran with the sanitizers, of " listed " of the suite"
    exit wrong
  }' "$list" "${files[@]}"
