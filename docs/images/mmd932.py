#!/usr/bin/env python3
"""Puts pictures of MikuMikuDance 9.32 above those of mmdview. Usage: mmd932.py PROGRAM OUT.png (needs Pillow)

Models and pictures: tests/cli/mmd932."""
import json
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image

CASES = ("mmd-toon-ramp-lit-box", "mmd-alpha-blend-overlap", "mmd-sphere-texture-multiply",
         "mmd-material-order-body-outline-interleave", "mmd-outline-normal-silhouette",
         "mmd-edge-order-translucent-over-edge")
SIDE, GAP = 200, 8


def main():
    program, out = sys.argv[1:]
    folder = pathlib.Path(__file__).resolve().parents[2] / "tests" / "cli" / "mmd932"
    cases = {case["name"]: case for case in json.loads((folder / "cases.json").read_text())["cases"]}
    strip = Image.new("RGB", (len(CASES) * (SIDE + GAP) - GAP, 2 * SIDE + GAP), "#c8ccd4")
    with tempfile.TemporaryDirectory() as made:
        for i, name in enumerate(CASES):
            ours = pathlib.Path(made) / "ours.png"
            camera = ",".join(str(number) for number in cases[name]["camera"])
            subprocess.run([program, "shot", "-q", folder / "models" / f"{name}.pmx", "-o", ours, "--size", "1024x1024",
                            "--background", "ffffff", "--camera", camera, "--fov", str(cases[name]["fov"]),
                            "--no-self-shadow", "--no-ground-shadow"], check=True)
            for row, picture in enumerate((folder / "pictures" / f"{name}.png", ours)):
                small = Image.open(picture).convert("RGB").resize((SIDE, SIDE), Image.Resampling.LANCZOS)
                strip.paste(small, (i * (SIDE + GAP), row * (SIDE + GAP)))
    strip.save(out, optimize=True)


main()
