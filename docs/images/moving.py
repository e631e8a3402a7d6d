"""Makes a moving picture (WebP) of pictures. Usage: moving.py OUT.webp MILLISECONDS PICTURE…"""
import sys

from PIL import Image

first, *others = [Image.open(name).convert("RGB") for name in sys.argv[3:]]
first.save(sys.argv[1], save_all=True, append_images=others, duration=int(sys.argv[2]), loop=0, quality=80, method=6)
