#!/usr/bin/env bash
# Says which of the listed tests did not run. Those that tests/may_be_skipped.txt names, with a reason, may be left out;
# any other is a failure (1). Usage: tests_left_out.sh RESULTS.xml LISTED [ALLOWED.txt]
# RESULTS.xml is what `ctest --output-junit` writes, LISTED the number of tests that `ctest -N` lists.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
results=$1 listed=$2 allowed=${3:-$root/tests/may_be_skipped.txt}

awk -v listed="$listed" '
  function attribute(name,  rest) { # of the element in the line
    if (!match($0, " " name "=\"[^\"]*\"")) return ""
    rest = substr($0, RSTART + length(name) + 3)
    return substr(rest, 1, index(rest, "\"") - 1)
  }
  FNR == NR { if ($0 !~ /^#/ && NF > 0) { name = $1; $1 = ""; reason[name] = $0 } next }
  /<testcase / {
    ++told
    status = attribute("status"); name = attribute("name")
    if (status == "run" || status == "fail") { ++ran; next }
    if (name in reason) { print "Left out: " name ":" reason[name]; next }
    print "Left out, and nothing says why it may be: " name > "/dev/stderr"
    wrong = 1
  }
  END {
    if (told + 0 != listed + 0) {
      print (told + 0) " of " listed " listed tests are in the results" > "/dev/stderr"
      wrong = 1
    }
    print (ran + 0) " of " listed " listed tests ran"
    exit wrong
  }' "$allowed" "$results"
