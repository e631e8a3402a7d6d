"""A plain evaluator of posed MMD models, in double precision: slow, short, and meant to be read.

It is written from the text of docs/dev/semantics.md alone and shares nothing with the program. All numbers are in MMD's
own left-handed space, lengths in MMD units, angles in radians, quaternions (x, y, z, w); of a product the rightmost
factor acts first.

`without` names rules to break, each the way a program breaks that does not know of it: with them make.py proves that
every case sees its rule. With none broken, what comes out are the expected transforms.
"""
import math
from dataclasses import dataclass, field

from quaternions import (IDENTITY, ZERO, about, add, cross, dot, inverse, matrix, mul, scale, slerp, sub, turned, unit)


# --- the model --------------------------------------------------------------------------------------------------------

@dataclass
class Append:
    source: int
    ratio: float
    rotation: bool = True
    translation: bool = False
    local: bool = False


@dataclass
class Link:
    bone: int
    lower: tuple = None  # radians about x, y, z; None: no limits
    upper: tuple = None


@dataclass
class Ik:
    target: int
    loops: int
    step: float  # radians
    links: list


@dataclass
class Bone:
    name: str
    position: tuple
    parent: int = -1
    layer: int = 0
    after_physics: bool = False
    append: Append = None
    axis: tuple = None
    ik: Ik = None


@dataclass
class Morph:
    name: str
    kind: str  # group, vertex, bone, uv, material, flip
    offsets: list


@dataclass
class Vertex:
    position: tuple
    kind: str = "bdef"  # bdef, sdef, qdef
    bones: tuple = (0,)
    weights: tuple = (1.0,)
    sdef: tuple = None  # C, R0, R1
    uv: tuple = (0.0, 0.0)


@dataclass
class Model:
    name: str
    bones: list
    morphs: list = field(default_factory=list)
    vertices: list = field(default_factory=list)
    material: dict = field(default_factory=dict)


@dataclass
class Pose:
    bones: dict = field(default_factory=dict)  # name: (translation, rotation)
    morphs: dict = field(default_factory=dict)  # name: weight


# --- morphs -----------------------------------------------------------------------------------------------------------

def morph_weights(model, pose, without=frozenset()):
    """What each morph has in the end: the user's weight and what groups and flips give it."""
    weights = [0.0] * len(model.morphs)

    def give(index, weight, depth):
        morph = model.morphs[index]
        weights[index] += weight
        if morph.kind == "group" and "groups" not in without and not (depth and "groups in groups" in without):
            for child, ratio in morph.offsets:
                give(child, weight * (1.0 if "group ratios" in without else ratio), depth + 1)
        if morph.kind == "flip" and weight != 0:
            n = len(morph.offsets)
            child, ratio = morph.offsets[max(0, min(n - 1, int((n + 1) * weight) - 1))]
            give(child, weight * ratio if "flip chooses" in without else ratio, depth + 1)

    for index, morph in enumerate(model.morphs):
        if pose.morphs.get(morph.name):
            give(index, pose.morphs[morph.name], 0)
    return weights


def bone_morphs(model, weights, without):
    translations, rotations = [ZERO] * len(model.bones), [IDENTITY] * len(model.bones)
    for morph, weight in zip(model.morphs, weights):
        for bone, translation, rotation in morph.offsets if morph.kind == "bone" and weight else ():
            translations[bone] = add(translations[bone], scale(translation, weight))
            part = slerp(IDENTITY, rotation, weight)
            before = rotations[bone]
            rotations[bone] = mul(part, before) if "order of bone morphs" in without else mul(before, part)
    return translations, rotations


# --- bones ------------------------------------------------------------------------------------------------------------

