#!/usr/bin/env python3
"""Records what the program writes, to compare two builds byte for byte: before and after a redesign.

    record.py record PROGRAM SAMPLES OUT [--only PREFIX]   runs each invocation; OUT/NAME gets status, output and files
    record.py compare BEFORE AFTER                         lists what differs; ends with 1 if something does

Each invocation runs in a folder of its own with a copy of SAMPLES, so that no path of the machine gets into its output.
"""

import argparse
import filecmp
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

MODEL = "samples/figure/figure.pmx"
MIC = "samples/props/microphone.pmx"
SMALL = "--size 128x128 --samples 1"
STILL = f"{SMALL} --no-physics"


def pose(name):
    return f"samples/poses/{name}.vpd"


def requests():
    """Lines for `serve`: pictures, bones, labels, a pose in the request, and errors."""
    small = {"size": "96x96", "samples": 1, "no-physics": True}
    return [
        {"id": 1, "model": MODEL, "files": [pose("kick")], "options": small},
        {"id": 2, "model": MODEL, "files": [pose("bow")], "answer": ["bones"], "options": {"no-physics": True}},
        {"id": "three", "model": MODEL, "pose": {"bones": {"左腕": {"rotation": [0, 0, 0.38, 0.92]}}, "morphs": {"笑い": 1}}, "options": small},
        {"id": 4, "model": MODEL, "files": [pose("peace")], "options": {**small, "labels": "keypoints,parts"}},
        {"id": 5, "model": MODEL, "files": [pose("missing")], "options": small},
        {"id": 6, "model": MODEL, "options": {**small, "view": "nowhere"}},
        {"id": 7, "model": MODEL, "files": [pose("kick")], "options": {**small, "no-append": True, "no-ik": True, "hide": ["*skirt*"]}},
        {"id": 8, "model": MODEL, "files": ["samples/motions/song.vmd"], "options": {**small, "frame": 30}},
    ]


