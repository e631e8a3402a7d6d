#!/bin/sh
# Thumbnails are made in the sandbox that GNOME's file manager puts thumbnailers in: /usr, the one file, no display, no
# network, no graphics card. thumbnail_sandbox.sh PROGRAM SAMPLES_FOLDER; 77: bubblewrap cannot be used here.
set -eu

program=$1 samples=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "thumbnail_sandbox.sh: $*" >&2; exit 1; }

mkdir "$folder/out"
roots=
for name in bin lib lib64 sbin; do
  if [ -L "/$name" ]; then roots="$roots --symlink usr/$name /$name"; elif [ -d "/$name" ]; then roots="$roots --ro-bind /$name /$name"; fi
done
sandboxed() { # FILE COMMAND…
  file=$1; shift
  # shellcheck disable=SC2086
  bwrap --ro-bind /usr /usr --ro-bind /etc/ld.so.cache /etc/ld.so.cache $roots --proc /proc --dev /dev --chdir / \
    --setenv GIO_USE_VFS local --unshare-all --die-with-parent --bind "$folder/out" /tmp \
    --ro-bind "$program" /opt/bin/mmdview --ro-bind "$samples" /opt/share/mmdview/samples \
    --ro-bind "$file" "/tmp/gnome-desktop-file-to-thumbnail.${file##*.}" "$@"
}
sandboxed "$program" true 2>"$folder/why" || { cat "$folder/why" >&2; exit 77; }

look() { # FILE
  rm -f "$folder/out/gnome-desktop-thumbnailer.png"
  sandboxed "$1" env -i PATH=/usr/bin /opt/bin/mmdview thumbnail -s 256 "/tmp/gnome-desktop-file-to-thumbnail.${1##*.}" \
    /tmp/gnome-desktop-thumbnailer.png || fail "no thumbnail of $1"
  [ "$(head -c 4 "$folder/out/gnome-desktop-thumbnailer.png" | tail -c 3)" = PNG ] || fail "the thumbnail of $1 is no PNG"
}
look "$samples/figure/figure.pmx"
look "$samples/poses/dance.vpd"
