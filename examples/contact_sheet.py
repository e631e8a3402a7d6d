#!/usr/bin/env python3
"""Draws poses of a model side by side into one PNG.

    examples/contact_sheet.py MODEL POSE... -o sheet.png [--columns 4] [--size 192]
"""

import argparse
import math
import struct
import sys
import zlib

import numpy as np

import mmdview


def write_png(path, pixels):
    """Writes (height, width, 4) uint8 as a PNG."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + row.tobytes() for row in pixels)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
                   + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


def sheet_of(pictures, columns):
    """(n, height, width, 4) to one picture, row by row."""
    count, height, width, _ = pictures.shape
    rows = math.ceil(count / columns)
    sheet = np.zeros((rows * columns, height, width, 4), np.uint8)
    sheet[:count] = pictures
    return sheet.reshape(rows, columns, height, width, 4).swapaxes(1, 2).reshape(rows * height, columns * width, 4)


def main():
    parser = argparse.ArgumentParser(description="A contact sheet of poses.")
    parser.add_argument("model")
    parser.add_argument("poses", nargs="+")
    parser.add_argument("-o", "--output", default="sheet.png")
    parser.add_argument("--columns", type=int, default=4)
    parser.add_argument("--size", type=int, default=192, help="width and height of a picture, pixels")
    arguments = parser.parse_args()
    try:
        model = mmdview.Model.load(arguments.model)
        poses = [mmdview.Pose.load(file, model) for file in arguments.poses]
    except mmdview.Error as error:
        return f"{error}"
    pictures = model.render(poses, arguments.size, arguments.size, background=(1, 1, 1, 1))
    write_png(arguments.output, sheet_of(pictures, min(arguments.columns, len(poses))))
    print(f"{arguments.output}: {len(poses)} poses")
    return 0


if __name__ == "__main__":
    sys.exit(main())
