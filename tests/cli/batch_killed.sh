#!/usr/bin/env bash
# batch_killed.sh PROGRAM SAMPLES ROUNDS: kills a batch at random moments, goes on with it, and looks at what is there
# at the end: exactly the pictures of an undisturbed run, byte for byte, nothing else, a manifest that joins without
# gaps. The moments are by chance (RANDOM); what must come out is not.
set -euo pipefail
program=$1 samples=$2 rounds=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/poses"
for pose in "$samples"/poses/*.vpd; do
  for copy in 1 2 3; do cp "$pose" "$folder/poses/$(basename "$pose" .vpd)$copy.vpd"; done
done
batch() {  # FOLDER [OPTIONS…]
  "$program" batch "$samples/figure/figure.pmx" --poses "$folder/poses" -o "$folder/$1" --size 32x32 --no-physics -q \
    "${@:2}"
}
batch expected
for ((round = 1; round <= rounds; ++round)); do
  rm -rf "$folder/out" "$folder/out.jsonl"
  for kill in 1 2; do
    batch out --skip-existing --manifest "$folder/out.jsonl" &
    child=$!
    sleep "$((RANDOM % 2)).$((RANDOM % 10))"
    kill -KILL $child 2>/dev/null || true
    wait $child 2>/dev/null || true
  done
  # Two at once go on with it.
  batch out --skip-existing --manifest "$folder/out.jsonl" &
  child=$!
  batch out --skip-existing --manifest "$folder/out.jsonl"
  wait $child
  batch out --skip-existing --manifest "$folder/out.jsonl"
  diff -r "$folder/expected" "$folder/out" || { echo "round $round: other files"; exit 1; }
  batch out --merge "$folder/out.jsonl" || { echo "round $round: the manifest has gaps"; exit 1; }
done
echo "$rounds rounds"
