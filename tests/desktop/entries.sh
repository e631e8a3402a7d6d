#!/bin/sh
# What desktops read about the program is as they want it: entries.sh DESKTOP_FOLDER SAMPLES_FOLDER PROGRAM
set -eu

desktop=$1 samples=$2 program=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "entries.sh: $*" >&2; exit 1; }

# There is no page of the project to name; newer versions warn of that, older ones do not know the word for it.
appstreamcli validate --no-net "$desktop/mmdview.metainfo.xml" ||
  appstreamcli validate --no-net --override=url-homepage-missing=info "$desktop/mmdview.metainfo.xml"
desktop-file-validate "$desktop/mmdview.desktop"

# The types by content: names are taken away, or are those of others.
mkdir -p "$folder/mime/packages"
cp "$desktop/mmdview-mime.xml" "$folder/mime/packages/mmdview.xml"
update-mime-database "$folder/mime"
for type in application/x-mmd-model application/x-mmd-pose application/x-mmd-motion; do
  [ -f "$folder/mime/$type.xml" ] || fail "$type is no type"
  grep -q "MimeType=.*$type;" "$desktop/mmdview.desktop" || fail "mmdview.desktop does not open $type"
  grep -q "<mediatype>$type</mediatype>" "$desktop/mmdview.metainfo.xml" || fail "the metainfo lacks $type"
done
cp "$samples/figure/figure.pmx" "$folder/model"
cp "$samples/poses/kick.vpd" "$folder/pose"
cp "$samples/motions/song.vmd" "$folder/motion"
cp "$samples/figure/figure.pmx" "$folder/page.pmd"
# Data files of the system come second, as they do on a desktop.
type_of() { XDG_DATA_HOME=$folder XDG_DATA_DIRS=/usr/share gio info -a standard::content-type "$1" | sed -n 's/.*content-type: //p'; }
expect() { # FILE TYPE
  found=$(type_of "$folder/$1")
  [ "$found" = "$2" ] || fail "$1 is taken for $found, not for $2"
}
expect model application/x-mmd-model
expect page.pmd application/x-mmd-model
expect pose application/x-mmd-pose
expect motion application/x-mmd-motion

# The thumbnailer runs a command that there is, on types that there are.
grep -q '^TryExec=mmdview$' "$desktop/mmdview.thumbnailer" || fail "the thumbnailer names no program"
grep -q '^Exec=mmdview thumbnail .*%s %i %o$' "$desktop/mmdview.thumbnailer" || fail "the thumbnailer's command"
"$program" help thumbnail | grep -q -- '-s, --side' || fail "thumbnail has no -s"
for type in $(sed -n 's/^MimeType=//p' "$desktop/mmdview.thumbnailer" | tr ';' ' '); do
  [ -f "$folder/mime/$type.xml" ] || [ -f "/usr/share/mime/$type.xml" ] || fail "the thumbnailer's $type is no type"
done
