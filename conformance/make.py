#!/usr/bin/env python3
"""Write the kit from its table of rules: models/, poses/, expected/ and cases.json.

  make.py                 write them beside this file
  make.py --output DIR    write them somewhere else
  make.py --verify        write nothing; fail if the files here are not what would be written
  make.py --check         write nothing; prove each case: that it fails when its rule is broken, and that the tolerance
                          is well above what single precision does to it

Standard library only. The same bytes every time.
"""
import argparse
import copy
import json
import os
import random
import struct
import sys

import evaluator
from evaluator import Evaluation, Pose, Vertex
from rules import RULES, linked

HERE = os.path.dirname(os.path.abspath(__file__))

# Position in MMD units, rotation in degrees, texture coordinates and material values as they are. README.md has the reason.
TOLERANCES = {"bones": {"position": 0.0002, "rotation": 0.01}, "ik": {"position": 0.002, "rotation": 0.1},
              "vertices": {"position": 0.0005}, "values": {"value": 0.0001}}


def single(value):
    """What is left of numbers in a file that keeps 32 bits of each."""
    if isinstance(value, float):
        return struct.unpack("<f", struct.pack("<f", value))[0]
    if isinstance(value, (tuple, list)):
        return type(value)(single(v) for v in value)
    if isinstance(value, dict):
        return {k: single(v) for k, v in value.items()}
    return value


def on_every(obj, change):
    """All numbers of a model put through `change`."""
    if isinstance(obj, (list, tuple)):
        return type(obj)(on_every(v, change) for v in obj)
    if isinstance(obj, dict):
        return {k: on_every(v, change) for k, v in obj.items()}
    if hasattr(obj, "__dataclass_fields__"):
        for name in obj.__dataclass_fields__:
            setattr(obj, name, on_every(getattr(obj, name), change))
        return obj
    return change(obj) if isinstance(obj, float) else obj


MATERIAL = {"diffuse": (0.6, 0.7, 0.8, 1.0), "specular": (0.0, 0.0, 0.0), "power": (5.0,), "ambient": (0.4, 0.4, 0.4),
            "edge": (0.0, 0.0, 0.0, 1.0), "edge_size": (1.0,)}


def marks(bones):
    """A triangle on every bone, so that there is something to see and loaders have a mesh."""
    return [Vertex(tuple(p + d for p, d in zip(b.position, corner)), "bdef", (i,), (1.0,))
            for i, b in enumerate(bones) for corner in ((-0.2, 0.0, 0.0), (0.0, 0.6, 0.0), (0.2, 0.0, 0.0))]


def model_of(rule):
    bones = linked(copy.deepcopy(rule.bones))
    vertices = copy.deepcopy(rule.vertices) if rule.vertices else marks(bones)
    model = evaluator.Model(rule.name, bones, copy.deepcopy(rule.morphs), vertices, {**MATERIAL, **rule.material})
    return on_every(model, single)


def pose_of(entries):
    """Rounded to the six decimals of a pose file."""
    six = lambda values: tuple(round(v, 6) for v in values)
    return Pose({n: (six(v[0]), six(v[1])) for n, v in entries.items() if not isinstance(v, float)},
                {n: v for n, v in entries.items() if isinstance(v, float)})


# --- PMX and VPD ------------------------------------------------------------------------------------------------------

def text(value):
    """UTF-16, as nearly all models have it: some readers know nothing else."""
    raw = value.encode("utf-16-le")
    return struct.pack("<i", len(raw)) + raw


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def vertex_bytes(v):
    out = floats(v.position) + floats((0.0, 0.0, -1.0)) + floats(v.uv)
    kind = {"sdef": 3, "qdef": 4}.get(v.kind, {1: 0, 2: 1, 4: 2}[len(v.bones)])
    out += struct.pack("<B", kind) + struct.pack(f"<{len(v.bones)}h", *v.bones)
    if kind in (1, 3):
        out += floats(v.weights[:1])
    if kind in (2, 4):
        out += floats(v.weights)
    for point in v.sdef if kind == 3 else ():
        out += floats(point)
    return out + floats((1.0,))