class Evaluation:
    """One pose of one model. `position` and `rotation` hold, per bone, where it is in model space."""

    def __init__(self, model, pose, without=frozenset()):
        self.model, self.without = model, without
        n = len(model.bones)
        self.weights = morph_weights(model, pose, without)
        morph_t, morph_q = bone_morphs(model, self.weights, without)
        self.own_t, self.own_q = [ZERO] * n, [IDENTITY] * n
        for i, bone in enumerate(model.bones):
            t, q = pose.bones.get(bone.name, (ZERO, IDENTITY))
            q = self._on_axis(bone, unit(q))
            self.own_t[i] = add(t, morph_t[i])
            self.own_q[i] = mul(q, morph_q[i]) if "morph before pose" in without else mul(morph_q[i], q)
        self.t, self.q = list(self.own_t), list(self.own_q)  # with append
        self.ik_q = [IDENTITY] * n
        self.position = [b.position for b in model.bones]
        self.rotation = [IDENTITY] * n
        self._run()

    def _on_axis(self, bone, q):
        if bone.axis is None or "fixed axis" in self.without:
            return q
        axis = unit(bone.axis)
        length = math.sqrt(dot(q[:3], q[:3]))
        return (*scale(axis, -length if dot(q[:3], axis) < 0 else length), q[3])

    # Order: (after physics, layer, place in the file), and who needs something waits for it.

    def _run(self):
        bones, without = self.model.bones, self.without

        def rank(i):
            return ("after physics" not in without and bones[i].after_physics,
                    0 if "layers" in without else bones[i].layer, -i if "file order" in without else i)

        order = sorted(range(len(bones)), key=rank)
        self.chains = [i for i in order if bones[i].ik]
        self.placed, self.solved = set(), set()
        for i in order:
            self._bring(i)
            self._solve_what_is_ready()

    def _bring(self, i):
        if i in self.placed:
            return
        bone = self.model.bones[i]
        if "waiting" not in self.without:
            if bone.parent >= 0:
                self._bring(bone.parent)
            if bone.append:
                self._bring(bone.append.source)
            for chain in self.chains:
                turns = [link.bone for link in self.model.bones[chain].ik.links]
                if bone.append and bone.append.source in turns:
                    self._bring_chain(chain)
                # Of other bones it does not matter when they are placed: they follow the chain anyway.
                above = set(self._ancestors(i)[:-1]).intersection(turns).difference(self._ancestors(chain))
                if bone.ik and chain != i and above:
                    self._bring_chain(chain)
        self.placed.add(i)
        self._append(i)
        self._place(i)

    def _needs(self, chain):
        ik = self.model.bones[chain].ik
        return [chain, ik.target] + [link.bone for link in ik.links]

    def _bring_chain(self, chain):
        for i in self._needs(chain):
            self._bring(i)
        self._solve(chain)

    def _solve_what_is_ready(self):
        for chain in self.chains:
            if self.placed.issuperset(self._needs(chain)):
                self._solve(chain)

    # One bone.

    def _append(self, i):
        bone, without = self.model.bones[i], self.without
        self.t[i], self.q[i] = self.own_t[i], self.own_q[i]
        if not bone.append or "append" in without:
            return
        source, ratio = bone.append.source, bone.append.ratio
        if "ratios beyond 0 to 1" in without:
            ratio = max(0.0, min(1.0, ratio))
        local = bone.append.local and "local append" not in without
        if bone.append.rotation:
            self.q[i] = mul(self.q[i], slerp(IDENTITY, self._source_rotation(source, local), ratio, "shorter path" not in without))
        if bone.append.translation and "append of translation" not in without:
            t = self.own_t[source] if "append of append" in without else self.t[source]
            if local:
                t = sub(self.position[source], self.model.bones[source].position)
            self.t[i] = add(self.t[i], scale(t, ratio))

    def _source_rotation(self, source, local):
        if local:
            return self.rotation[source]
        if "append of append" in self.without:
            q = self.own_q[source]
        elif "own rotation of an appending source" in self.without and self.model.bones[source].append:
            q = mul(inverse(self.own_q[source]), self.q[source])
        else:
            q = self.q[source]
        return q if "append of IK" in self.without else mul(self.ik_q[source], q)

    def _place(self, i):
        bone = self.model.bones[i]
        q = mul(self.ik_q[i], self.q[i])
        if bone.parent < 0 or "parents" in self.without:
            self.position[i], self.rotation[i] = add(bone.position, self.t[i]), q
            return
        offset = add(sub(bone.position, self.model.bones[bone.parent].position), self.t[i])
        self.position[i] = add(self.position[bone.parent], turned(self.rotation[bone.parent], offset))
        self.rotation[i] = mul(self.rotation[bone.parent], q)

    def _ancestors(self, i):
        out = []
        while i >= 0:
            out.insert(0, i)
            i = self.model.bones[i].parent
        return out

    # IK: cyclic coordinate descent.

    def _solve(self, chain):
        if chain in self.solved or "ik" in self.without:
            return
        self.solved.add(chain)
        ik = self.model.bones[chain].ik
        goal = self.position[chain]
        for link in ik.links:
            self.ik_q[link.bone] = IDENTITY
        self._place_anew({link.bone for link in ik.links})
        links = list(reversed(ik.links)) if "links from the tip" in self.without else ik.links
        best = None
        for loop in range(min(ik.loops, 256)):
            miss = sub(goal, self.position[ik.target])
            if dot(miss, miss) < 1e-8:
                break
            if "last state stands" in self.without:
                if best and dot(miss, miss) >= best[0]:
                    self.ik_q = list(best[1])
                    break
                best = (dot(miss, miss), list(self.ik_q))
            for number, link in enumerate(links):
                self._turn(ik, link, number, loop < min(ik.loops, 256) // 2, goal)
        self._place_anew({link.bone for link in ik.links})

    def _place_anew(self, moved):
        """What hangs on the chain; parents first."""
        for i in sorted(self.placed, key=lambda i: len(self._ancestors(i))):
            if moved.intersection(self._ancestors(i)):
                if "children before the IK" in self.without and i not in moved and not self.model.bones[i].ik:
                    continue
                self._place(i)

    def _turn(self, ik, link, number, first_half, goal):
        """One link, one step. `first_half`: of the loops."""
        i, without = link.bone, self.without
        limited = link.lower is not None and "limits" not in without
        lower, upper = link.lower, link.upper
        if limited and "limits the wrong way round" not in without:
            lower, upper = tuple(map(min, lower, upper)), tuple(map(max, link.lower, link.upper))
        if limited and not any(lower) and not any(upper):
            return
        e = unit(sub(self.position[ik.target], self.position[i]))
        g = unit(sub(goal, self.position[i]))
        normal = cross(e, g)
        if dot(normal, normal) < 1e-8:
            return
        parent = self.model.bones[i].parent
        normal = turned(inverse(self.rotation[parent]), normal) if parent >= 0 else normal
        axis = self._ik_axis(i, unit(normal), lower if limited else None, upper, first_half)
        step = ik.step * (1 if "step grows along the chain" in without else number + 1)
        turn = about(axis, min(math.acos(max(-1.0, min(1.0, dot(e, g)))), step))
        self.ik_q[i] = mul(turn, self.ik_q[i])
        if limited:
            self._limit(i, lower, upper, first_half)
        path = self._ancestors(ik.target)
        for bone in path[path.index(i):] if i in path else [i]:
            self._place(bone)

    def _ik_axis(self, i, normal, lower, upper, first_half):
        fixed = self.model.bones[i].axis
        if fixed and "fixed axis in IK" not in self.without:
            return scale(unit(fixed), -1.0 if dot(normal, fixed) < 0 else 1.0)
        if lower and first_half and "one free axis in the first half" not in self.without:
            free = [k for k in range(3) if lower[k] != 0 or upper[k] != 0]
            if len(free) == 1:
                return tuple((1.0 if normal[k] >= 0 else -1.0) if k == free[0] else 0.0 for k in range(3))
        return normal

    def _limit(self, i, lower, upper, first_half):
        pose = IDENTITY if "limits hold pose and IK together" in self.without else self.q[i]
        order = euler_order(lower, upper)
        if "Euler order by the limits" in self.without:
            order = (1, 0, 2) if order != (1, 0, 2) else (0, 2, 1)
        angles = list(euler_angles(mul(self.ik_q[i], pose), order))
        for k in range(3):
            bound = lower[k] if angles[k] < lower[k] else upper[k] if angles[k] > upper[k] else None
            if bound is None:
                continue
            mirrored = 2 * bound - angles[k]
            mirror = first_half and lower[k] <= mirrored <= upper[k] and "mirror in the first half" not in self.without
            angles[k] = mirrored if mirror else bound
        limited = IDENTITY
        for k in order:
            limited = mul(limited, about(tuple(float(k == j) for j in range(3)), angles[k]))
        self.ik_q[i] = mul(limited, inverse(pose))


def euler_order(lower, upper):
    """The axes of the product from left to right; the middle one is the one that must not reach 90 degrees."""
    quarter = math.pi / 2
    if -quarter <= lower[0] and upper[0] <= quarter:
        return (1, 0, 2)
    if -quarter <= lower[1] and upper[1] <= quarter:
        return (2, 1, 0)
    return (0, 2, 1)


def euler_angles(q, order):
    """Angles about x, y, z, so that the product of the three rotations in that order is q."""
    m = matrix(q)
    a, b, c = order  # all three orders are anticyclic, so the signs are the same
    angles = [0.0, 0.0, 0.0]
    angles[b] = math.asin(max(-1.0, min(1.0, -m[a][c])))
    angles[b] = max(-math.radians(88), min(math.radians(88), angles[b]))
    angles[a] = math.atan2(m[b][c], m[c][c])
    angles[c] = math.atan2(m[a][b], m[a][a])
    return tuple(angles)


# --- vertices ---------------------------------------------------------------------------------------------------------

def skin(model, bones, without=frozenset()):
    """Positions and texture coordinates of all vertices after morphs and bones."""
    positions = [v.position for v in model.vertices]
    uvs = [v.uv for v in model.vertices]
    for morph, weight in zip(model.morphs, bones.weights):
        if morph.kind == "vertex" and "vertex morphs" not in without:
            for vertex, offset in morph.offsets:
                positions[vertex] = add(positions[vertex], scale(offset, weight))
        if morph.kind == "uv" and "UV morphs" not in without:
            for vertex, offset in morph.offsets:
                uvs[vertex] = add(uvs[vertex], scale(offset[:2], weight))
    return [_skinned(model, bones, v, p, without) for v, p in zip(model.vertices, positions)], uvs


def _skinned(model, bones, vertex, position, without):
    rotations = [bones.rotation[b] for b in vertex.bones]
    kind = "bdef" if vertex.kind in without else vertex.kind
    if "more than one weight" in without:
        rotations, vertex = rotations[:1], Vertex(vertex.position, "bdef", vertex.bones[:1], (1.0,))
    total = 1.0 if "weights brought to 1" in without else sum(vertex.weights)
    weights = [w / total for w in vertex.weights]

    def moved(k, point):
        return add(bones.position[vertex.bones[k]], turned(rotations[k], sub(point, model.bones[vertex.bones[k]].position)))

    if kind == "sdef":
        centre, r0, r1 = vertex.sdef
        between = add(scale(r0, weights[0]), scale(r1, weights[1]))
        if "R0 and R1 of SDEF" in without:
            r0 = r1 = between
        out = turned(slerp(rotations[0], rotations[1], weights[1]), sub(position, centre))
        for k, r in enumerate((r0, r1)):
            out = add(out, scale(moved(k, add(centre, scale(sub(r, between), 0.5))), weights[k]))
        return out
    if kind == "qdef":
        return _dual_quaternions(position, weights, rotations, [moved(k, ZERO) for k in range(len(weights))])
    out = ZERO
    for k, weight in enumerate(weights):
        out = add(out, scale(moved(k, position), weight))
    return out


def _dual_quaternions(position, weights, rotations, translations):
    real, dual = (0.0,) * 4, (0.0,) * 4
    for weight, q, t in zip(weights, rotations, translations):
        weight = -weight if dot(q, rotations[0]) < 0 else weight
        real = add(real, scale(q, weight))
        dual = add(dual, scale(mul((*t, 0.0), q), weight / 2))
    length = math.sqrt(dot(real, real))
    real, dual = scale(real, 1 / length), scale(dual, 1 / length)
    # The part of the dual along the real one is no translation and drops out of the vector part.
    return add(turned(real, position), scale(mul(dual, inverse(real))[:3], 2))


def material(model, bones, without=frozenset()):
    """The values of the first material: all that multiplies, then all that adds."""
    values = dict(model.material)
    for operation in ("add", "multiply") if "multiply before add" in without else ("multiply", "add"):
        for morph, weight in zip(model.morphs, bones.weights):
            if morph.kind != "material" or not weight:
                continue
            for key, amounts in (pair for kind, offsets in morph.offsets if kind == operation for pair in offsets.items()):
                if operation == "multiply":
                    values[key] = tuple(v * (1 + (a - 1) * weight) for v, a in zip(values[key], amounts))
                else:
                    values[key] = add(values[key], scale(amounts, weight))
    return values
