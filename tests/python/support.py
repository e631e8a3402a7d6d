"""Models for the tests, written here as the format says (PMX 2.0, docs/dev/layouts.md), and where the samples are."""

import os
import pathlib
import signal
import struct
import sys
import threading
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURE = ROOT / "samples" / "figure" / "figure.pmx"
PEACE = ROOT / "samples" / "poses" / "peace.vpd"


def text(value):
    data = value.encode("utf-16-le")
    return struct.pack("<i", len(data)) + data


class Bone:
    """A bone of a file: left-handed, MMD units."""

    def __init__(self, name, position=(0, 0, 0), parent=-1, append=None, ik=None):
        self.name, self.position, self.parent, self.append, self.ik = name, position, parent, append, ik

    def packed(self):
        flags = 0x0002 | 0x0004 | (0x0100 if self.append else 0) | (0x0020 if self.ik else 0)
        out = text(self.name) + text("") + struct.pack("<3fhiH3f", *self.position, self.parent, 0, flags, 0, 0, 0)
        if self.append:
            out += struct.pack("<hf", *self.append)
        if self.ik:
            target, loops, angle, links = self.ik
            out += struct.pack("<hifi", target, loops, angle, len(links))
            for link in links:
                out += struct.pack("<hB", link, 0)
        return out


def pmx(bones, bone_morphs=()):
    """The bytes of a model with bones and bone morphs ((name, bone, translation)) alone."""
    out = b"PMX " + struct.pack("<fB8B", 2.0, 8, 0, 0, 4, 1, 1, 2, 2, 1)
    out += text("モデル") + text("model") + text("") + text("")
    out += struct.pack("<iiii", 0, 0, 0, 0)  # vertices, indices, textures, materials
    out += struct.pack("<i", len(bones)) + b"".join(bone.packed() for bone in bones)
    out += struct.pack("<i", len(bone_morphs))
    for name, bone, translation in bone_morphs:
        out += text(name) + text("") + struct.pack("<BBi", 4, 2, 1)
        out += struct.pack("<h3f4f", bone, *translation, 0, 0, 0, 1)
    return out + struct.pack("<iii", 0, 0, 0)  # display frames, bodies, joints


def chain():
    """Three bones in a row with an IK bone at the end, and one that appends half of the first's rotation."""
    return pmx(
        [
            Bone("根", (0, 0, 0)),
            Bone("腕", (0, 1, 0), 0),
            Bone("先", (0, 2, 0), 1),
            Bone("ＩＫ", (0, 2, 0), -1, ik=(2, 20, 1.0, [1, 0])),
            Bone("半分", (5, 0, 0), -1, append=(0, 0.5)),
        ],
        [("動き", 4, (0, 0, 3))],
    )


def pixels_of(path):
    """The numbers of a PNG: (height, width), or (height, width, channels) in colour; uint8 or uint16."""
    with open(path, "rb") as file:
        data = file.read()
    at, body = 8, b""
    while at < len(data):
        (size,), kind = struct.unpack(">I", data[at : at + 4]), data[at + 4 : at + 8]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8 : at + 18])
        if kind == b"IDAT":
            body += data[at + 8 : at + 8 + size]
        at += 12 + size
    channels = {0: 1, 2: 3, 3: 1, 6: 4}[colour]
    step = channels * depth // 8  # bytes of a pixel
    assert depth in (8, 16), depth
    lines = np.frombuffer(zlib.decompress(body), np.uint8).reshape(height, 1 + step * width)
    out, above = np.zeros((height, width, step), np.uint8), np.zeros((width, step), np.int32)
    for y, line in enumerate(lines):
        row, left, corner = line[1:].reshape(width, step).astype(np.int32), np.zeros(step, np.int32), np.zeros(step, np.int32)
        if line[0] == 2:
            row = (row + above) & 255
        elif line[0] != 0:
            for x in range(width):
                if line[0] == 1:
                    guess = left
                elif line[0] == 3:
                    guess = (left + above[x]) // 2
                else:
                    far = np.abs(np.stack([above[x] - corner, left - corner, left + above[x] - 2 * corner]))
                    nearest = np.where((far[0] <= far[1]) & (far[0] <= far[2]), 0, np.where(far[1] <= far[2], 1, 2))
                    guess = np.choose(nearest, [left, above[x], corner])
                row[x] = left = (row[x] + guess) & 255
                corner = above[x]
        out[y], above = row, row
    numbers = np.frombuffer(out.tobytes(), np.uint8 if depth == 8 else ">u2").reshape(height, width, channels)
    return numbers[..., 0] if channels == 1 else numbers


def environment(**more):
    """That of this process, in which the module is found."""
    return {**os.environ, **more}


def at_once(count, work):
    """What `work()` returns in each of so many threads of Python that run it at the same time."""
    results = [None] * count

    def run(i):
        results[i] = work()

    threads = [threading.Thread(target=run, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def interrupt(test, work):
    """Ctrl-C while `work()` has released the GIL: it is called until that came, and has to raise KeyboardInterrupt."""
    go = threading.Lock()
    go.acquire()

    def press():
        go.acquire()  # after it this thread needs the GIL, which is given up in `work()` alone
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    thread = threading.Thread(target=press)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # seconds: Python by itself takes the GIL from nobody
    try:
        thread.start()
        with test.assertRaises(KeyboardInterrupt):
            go.release()
            while True:
                work()
    finally:
        sys.setswitchinterval(interval)
        thread.join()
        signal.signal(signal.SIGINT, handler)