INVOCATIONS = {
    # Evaluated bones.
    "bones-rest": f"bones {MODEL} --format json",
    "bones-kick": f"bones {MODEL} {pose('kick')} --format json",
    "bones-table": f"bones {MODEL} {pose('dance')}",
    "bones-csv": f"bones {MODEL} {pose('sitting')} --format csv --space gl",
    "bones-no-append": f"bones {MODEL} {pose('kick')} --no-append --format json",
    "bones-no-ik": f"bones {MODEL} {pose('kick')} --no-ik --format json",
    "bones-motion": f"bones {MODEL} samples/motions/song.vmd --frame 45 --format json",
    "bones-layers": f"bones {MODEL} {pose('bow')} {pose('peace')} --morph まばたき=1 --format json",
    "bones-settled": f"bones {MODEL} {pose('jumping')} --settle 0.2 --format json",
    "bones-motion-settled": f"bones {MODEL} samples/motions/song.vmd --frame 12 --settle 0 --format json",
    "bones-archive": f"bones figure.zip/figure/figure.pmx {pose('walking')} --format json",
    "bones-scene": "bones samples/scenes/duo.mmdscene --format json",
    "bones-features": "bones samples/features/features.pmx samples/features/features.vpd --format json",
    # What files hold, and what is wrong with them.
    "info-model": f"info {MODEL} --format json",
    "info-motion": "info samples/motions/song.vmd",
    "info-scene": "info samples/scenes/duo.mmdscene",
    "check-all": f"check {MODEL} {pose('kick')} samples/motions/song.vmd {MIC}",
    # One picture.
    "shot-rest": f"shot {MODEL} -o out.png {STILL}",
    "shot-kick": f"shot {MODEL} {pose('kick')} -o out.png {STILL}",
    "shot-physics": f"shot {MODEL} {pose('jumping')} -o out.png {SMALL} --settle 0.3",
    "shot-ground": f"shot {MODEL} {pose('sleeping')} -o out.png {SMALL} --settle 0.2 --ground --gravity 50",
    "shot-views": f"shot {MODEL} {pose('peace')} -o out.png {STILL} --view face --fov 20",
    "shot-camera": f"shot {MODEL} {pose('peace')} -o out.png {STILL} --camera 0,15,-30,0,12,0 --roll 10 --ortho",
    "shot-mmd": f"shot {MODEL} {pose('dance')} -o out.png {STILL} --view mmd --background skyblue --grid --axes",
    "shot-look": f"shot {MODEL} {pose('dance')} -o out.png {STILL} --no-edge --no-toon --no-sphere --no-self-shadow --no-ground-shadow",
    "shot-light": f"shot {MODEL} {pose('dance')} -o out.png {STILL} --light-direction 1,-1,0 --light-colour ffeedd --self-shadow-mode 2",
    "shot-normals": f"shot {MODEL} {pose('bow')} -o out.png {STILL} --shading normals --skinning linear",
    "shot-weights": f"shot {MODEL} {pose('bow')} -o out.png {STILL} --shading weights --highlight 右ひじ",
    "shot-skeleton": f"shot {MODEL} {pose('running')} -o out.png {STILL} --skeleton --operable-bones",
    "shot-bodies": f"shot {MODEL} {pose('running')} -o out.png {STILL} --bodies",
    "shot-hide": f"shot {MODEL} {pose('kick')} -o out.png {STILL} --hide '#3' --morph 笑い=1",
    "shot-jpeg": f"shot {MODEL} {pose('kick')} -o out.jpg {STILL} --background white",
    "shot-webp": f"shot {MODEL} {pose('kick')} -o out.webp {STILL}",
    "shot-features": f"shot samples/features/features.pmx samples/features/features.vpd -o out.png {STILL}",
    "shot-motion": f"shot {MODEL} samples/motions/song.vmd samples/motions/camera.vmd --frame 60 -o out.png {SMALL}",
    "shot-turntable": f"shot {MODEL} {pose('peace')} -o out.png {STILL} --turntable 3",
    "shot-labels": f"shot {MODEL} {pose('peace')} -o out.png {STILL} --labels depth,keypoints,parts,camera",
    # Comparisons.
    "compare-append": f"shot {MODEL} {pose('kick')} -o out.png {STILL} --compare append",
    "compare-ik": f"shot {MODEL} {pose('walking')} -o out.png {STILL} --compare ik --hide '#2'",
    "compare-physics": f"shot {MODEL} {pose('jumping')} -o out.png {SMALL} --settle 0.2 --compare physics",
    "compare-pose": f"shot {MODEL} {pose('walking')} -o out.png {STILL} --compare {pose('running')}",
    "compare-hidden": f"shot {MODEL} {pose('kick')} -o out.png {SMALL} --settle 0.1 --compare append --hide '#3'",
    "compare-placed": f"shot {MODEL} {pose('kick')} -o out.png {STILL} --compare {pose('bow')} --place 0,0,0,0,0,0,1,0.4",
    "compare-attached": f"shot {MODEL} {pose('singing')} -o out.png {STILL} --compare append --attach {MIC}@右手首:-0.43,-0.72,0,-90,2,-143,1,0.5",
    # Attachments, several models, scenes.
    "attach-prop": f"shot {MODEL} {pose('singing')} -o out.png {STILL} --attach {MIC}@右手首:-0.43,-0.72,0,-90,2,-143",
    "attach-stage": f"shot {MODEL} {pose('singing')} -o out.png {STILL} --attach samples/scenes/stage.x:0,0,0",
    "two-models": f"shot {MODEL} {pose('bow')} {MODEL} {pose('kick')} -o out.png {STILL}",
    "two-placed": f"shot {MODEL} {pose('bow')} {MIC} -o out.png {STILL} --place 0,0,0 --place 0,-0.5,0@1:右手首 --hide '2:#1'",
    "two-shared-physics": f"shot {MODEL} {pose('bow')} {MODEL} {pose('kick')} -o out.png {SMALL} --settle 0.1 --shared-physics",
    "scene-duo": f"shot samples/scenes/duo.mmdscene -o out.png {STILL}",
    "scene-singing": f"shot samples/scenes/singing.mmdscene -o out.png {SMALL} --settle 0.1",
    # Exports.
    "export-glb": f"export {MODEL} {pose('kick')} -o out.glb",
    "export-glb-baked": f"export {MODEL} samples/motions/song.vmd --bake --bake-rate 5 --no-physics -o out.glb",
    "export-glb-scene": "export samples/scenes/duo.mmdscene --no-physics -o out.glb",
    "export-vrm": f"export {MODEL} --no-physics -o out.vrm",
    "export-vrm0": f"export {MODEL} --no-physics --vrm 0 -o out.vrm",
    "export-vrma": f"export {MODEL} samples/motions/song.vmd --no-physics --bake-rate 5 -o out.vrma",
    "export-obj": f"export {MODEL} {pose('sitting')} -o out.obj",
    "export-vpd": f"export {MODEL} samples/motions/song.vmd --frame 33 -o out.vpd",
    "export-vmd": f"export {MODEL} samples/motions/song.vmd --bake --bake-rate 10 --no-physics -o out.vmd",
    "pose-mirror": f"pose mirror {pose('kick')} -o out.vpd",
    "pose-blend": f"pose blend {pose('kick')} {pose('bow')} --weights 0.25,0.75 -o out.vpd",
    "pose-cut": "pose cut samples/motions/song.vmd --range 10:40 -o out.vmd",
    # Many pictures.
    "batch-poses": f"batch {MODEL} --poses samples/poses -o out {STILL} --manifest out.jsonl --sheet out.png --index out.html --threads 1",
    "batch-physics": f"batch {MODEL} --poses {pose('jumping')} -o out {SMALL} --settle 0.2 --threads 1",
    "batch-motion": f"batch {MODEL} --motions samples/motions/song.vmd --frames 0:30:15 -o out {SMALL} --threads 1",
    "batch-views": f"batch {MODEL} --poses {pose('kick')} --views random:3 --seed 7 -o out {STILL} --random-light --threads 1",
    "batch-compare": f"batch {MODEL} --poses {pose('kick')} --compare append -o out {STILL} --threads 1",
    "batch-labels": f"batch {MODEL} --poses {pose('peace')} --labels keypoints,camera -o out {STILL} --threads 1",
    "batch-dry-run": f"batch {MODEL} --poses samples/poses -o out --dry-run",
    "serve": "serve",
    "thumbnail-model": f"thumbnail {MODEL} out.png -s 96",
    "thumbnail-pose": f"thumbnail {pose('dance')} out.png -s 96",
    "thumbnail-archive": "thumbnail figure.zip out.png -s 96",
    "thumbnail-scene": "thumbnail samples/scenes/duo.mmdscene out.png -s 96",
    # Failures.
    "fail-missing-file": f"shot {MODEL} {pose('missing')} -o out.png {STILL}",
    "fail-no-model": f"shot {pose('kick')} -o out.png {STILL}",
    "fail-unknown-option": f"shot {MODEL} --no-such-option -o out.png",
    "fail-unknown-bone": f"shot {MODEL} --highlight nothing -o out.png {STILL}",
    "fail-unknown-morph": f"bones {MODEL} --morph nothing=1",
    "fail-truncated": "info truncated.pmx",
    "fail-output-is-input": f"shot {MODEL} -o {MODEL} {STILL}",
    "fail-attach-bone": f"shot {MODEL} --attach {MIC}@nothing -o out.png {STILL}",
    "fail-batch-item": f"batch {MODEL} --poses {pose('kick')} --poses missing.vpd -o out {STILL} --threads 1",
}


