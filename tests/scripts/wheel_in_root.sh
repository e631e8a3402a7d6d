#!/usr/bin/env bash
# wheel_in_root.sh WHEEL ROOT: installs a wheel of the module in a bare root, with neither a compiler nor the libraries
# that it was built with, draws a picture there and runs the examples of docs/user/python.md. The root is what
# `debootstrap --variant=minbase --include=python3-venv,python3-numpy,libegl1,libgl1,libopengl0,libgl1-mesa-dri bookworm
# ROOT` makes; it is changed. For root, on demand.
set -euo pipefail
script=$(realpath "${BASH_SOURCE[0]}")
if [ $# -ne 2 ] || [ ! -f "$1" ] || [ ! -x "$2/bin/sh" ]; then
  sed -n '2,5s/^# //p' "$script" >&2
  exit 2
fi
root=$(realpath "$2")
in_root() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@" </dev/null; }
rm -rf "$root/tmp/wheel" && mkdir -p "$root/tmp/wheel"
cp "$1" "$root/tmp/wheel/"
tree=$(dirname "$script")/../..
cp -r "$tree/samples" "$root/tmp/wheel/"
mkdir -p "$root/tmp/wheel/docs/user" "$root/tmp/wheel/tests"
cp "$tree/docs/user/python.md" "$root/tmp/wheel/docs/user/"
cp -r "$tree/tests/python" "$root/tmp/wheel/tests/"
if in_root which cc c++ cmake; then echo "the root is not bare" >&2 && exit 1; fi
in_root python3 -m venv --system-site-packages /tmp/wheel/env
in_root /tmp/wheel/env/bin/pip install -q --no-index "/tmp/wheel/$(basename "$1")"
in_root /tmp/wheel/env/bin/python -c '
import mmdview
model = mmdview.Model.load("/tmp/wheel/samples/figure/figure.pmx")
pose = mmdview.Pose.load("/tmp/wheel/samples/poses/dance.vpd", model)
picture, labels = model.render(pose, 256, 256, labels="all")
covered = (picture[..., 3] > 127).mean()
assert mmdview.__file__.startswith("/tmp/wheel/env/") and 0.05 < covered < 0.6, (mmdview.__file__, covered)
print(f"{mmdview.__file__}: a picture, {covered:.0%} covered, and {len(labels)} labels")'
in_root sh -c 'cd /tmp/wheel/tests/python && ../../env/bin/python -m unittest -q test_docs.Docs.test_examples_run_unchanged'
