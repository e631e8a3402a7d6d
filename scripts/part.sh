# Sourced by .ci/run and check.sh: part NAME COMMAND … runs a part of the checks and notes its time in build/part_times.txt.
# A part that ends with 75 (EX_TEMPFAIL: a server cannot be reached) is named as not run and is no failure.
part_times=build/part_times.txt
failed_parts=()
part() {
  local name=$1 began=$SECONDS status=0 result=passed
  shift
  echo "== $name"
  "$@" || status=$?
  if [ $status -eq 75 ]; then
    result="NOT RUN: a server cannot be reached"
  elif [ $status -ne 0 ]; then
    result=FAILED
    failed_parts+=("$name")
  fi
  mkdir -p build
  printf '%5d s  %s: %s\n' $((SECONDS - began)) "$name" "$result" | tee -a "$part_times"
}
