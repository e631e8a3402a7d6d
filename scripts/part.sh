# Sourced by .ci/run and check.sh: part NAME COMMAND … runs a part of the checks and notes its time in build/part_times.txt.
# A part that ends with 75 (EX_TEMPFAIL: a server cannot be reached) is named as not run and is no failure. What a part
# that fails printed last is in build/part_failures.txt, too.
# No part begins after MMDVIEW_PARTS_END, in seconds since 1970 (not set: any time): on a slow machine the last ones are
# named as not run, instead of the whole run being cut off.
part_times=build/part_times.txt
part_failures=build/part_failures.txt
failed_parts=()
part() {
  local name=$1 began=$SECONDS status=0 result=passed log writer
  shift
  if [ "$(date +%s)" -gt "${MMDVIEW_PARTS_END:-9999999999}" ]; then
    printf '%5d s  %s: NOT RUN: out of time\n' 0 "$name" | tee -a "$part_times"
    return
  fi
  echo "== $name"
  mkdir -p build
  exec {log}> >(tee build/part.log) # by exec, as $! is not set by a redirection of a program
  writer=$!
  "$@" >&"$log" 2>&1 || status=$?
  exec {log}>&-
  timeout 5 tail --pid="$writer" -f /dev/null || true # until all is written; processes that a part left may keep tee
  if [ $status -eq 75 ]; then
    result="NOT RUN: a server cannot be reached"
  elif [ $status -ne 0 ]; then
    result=FAILED
    failed_parts+=("$name")
    { echo "== $name" && tail -n 30 build/part.log | cut -c 1-400; } >> "$part_failures"
  fi
  printf '%5d s  %s: %s\n' $((SECONDS - began)) "$name" "$result" | tee -a "$part_times"
}
