#!/usr/bin/env bash
# What other programs make of exported models, by hand: check.sh PROGRAM WORK_FOLDER MODEL [POSE|MOTION …]
#
# In WORK_FOLDER `npm install --prefix . gltf-validator three @pixiv/three-vrm babylonjs babylonjs-loaders` was run; node
# and chromium are looked for on the PATH. Each pose (or the rest pose; of a motion what stands after two seconds, with
# its bodies) is exported as .glb, validated, drawn by three.js and Babylon.js in Chromium, and the silhouettes are
# compared with that of `shot` from the same camera: intersection over union, at least 0.99. A person becomes a VRM 1.0
# and a VRM 0.x, too, whose bones and expressions three-vrm has to take without complaint. Pictures stay in
# WORK_FOLDER/pictures.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
program=$(realpath "$1") work=$2 model=$(realpath "$3")
shift 3
poses=()
for pose in "$@"; do poses+=("${pose:+$(realpath "$pose")}"); done
mkdir -p "$work/pictures"
cp "$here"/*.js "$here"/*.html "$work"
cd "$work"
status=0
for pose in "${poses[@]:-}"; do
  name=$(basename "${model%.*}")${pose:+_$(basename "${pose%.*}")}
  export=() shot=(--no-physics) seconds=()
  if [[ $pose == *.vmd ]]; then export=(--bake) shot=(--frame 60) seconds=(2); fi
  "$program" export -q "$model" ${pose:+"$pose"} "${export[@]}" -o "pictures/$name.glb"
  node validate.js "pictures/$name.glb" || status=1
  "$program" shot -q "$model" ${pose:+"$pose"} "${shot[@]}" --no-edge --no-ground-shadow --camera 0,10,-45,0,10,0 --fov 30 \
    --size 1024x1024 --skinning linear -o "pictures/$name.ours.png"
  for viewer in three babylon; do node compare.js "pictures/$name" $viewer "${seconds[@]}" || status=1; done
done
for version in 1 0; do
  person=pictures/$(basename "${model%.*}")_vrm$version
  if "$program" export -q "$model" --vrm $version -o "$person.vrm" 2>/dev/null; then
    node validate.js "$person.vrm" || status=1
    node compare.js "$person" vrm || status=1
  fi
done
exit $status
