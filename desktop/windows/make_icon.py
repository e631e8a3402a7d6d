#!/usr/bin/env python3
"""Writes desktop/windows/mmdview.ico from desktop/mmdview.svg. Needs rsvg-convert (Debian: librsvg2-bin).

Usage: make_icon.py
"""
import pathlib
import struct
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent
SIZES = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256)


def png_of(size):
    command = ["rsvg-convert", "-w", str(size), "-h", str(size), str(HERE.parent / "mmdview.svg")]
    return subprocess.run(command, check=True, capture_output=True).stdout


def rgba_rows(png, size):
    """The rows of an RGBA PNG of 8 bits."""
    data, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        if kind == b"IHDR" and png[at + 16 : at + 18] != b"\x08\x06":
            raise SystemExit("rsvg-convert wrote another kind of PNG")
        if kind == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, stride = zlib.decompress(data), size * 4
    rows, above = [], bytes(stride)
    for y in range(size):
        line = bytearray(raw[y * (stride + 1) + 1 : (y + 1) * (stride + 1)])
        kind = raw[y * (stride + 1)]
        for x in range(stride):
            left = line[x - 4] if x >= 4 else 0
            corner = above[x - 4] if x >= 4 else 0
            if kind == 4:
                guess = left + above[x] - corner
                predicted = min((left, above[x], corner), key=lambda value: abs(guess - value))
            else:
                predicted = (0, left, above[x], (left + above[x]) // 2)[kind]
            line[x] = (line[x] + predicted) & 255
        above = bytes(line)
        rows.append(above)
    return rows


def bitmap(size):
    """A device-independent bitmap: rows from the bottom, BGRA, then the mask, which alpha makes needless."""
    rows = rgba_rows(png_of(size), size)
    pixels = b"".join(bytes(row[i + k] for i in range(0, len(row), 4) for k in (2, 1, 0, 3)) for row in reversed(rows))
    mask = bytes((size + 31) // 32 * 4 * size)
    return struct.pack("<IiiHHIIiiII", 40, size, size * 2, 1, 32, 0, len(pixels) + len(mask), 0, 0, 0, 0) + pixels + mask


def main():
    pictures = [png_of(size) if size == 256 else bitmap(size) for size in SIZES]
    offset = 6 + 16 * len(SIZES)
    directory = struct.pack("<HHH", 0, 1, len(SIZES))
    for size, picture in zip(SIZES, pictures):
        directory += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), offset)
        offset += len(picture)
    (HERE / "mmdview.ico").write_bytes(directory + b"".join(pictures))


if __name__ == "__main__":
    main()