def prepare(folder, samples):
    shutil.copytree(samples, folder / "samples")
    for path in [folder, *folder.rglob("*")]:  # times of files get into archives
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (1_000_000_000, 1_000_000_000))
    shutil.make_archive(str(folder / "figure"), "zip", folder / "samples", "figure")
    (folder / "truncated.pmx").write_bytes((folder / MODEL).read_bytes()[:5000])
    for path in folder.glob("*.*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    return {path.relative_to(folder) for path in folder.rglob("*")}


def run(program, samples, name, out):
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "work"
        folder.mkdir()
        there = prepare(folder, samples)
        home = pathlib.Path(scratch) / "home"
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
        lines = "".join(json.dumps(request, ensure_ascii=False) + "\n" for request in requests()) if name == "serve" else ""
        done = subprocess.run([program, *shlex.split(INVOCATIONS[name])], cwd=folder, env=environment, input=lines.encode(), capture_output=True, timeout=600)
        target = out / name
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir(parents=True)
        (target / "status").write_text(f"{done.returncode}\n", encoding="utf-8")
        (target / "stdout").write_bytes(without_times(name, done.stdout))
        (target / "stderr").write_bytes(re.sub(rb"(pictures?): [0-9.]+ s, [0-9.]+ a second", rb"\1", done.stderr))
        for path in sorted(folder.rglob("*")):
            relative = path.relative_to(folder)
            if path.is_file() and (relative not in there or path.stat().st_mtime != 1_000_000_000):
                (target / "files" / relative).parent.mkdir(parents=True, exist_ok=True)
                data = path.read_bytes()
                (target / "files" / relative).write_bytes(without_times(name, data) if relative.suffix == ".jsonl" else data)


def without_times(name, data):
    """The output without how long something took and when it was made."""
    if not name.startswith(("serve", "batch")):
        return data
    lines = []
    for line in data.decode("utf-8").splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            lines.append(line)
            continue
        if isinstance(value, dict):
            for key in ("ms", "seconds", "time", "date", "host"):
                value.pop(key, None)
        lines.append(json.dumps(value, ensure_ascii=False))
    return ("\n".join(lines) + "\n").encode() if lines else b""


def record(arguments):
    names = [name for name in INVOCATIONS if name.startswith(arguments.only)]
    if not names:
        sys.exit(f"record.py: no invocation begins with {arguments.only}")
    for name in names:
        run(pathlib.Path(arguments.program).resolve(), pathlib.Path(arguments.samples).resolve(), name, pathlib.Path(arguments.out))
        print(name, flush=True)


def compare(arguments):
    before, after = pathlib.Path(arguments.before), pathlib.Path(arguments.after)
    files = {path.relative_to(root) for root in (before, after) for path in root.rglob("*") if path.is_file()}
    if not files:
        sys.exit("record.py: nothing is recorded there")
    different = 0
    for file in sorted(files):
        if not (before / file).exists():
            reason = "new"
        elif not (after / file).exists():
            reason = "gone"
        elif not filecmp.cmp(before / file, after / file, shallow=False):
            reason = "differs"
        else:
            continue
        print(f"{reason}: {file}")
        different += 1
    print(f"{len(files)} files, {different} differ")
    return 1 if different else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    recorder = commands.add_parser("record")
    recorder.add_argument("program")
    recorder.add_argument("samples")
    recorder.add_argument("out")
    recorder.add_argument("--only", default="")
    recorder.set_defaults(work=record)
    comparer = commands.add_parser("compare")
    comparer.add_argument("before")
    comparer.add_argument("after")
    comparer.set_defaults(work=compare)
    arguments = parser.parse_args()
    return arguments.work(arguments)


if __name__ == "__main__":
    sys.exit(main())
