#!/bin/sh
# A test that did not run is a failure, unless it may be skipped. tests_left_out.sh SCRIPT
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >allowed.txt <<'END'
# a comment
a.Skipped for a good reason
END
results() { # of tests: "name status"
  echo '<testsuite name="x" tests="1">' >results.xml
  for test in "$@"; do
    printf '\t<testcase name="%s" classname="x" time="0" status="%s">\n' "${test% *}" "${test#* }" >>results.xml
  done
}
expect() { # status LISTED, of the script
  status=0
  "$script" results.xml "$2" allowed.txt >out 2>&1 || status=$?
  [ "$status" -eq "$1" ] || { echo "status $status instead of $1:"; cat results.xml out; exit 1; }
}
script=$1

results 'a.One run' 'a.Two fail'
expect 0 2
expect 1 3 # one more is listed
results 'a.One run' 'a.Skipped notrun'
expect 0 2
grep -q 'a.Skipped: for a good reason' out
results 'a.One run' 'a.Two notrun'
expect 1 2
grep -q 'a.Two' out
results 'a.One run' 'a.Two disabled'
expect 1 2
results
expect 1 1
