"""Puts pictures side by side. Usage: beside.py OUT PICTURE…"""
import sys

from PIL import Image

pictures = [Image.open(name).convert("RGB") for name in sys.argv[2:]]
out = Image.new("RGB", (sum(p.width for p in pictures), pictures[0].height))
left = 0
for picture in pictures:
    out.paste(picture, (left, 0))
    left += picture.width
out.save(sys.argv[1], optimize=True)
