#!/usr/bin/env bash
# batch_killed.sh PROGRAM SAMPLES ROUNDS: kills a batch with labels at a random moment and goes on with it, ROUNDS times,
# and looks at what is there at the end: exactly the pictures, labels and annotations of an undisturbed run, byte for
# byte, nothing else, and a manifest that joins without gaps and names the same keys. Every other round two processes are
# killed that make the same pictures at once; every third finds pictures that were made with other options. The moments
# are by chance (RANDOM); what must come out is not. Where something else did, the folder is left and named.
set -euo pipefail
program=$1 samples=$2 rounds=$3
folder=$(mktemp -d)
mkdir "$folder/poses"
for pose in "$samples"/poses/*.vpd; do
  for copy in 1 2; do cp "$pose" "$folder/poses/$(basename "$pose" .vpd)$copy.vpd"; done
done
# A command, not a function: what runs in the background, and is killed, has to be the program itself.
batch=("$program" batch "$samples/features/features.pmx" --poses "$folder/poses" --size 16x16 --no-physics -q
  --labels "keypoints,camera,bones")
making=("${batch[@]}" -o "$folder/out" --skip-existing --manifest "$folder/out.jsonl")
joined() {  # FOLDER: joins the labels; prints name and key of each picture
  "${batch[@]}" -o "$folder/$1" --merge "$folder/$1.jsonl" --manifest "$folder/$1.all.jsonl" || return
  sed 's/.*"name": *"\([^"]*\)".*"key": *"\([^"]*\)".*/\1 \2/' "$folder/$1.all.jsonl"
}
milliseconds() { echo $(($(date +%s%N) / 1000000)); }
begun=$(milliseconds)
"${batch[@]}" -o "$folder/expected" --manifest "$folder/expected.jsonl"
length=$(($(milliseconds) - begun))
expected_keys=$(joined expected)
[ "$(wc -l <<< "$expected_keys")" -eq "$(find "$folder/poses" -type f | wc -l)" ]

wrong() {  # WHAT
  echo "round $round: $1; see $folder"
  exit 1
}
killed=0
for ((round = 1; round <= rounds; ++round)); do
  rm -rf "$folder/out" "$folder"/out.*
  said=$folder/out.said  # errors alone
  if ((round % 3 == 0)); then "${making[@]}" --no-ik 2>> "$said"; fi
  children=()
  for ((process = 0; process < 1 + round % 2; ++process)); do
    "${making[@]}" 2>> "$said" &
    children+=($!)
  done
  moment=$(((RANDOM * 32768 + RANDOM) % length))
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  for child in "${children[@]}"; do
    kill -KILL "$child" 2>/dev/null || true
    status=0
    wait "$child" 2>/dev/null || status=$?
    [ "$status" -ne 137 ] || killed=$((killed + 1))
  done
  # Two at once go on with it.
  "${making[@]}" 2>> "$said" &
  child=$!
  "${making[@]}" 2>> "$said" || wrong "going on with it failed"
  wait $child || wrong "going on with it failed in the second process"
  [ ! -s "$said" ] || wrong "$(cat "$said")"
  keys=$(joined out) || wrong "the manifest has gaps"
  [ "$keys" = "$expected_keys" ] || wrong "other keys in the manifest"
  diff -r "$folder/expected" "$folder/out" || wrong "other files"
done
rm -rf "$folder"
echo "$rounds rounds, $killed processes killed"
