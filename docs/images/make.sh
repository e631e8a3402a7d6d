#!/usr/bin/env bash
# Makes the pictures of README.md and docs/ again, from the samples. Usage: make.sh [PROGRAM]. Needs Pillow, numpy, and
# for the window Xvfb, xdotool and xwd. web.png is made where scripts/web_tests.sh has been. By hand: windows.png (the
# program under wine) and vrm.png (tests/export/viewers).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(realpath "${1:-$root/build/release/mmdview}")
cd "$root"
picture() { # NAME ARGUMENTS…
  local name=$1
  shift
  "$program" shot --samples 16 --background e8ecf2 -o "docs/images/$name.png" "$@"
}
figure=samples/figure/figure.pmx
picture kick $figure samples/poses/kick.vpd --camera -17,9.5,-27,1.0,9.3,0 --fov 38 --size 640x640 --no-physics
picture peace $figure samples/poses/peace.vpd --view front --size 640x640
picture dance $figure samples/poses/dance.vpd --view three-quarter --size 400x480
picture append $figure samples/poses/kick.vpd --view three-quarter --size 330x400 --compare append --no-physics
picture bones $figure samples/poses/running.vpd --view three-quarter --size 400x480 --highlight 右ひじ
picture physics $figure samples/poses/kick.vpd --view three-quarter --size 330x400 --compare physics
picture sitting $figure samples/poses/sitting.vpd --ground --view three-quarter --size 400x480
picture face $figure samples/poses/peace.vpd --view face --size 360x432
picture profile $figure samples/poses/standing.vpd --camera -30,16.7,0,0,16.7,0 --fov 9 --size 360x432
picture back $figure samples/poses/standing.vpd --camera 6,19,29,0,16.7,0 --fov 13 --size 360x432
joints="samples/features/features.pmx samples/features/features.vpd --size 512x160 --camera 0.5,1.6,-26,0.5,1.6,0 --fov 13"
picture joints $joints
picture joints-linear $joints --skinning linear
picture joints-1 $joints --skinning 1
picture singing $figure samples/poses/singing.vpd --view bust --size 400x400 \
  --attach samples/props/microphone.pmx@右手首:-0.43,-0.72,0,-90,2,-143
picture song $figure samples/motions/song.vmd samples/motions/camera.vmd --frame 135 --size 400x400 \
  --attach samples/props/microphone.pmx@右手首:-0.43,-0.72,0,-90,2,-143
picture features samples/features/features.pmx samples/features/features.vpd --size 800x512 --no-ground-shadow

made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
p=samples/poses
"$program" pose sequence $p/peace.vpd $p/peace.vpd $p/kick.vpd $p/kick.vpd $p/dance.vpd $p/dance.vpd $p/peace.vpd \
  --every 16 -o "$made/poses.vmd"
"$program" batch $figure "$made/poses.vmd" -o "$made/poses" --frames 0:94:2 --camera -13,12,-36,1.2,9.3,0 --fov 32 \
  --size 720x480 --samples 16 --background e8ecf2
"$program" batch $figure --poses samples/poses -o "$made" --size 160x200 --view three-quarter --background e8ecf2 \
  --sheet docs/images/sheet.png
"$program" shot $figure samples/poses/dance.vpd --size 200x250 --view front --background e8ecf2 --labels all -o "$made/dance.png"
python3 docs/images/labels.py "$made/dance.png" docs/images/labels.png
python3 docs/images/mmd932.py "$program" docs/images/mmd932.png
python3 docs/images/moving.py docs/images/poses.webp 67 "$made"/poses/figure/*.png
tests/app/with_xvfb.sh docs/images/window.sh "$program" docs/images/window.png
if [ -d build/web ] && [ -d tests/web/node_modules ]; then
  node tests/web/take_picture.mjs docs/images/web.png
else
  echo "make.sh: web.png is not made: run scripts/web_tests.sh first" >&2
fi

# The small pictures in the scenes, which the browser shows.
small=$made/small.jpg
for scene in samples/scenes/*.mmdscene; do
  "$program" shot "$scene" --size 192x192 --samples 16 --force -o "$small"
  sed -i -e '/^ "picture":/d' -e 's/^ },*$/ },/' -e "s|^}\$| \"picture\": \"data:image/jpeg;base64,$(base64 -w0 "$small")\"\n}|" "$scene"
done
bust="$figure samples/poses/peace.vpd --view bust --size 300x340 --samples 16 --background 6f7f96"
"$program" shot $bust -o "$made/0.png"
for preset in portrait stage soft line-art; do
  "$program" shot $bust --preset $preset -o "$made/$preset.png"
done
python3 docs/images/beside.py docs/images/effects.png "$made"/{0,portrait,stage,soft,line-art}.png
# The steps of posing.md: a pose, an arm, a hand, face and look.
"$program" pose extract samples/poses/peace.vpd --bones 左腕,左腕捩,左ひじ,左手捩,左手首 -o "$made/arm.vpd"
step="$figure samples/poses/walking.vpd --camera 6,17,-31,0,15.5,0 --fov 22 --size 250x320 --samples 16 --background e8ecf2 --no-physics"
"$program" shot $step -o "$made/1.png"
"$program" shot $step "$made/arm.vpd" --hands relaxed:left --highlight 左手首 --operable-bones -o "$made/2.png"
"$program" shot $step "$made/arm.vpd" --hands peace:left -o "$made/3.png"
"$program" shot $step "$made/arm.vpd" --hands peace:left --look-at camera --morph にこり=1 --morph あ=0.7 -o "$made/4.png"
python3 docs/images/beside.py docs/images/first-pose.png "$made"/{1,2,3,4}.png
