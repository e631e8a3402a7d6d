#!/usr/bin/env bash
# batch_killed.sh PROGRAM SAMPLES ROUNDS: kills a batch with labels at a random moment and goes on with it, ROUNDS times,
# and looks at what is there at the end: exactly the pictures, labels and annotations of an undisturbed run, byte for
# byte, nothing else, and a manifest that joins without gaps and names the same keys. Every other round two processes are
# killed that make the same pictures at once; every third finds pictures that were made with other options. The moments
# are by chance (RANDOM); what must come out is not. What was to come out and did not is left in the folder that is named.
set -euo pipefail
program=$1 samples=$2 rounds=$3
folder=$(mktemp -d)
mkdir "$folder/poses"
for pose in "$samples"/poses/*.vpd; do
  for copy in 1 2; do cp "$pose" "$folder/poses/$(basename "$pose" .vpd)$copy.vpd"; done
done
batch() {  # FOLDER [OPTIONS…]: later options win
  "$program" batch "$samples/features/features.pmx" --poses "$folder/poses" -o "$folder/$1" --size 16x16 --no-physics \
    --labels keypoints,camera,bones -q "${@:2}"
}
making() {  # FOLDER [OPTIONS…]: what it says, which are errors, is kept
  batch "$1" --skip-existing --manifest "$folder/$1.jsonl" "${@:2}" 2>> "$folder/$1.said"
}
joined() {  # FOLDER: joins the labels; prints name and key of each picture
  batch "$1" --merge "$folder/$1.jsonl" --manifest "$folder/$1.all.jsonl" || return
  sed 's/.*"name": *"\([^"]*\)".*"key": *"\([^"]*\)".*/\1 \2/' "$folder/$1.all.jsonl"
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
begun=$(milliseconds)
making expected
length=$(($(milliseconds) - begun))
expected_keys=$(joined expected)
[ "$(wc -l <<< "$expected_keys")" -eq "$(ls "$folder/poses" | wc -l)" ]

wrong() {  # WHAT
  echo "round $round: $1; see $folder"
  exit 1
}
for ((round = 1; round <= rounds; ++round)); do
  rm -rf "$folder/out" "$folder"/out.*
  if ((round % 3 == 0)); then making out --no-ik; fi
  children=()
  for ((process = 0; process < 1 + round % 2; ++process)); do
    making out &
    children+=($!)
  done
  moment=$(((RANDOM * 32768 + RANDOM) % (length * (1 + round % 2) + 1)))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  kill -KILL "${children[@]}" 2>/dev/null || true
  wait "${children[@]}" 2>/dev/null || true
  # Two at once go on with it.
  making out &
  child=$!
  making out || wrong "going on with it failed"
  wait $child || wrong "going on with it failed in the second process"
  [ ! -s "$folder/out.said" ] || wrong "$(cat "$folder/out.said")"
  keys=$(joined out) || wrong "the manifest has gaps"
  [ "$keys" = "$expected_keys" ] || wrong "other keys in the manifest"
  diff -r "$folder/expected" "$folder/out" || wrong "other files"
done
rm -rf "$folder"
echo "$rounds rounds"
