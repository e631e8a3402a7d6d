#!/usr/bin/env bash
# same_on_systems.sh PROGRAM OTHER_PROGRAM SAMPLES: the program of one system and that of another write the same bytes:
# bones of every pose and of frames of a motion, models for other programs, labels, and pictures without physics. (With
# physics the C libraries' functions differ in the last digits: see the manual, windows.md.)
set -euo pipefail
one=$1 other=$2 samples=$3
[ -x "$other" ] || { echo "not built: $other"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/one" "$folder/other"
figure=$samples/figure/figure.pmx features=$samples/features/features.pmx
for which in one other; do
  program=${!which} out=$folder/$which
  for pose in "$samples"/poses/*.vpd; do
    "$program" bones "$figure" "$pose" --format json > "$out/$(basename "$pose").json"
  done
  for motion in "$samples"/motions/*.vmd; do
    "$program" bones "$figure" "$motion" --frame 7 --format json > "$out/$(basename "$motion").json"
  done
  "$program" bones "$features" --format json > "$out/features.json"
  for kind in glb vrm obj vpd; do "$program" export "$figure" "$samples/poses/kick.vpd" -o "$out/kick.$kind" --no-physics -q; done
  "$program" batch "$figure" "$features" --poses "$samples/poses" --size 128x128 --no-physics --no-metadata -q \
    --labels "keypoints,camera,bones,depth,normals" -o "$out/batch"
  "$program" shot "$figure" "$samples/poses/peace.vpd" --size 512x512 --no-physics --no-metadata -q -o "$out/peace.webp"
done
diff -rq "$folder/one" "$folder/other"
echo "$(find "$folder/one" -type f | wc -l) files are the same"
