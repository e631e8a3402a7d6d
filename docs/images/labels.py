#!/usr/bin/env python3
"""Puts a picture and its labels side by side. Usage: labels.py PICTURE.png OUT.png (needs numpy and Pillow)

The labels lie beside the picture, as `mmdview shot --labels all` writes them. Depth is stretched to the range of greys
that can be told apart: near is white."""
import sys

import numpy as np
from PIL import Image

GAP = 8
LABELS = ("depth", "normals", "parts", "materials", "rest", "openpose")


def shown(label, image):
    if label != "depth":
        return image.convert("RGB")
    depth = np.array(image).astype(float)
    there = depth > 0
    near, far = depth[there].min(), depth[there].max()
    depth[there] = 255 - 200 * (depth[there] - near) / (far - near)
    return Image.fromarray(depth.astype("uint8")).convert("RGB")


def main():
    picture, out = sys.argv[1:]
    images = [Image.open(picture).convert("RGB")]
    images += [shown(label, Image.open(picture.removesuffix("png") + label + ".png")) for label in LABELS]
    width, height = images[0].size
    strip = Image.new("RGB", (len(images) * (width + GAP) - GAP, height), "white")
    for i, image in enumerate(images):
        strip.paste(image, (i * (width + GAP), 0))
    strip.save(out, optimize=True)


main()
