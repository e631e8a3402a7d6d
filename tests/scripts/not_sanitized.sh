#!/bin/sh
# What does not run with the sanitizers has a reason, and is there. not_sanitized.sh SCRIPT BUILD-FOLDER
set -eu
script=$1 build=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ctest --test-dir "$build" -N | sed -n 's/^ *Test *#[0-9]*: //p' >"$folder/suite.txt"
"$script" exist "$folder/suite.txt"

cd "$folder"
cat >list.txt <<'END'
# a comment
a.* slow takes long
b.One unfit cannot run
END
expect() { # status, of the script
  wanted=$1
  shift
  status=0
  "$script" "$@" list.txt >out 2>&1 || status=$?
  [ "$status" -eq "$wanted" ] || { echo "$*: status $status instead of $wanted:"; cat out; exit 1; }
}
printf 'a.One\na.Two\nb.One\nb.Two\n' >suite.txt
expect 0 exist suite.txt
printf 'b.Two\n' >ran.txt
expect 0 check ran.txt suite.txt
grep -q 'a.\* (2): takes long' out
grep -q '^1 tests ran with the sanitizers, of 4' out
printf 'b.Two\nb.Three\n' >suite.txt
expect 1 exist suite.txt # what the rows name is gone
expect 1 check ran.txt suite.txt
grep -q 'b.Three' out
: >ran.txt
printf 'a.One\nc.One\nc.Two\n' >suite.txt
expect 1 check ran.txt suite.txt # a folder that vanished
[ "$("$script" exclude list.txt)" = '^test_a_NOT_BUILT$|^a\.|^b\.One$' ] || { "$script" exclude list.txt; exit 1; }
[ "$("$script" exclude --all list.txt)" = '^b\.One$' ] || { "$script" exclude --all list.txt; exit 1; }
printf 'a.* slow\n' >list.txt
expect 1 exist suite.txt # without a reason
