#!/usr/bin/env bash
# batch_recipes.sh PROGRAM SAMPLES MANUAL: runs the recipes of the manual (docs/user/clusters.md) as they stand there, with
# two shards for eight, and what schedulers say in the environment. All must make the files of a single run, byte for
# byte. GNU parallel's is run where it is installed.
set -euo pipefail
program=$(realpath "$1") samples=$(realpath "$2") manual=$(realpath "$3")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin data poses
cp -r "$samples/features/." .
mv features.pmx girl.pmx
cp "$samples"/poses/{bow,kick,peace,sitting,walking}.vpd poses/
# Pictures of the size of a stamp do as well.
printf '#!/bin/sh\nexec "%s" "$@" --size 16x16 -q\n' "$program" > bin/mmdview
chmod +x bin/mmdview
export PATH="$folder/bin:$PATH"

recipe() { # HEADING: the block below it, of two shards
  awk -v heading="### $1" '$0 == heading { found = 1 } found && /^```/ { if (inside) exit; inside = 1; next } inside' \
    "$manual" | sed 's#/8#/2#g; s/"8"/"2"/; s/seq 0 7/seq 0 1/; s/::: 0 1 .*/::: 0 1/'
}
command_of() { # HEADING: the words of the list "command" in a manifest of JSON or YAML
  recipe "$1" | tr -d '\n' | sed 's/.*"\{0,1\}command"\{0,1\}: *\[\([^]]*\)\].*/\1/; s#/data/#./#g' |
    tr ',' '\n' | sed 's/^ *"//; s/" *$//'
}
run_command() { # HEADING: as a container would, without a shell
  local words
  mapfile -t words < <(command_of "$1")
  "${words[@]}"
}
check() { # NAME: its pictures are those of a single run
  diff -r expected pictures || { echo "$1: other files"; exit 1; }
  rm -rf pictures
  echo "$1: as it should be"
}

mmdview batch girl.pmx --poses poses -o expected

recipe xargs > xargs.sh
sh xargs.sh
mmdview batch girl.pmx --poses poses -o pictures --merge pictures.jsonl || { echo "xargs: gaps"; exit 1; }
check xargs

if [ -n "$(command -v parallel || true)" ]; then
  recipe 'GNU parallel' > parallel.sh
  # The first time a job fails: its model cannot be read. --resume-failed does that one again, and no other.
  mv girl.pmx away.pmx
  sh parallel.sh 2> /dev/null && { echo "parallel: no job failed"; exit 1; }
  mv away.pmx girl.pmx
  sh parallel.sh
  before=$(stat -c %Y.%y pictures/girl/*)
  sh parallel.sh
  [ "$before" = "$(stat -c %Y.%y pictures/girl/*)" ] || { echo "parallel: done jobs were done again"; exit 1; }
  check parallel
fi

recipe Slurm > slurm.sh
for task in 0 1; do
  SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=0 SLURM_CPUS_PER_TASK=1 sh slurm.sh
done
check Slurm

# What systemd says to the two files. The program's path is that of the stand-in; what is odd is told with status 0 too.
awk '/^`.*\/pictures\.(service|timer)`:$/ { sub(/.*\//, ""); sub(/`.*/, ""); file = $0; next }
     /^```/ && file { inside = !inside; if (!inside) file = ""; next }
     inside && file { print > file }' "$manual"
[ -s pictures.service ] && [ -s pictures.timer ]
sed -i "s#^ExecStart=mmdview#ExecStart=$folder/bin/mmdview#" pictures.service
if [ -n "$(command -v systemd-analyze || true)" ]; then
  said=$(systemd-analyze verify ./pictures.service ./pictures.timer 2>&1) || true
  [ -z "$said" ] || { echo "systemd: $said"; exit 1; }
  echo "systemd: as it should be"
fi
mkdir home
cp -r girl.pmx tex poses home/
mapfile -t words < <(sed -n 's/^ExecStart=//p' pictures.service | sed "s#%h#$folder/home#g" | tr ' ' '\n')
"${words[@]}"
mv home/pictures pictures
check systemd

for index in 0 1; do JOB_COMPLETION_INDEX=$index run_command Kubernetes; done
check Kubernetes

for index in 0 1; do AWS_BATCH_JOB_ARRAY_INDEX=$index run_command 'AWS Batch'; done
check 'AWS Batch'