def faces_of(model, rule):
    if rule.vertices is None:
        return list(range(len(model.vertices)))
    quads = [(4 * r + k, 4 * r + (k + 1) % 4) for r in range(len(model.vertices) // 4 - 1) for k in range(4)]
    return [i for a, b in quads for i in (a, b, a + 4, b, b + 4, a + 4)]


def grid():
    """A picture of 8 by 8 squares, so that textured models have texture coordinates in every exporter. 24-bit BMP."""
    pixels = b"".join(bytes((x * 32, y * 32, 255 if (x + y) % 2 else 160)) for y in range(8) for x in range(8))
    head = struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54)
    return b"BM" + head + struct.pack("<IiiHHIIiiII", 40, 8, 8, 1, 24, 0, len(pixels), 2835, 2835, 0, 0) + pixels


def material_bytes(m, indices, textured):
    out = text("material") + text("")
    out += b"".join(floats(m[key]) for key in ("diffuse", "specular", "power", "ambient"))
    out += struct.pack("<B", 1) + floats(m["edge"]) + floats(m["edge_size"])
    return out + struct.pack("<hhBBB", 0 if textured else -1, -1, 0, 1, 0) + text("") + struct.pack("<i", indices)


def bone_bytes(b):
    a = b.append
    flags = 0x1E | (0x20 if b.ik else 0) | (0x1000 if b.after_physics else 0) | (0x400 if b.axis else 0)
    flags |= ((0x100 if a.rotation else 0) | (0x200 if a.translation else 0) | (0x80 if a.local else 0)) if a else 0
    out = text(b.name) + text(b.name) + floats(b.position) + struct.pack("<hiH", b.parent, b.layer, flags)
    out += floats((0.0, 0.0, 0.0))  # the tail
    if a:
        out += struct.pack("<hf", a.source, a.ratio)
    if b.axis:
        out += floats(b.axis)
    if b.ik:
        out += struct.pack("<hifi", b.ik.target, b.ik.loops, b.ik.step, len(b.ik.links))
        for link in b.ik.links:
            out += struct.pack("<hB", link.bone, link.lower is not None)
            out += floats(link.lower + link.upper) if link.lower is not None else b""
    return out


def morph_bytes(m):
    kinds = {"group": 0, "vertex": 1, "bone": 2, "uv": 3, "material": 8, "flip": 9}
    out = text(m.name) + text(m.name) + struct.pack("<BBi", 4, kinds[m.kind], len(m.offsets))
    for offset in m.offsets:
        if m.kind == "material":
            operation, changes = offset
            neutral = 1.0 if operation == "multiply" else 0.0
            out += struct.pack("<hB", 0, operation == "add")
            for key, size in (("diffuse", 4), ("specular", 3), ("power", 1), ("ambient", 3), ("edge", 4), ("edge_size", 1),
                              ("texture", 4), ("sphere", 4), ("toon", 4)):
                out += floats(changes.get(key, (neutral,) * size))
        elif m.kind in ("group", "flip"):
            out += struct.pack("<hf", *offset)
        else:
            out += struct.pack("<" + ("H" if m.kind in ("vertex", "uv") else "h"), offset[0])
            out += b"".join(floats(part) for part in offset[1:])
    return out


def section(elements):
    return struct.pack("<i", len(elements)) + b"".join(elements)


def frame_bytes(name, kind, count):
    """A special display frame of the first bones (kind 0) or morphs (1)."""
    return text(name) + text(name) + struct.pack("<Bi", 1, count) + b"".join(struct.pack("<Bh", kind, i) for i in range(count))


def pmx(model, rule):
    out = b"PMX " + struct.pack("<f", rule.version) + bytes([8, 0, 0, 2, 2, 2, 2, 2, 2])
    out += text(rule.name) + text(rule.name) + text(rule.title + ". CC0, a model of mmdview's conformance kit.") + text("")
    faces = faces_of(model, rule)
    out += section([vertex_bytes(v) for v in model.vertices]) + section([struct.pack("<H", i) for i in faces])
    out += section([text("grid.bmp")] if rule.vertices else [])
    out += section([material_bytes(model.material, len(faces), bool(rule.vertices))])
    out += section([bone_bytes(b) for b in model.bones]) + section([morph_bytes(m) for m in model.morphs])
    out += section([frame_bytes("Root", 0, 1), frame_bytes("表情", 1, len(model.morphs))]) + section([]) + section([])
    return out + (section([]) if rule.version > 2.0 else b"")


def vpd(rule, pose):
    """ASCII, with the CRLF line ends of MikuMikuDance; morphs as MikuMikuMoving writes them."""
    lines = ["Vocaloid Pose Data file", "", f"{rule.name}.osm;", f"{len(pose.bones)};", ""]
    for i, (name, (t, q)) in enumerate(pose.bones.items()):
        rows = ["  " + ",".join(f"{v:.6f}" for v in values) + ";" for values in (t, q)]
        lines += [f"Bone{i}{{{name}", *rows, "}", ""]
    for i, (name, weight) in enumerate(pose.morphs.items()):
        lines += [f"Morph{i}{{{name}", f"  {weight:.6f};", "}", ""]
    return "\r\n".join(lines).encode("ascii")


# --- what is expected -------------------------------------------------------------------------------------------------

def measured(rule):
    """What a case is judged by. Texture coordinates and material values where they are the rule."""
    kinds = {m.kind for m in rule.morphs}
    if "material" in kinds:
        return "material"
    if "uv" in kinds:
        return "uvs"
    return "vertices" if rule.vertices else "bones"


def evaluated(model, pose, what, without=frozenset()):
    """Rows of numbers: [position, rotation] per bone, or a position, coordinates, or values."""
    bones = Evaluation(model, pose, without)
    if what == "material":
        return evaluator.material(model, bones, without)
    if what in ("vertices", "uvs"):
        return evaluator.skin(model, bones, without)[what == "uvs"]
    return list(zip(bones.position, bones.rotation))


def expected(model, pose, what):
    six = lambda values: [round(v, 6) + 0.0 for v in values]
    if what in ("vertices", "uvs"):
        return {each: [six(v) for v in evaluated(model, pose, each)] for each in ("vertices", "uvs")}
    got = evaluated(model, pose, what)
    return {what: {k: six(v) for k, v in got.items()} if what == "material" else bone_rows(model, got, six)}


def bone_rows(model, got, six):
    return [{"index": i, "name": b.name, "parent": b.parent, "position": six(p), "rotation": six(q)}
            for i, (b, (p, q)) in enumerate(zip(model.bones, got))]


def as_json(value, depth=0):
    """Readable: one bone, vertex or case a line."""
    if depth < 2 and isinstance(value, list) and value:
        return "[\n" + ",\n".join(" " + as_json(v, 2) for v in value) + "\n]"
    if depth < 1 and isinstance(value, dict):
        return "{" + ",\n".join(json.dumps(k) + ": " + as_json(v, 1) for k, v in value.items()) + "}\n"
    return json.dumps(value, ensure_ascii=False)


def tolerance_of(rule, what):
    if what == "bones":
        return TOLERANCES["ik" if any(row[3] for row in rule.bones) else "bones"]
    return TOLERANCES["vertices" if what == "vertices" else "values"]


def files():
    """All files of the kit: path and bytes."""
    cases = []
    yield "models/grid.bmp", grid()
    for rule in RULES:
        model, what = model_of(rule), measured(rule)
        yield f"models/{rule.name}.pmx", pmx(model, rule)
        for name, entries in rule.poses.items():
            pose, case = pose_of(entries), f"{rule.name}.{name}"
            yield f"poses/{case}.vpd", vpd(rule, pose)
            yield f"expected/{case}.json", as_json({"space": "mmd", **expected(model, pose, what)}).encode("utf-8")
            cases.append({"name": case, "rule": rule.name, "title": rule.title, "confirmed": rule.confirmed, "measure": what,
                          "model": f"models/{rule.name}.pmx", "pose": f"poses/{case}.vpd", "expected": f"expected/{case}.json",
                          "tolerance": tolerance_of(rule, what),
                          "bones": {n: {"translation": list(t), "rotation": list(q)} for n, (t, q) in pose.bones.items()},
                          "morphs": pose.morphs})
    yield "cases.json", as_json({"format": 1, "space": "mmd", "cases": cases}).encode("utf-8")


# --- proof that the cases hold something ------------------------------------------------------------------------------

def difference(a, b, tolerance):
    """The largest difference, in tolerances."""
    from run import angle
    if isinstance(a, dict):
        a, b = list(a.values()), list(b.values())
    worst = 0.0
    for x, y in zip(a, b):
        if "rotation" in tolerance:
            worst = max(worst, angle(x[1], y[1]) / tolerance["rotation"])
            x, y = x[0], y[0]
        limit = tolerance.get("position", tolerance.get("value"))
        worst = max(worst, sum((p - q) ** 2 for p, q in zip(x, y)) ** 0.5 / limit)
    return worst


def noise(rule, pose, what, tolerance):
    """What a last digit more or less in every number of the model does, at worst of eight tries."""
    exact, worst = evaluated(model_of(rule), pose, what), 0.0
    for seed in range(8):
        chance = random.Random(seed)
        model = on_every(model_of(rule), lambda v: v * (1 + chance.choice((-1, 1)) * 2.0 ** -23))
        worst = max(worst, difference(exact, evaluated(model, pose, what), tolerance))
    return worst


def check():
    failures = 0
    for rule in RULES:
        what = measured(rule)
        tolerance, model = tolerance_of(rule, what), model_of(rule)
        poses = [pose_of(p) for p in rule.poses.values()]
        shaken = max(noise(rule, p, what, tolerance) for p in poses)

        def moved_without(broken_rule):
            return max(difference(evaluated(model, p, what), evaluated(model, p, what, {broken_rule}), tolerance) for p in poses)

        broken = {w: moved_without(w) for w in rule.without}
        good = shaken < 0.25 and broken and all(v > 10 for v in broken.values())
        failures += not good
        seen = "".join(f"; without {w}: {v:.0f}" for w, v in broken.items())
        print(f"{'ok  ' if good else 'FAIL'} {rule.name}: noise {shaken:.4f} tolerances{seen}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", default=HERE)
    parser.add_argument("--verify", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        return 1 if check() else 0
    different, wanted = 0, set()
    for path, content in files():
        wanted.add(path)
        full = os.path.join(options.output, path)
        if options.verify:
            same = os.path.exists(full) and open(full, "rb").read() == content
            different += not same
            if not same:
                print(f"{path} is not what make.py writes")
            continue
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as out:
            out.write(content)
    for folder in ("models", "poses", "expected") if options.verify else ():
        for name in sorted(os.listdir(os.path.join(HERE, folder))):
            if f"{folder}/{name}" not in wanted:
                different += 1
                print(f"{folder}/{name} is no file of the kit")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
