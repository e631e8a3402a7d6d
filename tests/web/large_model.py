"""Writes a PMX of a grid with as many vertices as asked: large_model.py FILE VERTICES."""
import struct
import sys

file, wanted = sys.argv[1], int(sys.argv[2])
side = int(wanted**0.5) + 1
text = lambda words: struct.pack('<i', len(words.encode('utf-16-le'))) + words.encode('utf-16-le')
out = [b'PMX ', struct.pack('<f', 2.0), bytes([8, 0, 0, 4, 1, 1, 1, 1, 1]), text('grid'), text(''), text(''), text('')]
out.append(struct.pack('<i', side * side))
for i in range(side * side):
    x, y = i % side / side, i // side / side
    out.append(struct.pack('<8fBbf', 20 * x - 10, 20 * y, (x - y) ** 2, 0, 0, -1, x, y, 0, 0, 1.0))
faces = [struct.pack('<6i', a, a + side, a + 1, a + 1, a + side, a + side + 1)
         for a in (y * side + x for y in range(side - 1) for x in range(side - 1))]
out += [struct.pack('<i', 6 * len(faces)), *faces, struct.pack('<i', 0)]
out += [struct.pack('<i', 1), text('all'), text(''), struct.pack('<11f', 0.6, 0.6, 0.8, 1, 0, 0, 0, 5, 0.3, 0.3, 0.3), bytes([1])]
out += [struct.pack('<5f', 0, 0, 0, 1, 1), struct.pack('<bbBBb', -1, -1, 0, 1, 0), text(''), struct.pack('<i', 6 * len(faces))]
out += [struct.pack('<i', 1), text('センター'), text('center'), struct.pack('<3fbi', 0, 8, 0, -1, 0), struct.pack('<H', 0x1e), struct.pack('<3f', 0, 1, 0)]
out += [struct.pack('<i', 0)] * 4
with open(file, 'wb') as target:
    target.write(b''.join(out))
