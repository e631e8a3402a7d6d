"""Turns a picture of a window (xwd, 32 bits a pixel) into a PNG. Usage: xwd.py IN.xwd OUT.png"""
import struct
import sys

from PIL import Image

data = open(sys.argv[1], "rb").read()
words = struct.unpack(">25I", data[:100])
header, width, height, line, colours = words[0], words[4], words[5], words[12], words[19]
pixels = data[header + 12 * colours:][:line * height]
Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", line, 1).save(sys.argv[2], optimize=True)
