"""The rules, one small model each, as a table that make.py turns into files. README.md says what each rule is.

Positions are in MMD units,
angles here in degrees. `without` names the rules that a program could miss: broken one at a
time in the evaluator, each must move the model by far more than the tolerance, or the case would hold nothing.
"""
import math
from dataclasses import dataclass, field

from evaluator import Append, Bone, Ik, Link, Morph, Vertex
from quaternions import about, mul, unit


@dataclass
class Rule:
    name: str
    title: str
    bones: list
    poses: dict  # name: {bone: (translation, rotation) or morph: weight}
    without: tuple = ()
    confirmed: bool = True
    morphs: list = field(default_factory=list)
    vertices: list = None  # None: a triangle on every bone
    material: dict = field(default_factory=dict)
    version: float = 2.0


def turn(axis, degrees):
    return ((0.0, 0.0, 0.0), about(unit(axis), math.radians(degrees)))


def move(x, y, z):
    return ((x, y, z), (0.0, 0.0, 0.0, 1.0))


def both(moved, *turns):
    q = (0.0, 0.0, 0.0, 1.0)
    for axis, degrees in turns:
        q = mul(about(unit(axis), math.radians(degrees)), q)
    return (moved, q)


def bone(name, position, parent="", append=None, ik=None, **more):
    """`append`: (source, ratio, what); `ik`: (target, loops, degrees per step, links)."""
    return (Bone(name, position, axis=more.pop("axis", None), layer=more.pop("layer", 0),
                 after_physics=more.pop("after_physics", False)), parent, append, ik)


def link(name, lower=None, upper=None):
    return (name, lower, upper)


def linked(rows):
    """Bones that refer to each other by place in place of name."""
    place = {row[0].name: i for i, row in enumerate(rows)}
    radians = lambda limits: None if limits is None else tuple(math.radians(a) for a in limits)
    for b, parent, append, ik in rows:
        b.parent = place[parent] if parent else -1
        if append:
            source, ratio, what = append
            b.append = Append(place[source], ratio, "rotation" in what, "translation" in what, "local" in what)
        if ik:
            target, loops, degrees, links = ik
            b.ik = Ik(place[target], loops, math.radians(degrees),
             [Link(place[n], radians(lo), radians(hi)) for n, lo, hi in links])
    return [row[0] for row in rows]


X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
ROOT = bone("root", (0.0, 0.0, 0.0))


def arm(limits=None, loops=40, degrees=57.3, fixed=None):
    """A chain a, b, c with its tip, and the IK bone that it follows. `limits` and `fixed`: of bone b."""
    links = [link("c"), link("b", *(limits or ())), link("a")]
    return [bone("root", (0.0, 0.0, 0.0)), bone("a", (0.0, 10.0, 0.0), "root"),
            bone("b", (0.0, 7.0, -0.3), "a", axis=fixed),
            bone("c", (0.0, 4.0, 0.0), "b"), bone("tip", (0.0, 2.0, -0.5), "c"),
            bone("goal", (3.0, 4.0, -3.0), "root", ik=("tip", loops, degrees, links))]


KNEE = ((-180.0, 0.0, 0.0), (-0.5, 0.0, 0.0))


def leg(*order, layers=None, after=()):
    """A leg, whose foot is turned by a chain of its own. `order`: of the two IK bones in the file."""
    layers = layers or {}
    iks = {"leg ik": bone("leg ik", (1.0, 1.5, 0.5), "root", layer=layers.get("leg ik", 0),
     after_physics="leg ik" in after,
                          ik=("ankle", 40, 114.6, [link("knee", *KNEE), link("thigh")])),
           "toe ik": bone("toe ik", (1.0, 0.2, -1.6), "root", layer=layers.get("toe ik", 0),
            after_physics="toe ik" in after,
                          ik=("toe", 10, 229.2, [link("ankle")]))}
    return [bone("root", (0.0, 0.0, 0.0)), bone("thigh", (1.0, 10.0, 0.0), "root"),
            bone("knee", (1.1, 5.7, -0.2), "thigh"),
            bone("ankle", (1.0, 1.5, 0.5), "knee"),
            bone("toe", (1.0, 0.2, -1.6), "ankle")] + [iks[name] for name in order]


STEP = {"step": {"leg ik": move(0.4, 2.0, -1.5), "toe ik": move(0.9, 2.9, -2.0)}}
REACH = {"near": {"goal": move(-1.5, 2.0, -1.0)}, "side": {"goal": move(1.0, 1.0, 3.0)}}
TUBE = [bone("root", (0.0, 0.0, 0.0)), bone("lower", (0.0, 2.0, 0.0), "root"),
        bone("upper", (0.0, 6.0, 0.0), "lower")]
BEND = {"bent": {"upper": turn((1, 0, 0.3), 80)}, "twisted": {"upper": turn(Y, 100)},
        "moved": {"lower": turn(Z, -20), "upper": both((0.4, 0.3, -0.2), (X, 60), (Y, 40))}}


def ring(kind, weights_at, bones=(1, 2), sdef=None):
    """Eight heights of four vertices around the joint at (0, 6, 0). The texture coordinates tell them apart."""
    out = []
    for step in range(8):
        y = 4.25 + step * 0.5
        for side, (x, z) in enumerate(((0.7, 0.0), (0.0, 0.7), (-0.7, 0.0), (0.0, -0.7))):
            out.append(Vertex((x, y, z), kind, bones, weights_at(step / 7), sdef, (side / 4, step / 8)))
    return out


POINTS = ((0.0, 6.0, 0.0), (0.0, 5.0, 0.0), (0.0, 7.5, 0.0))
BDEF4 = ring("bdef", lambda t: (0.5 * (1 - t), 0.5 * t, 0.25, 0.0), (1, 2, 0, 0))

RULES = [
    Rule("hierarchy", "Transforms run down the tree",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root"), bone("b", (1.0, 6.0, -0.5), "a"),
         bone("c", (1.5, 8.0, 0.0), "b")],
         {"bent": {"root": both((0.5, 0.25, -1.0), (Y, 30)), "a": turn((1, 0, 1), 40),
          "b": both((0.2, 0.3, 0.4), (X, -70), (Z, 15))}},
         ("parents",)),
    Rule("parent_later", "A parent may stand later in the file", [ROOT, bone("child", (1.0, 6.0, 0.0), "parent"),
         bone("parent", (0.0, 4.0, 0.0), "root")], {"bent": {"parent": turn(Z, 50), "child": turn(X, 20)}},
         ("waiting",)),
    Rule("fixed_axis", "A bone with a fixed axis turns about it alone",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root", axis=(3.0, -4.0, 0.0)),
         bone("b", (0.0, 8.0, 0.0), "a")],
         {"along": {"a": turn((3, -4, 1), 60)}, "against": {"a": turn((-1, 1, 2), 100)}}, ("fixed axis",)),

    Rule("append_ratio", "Append passes on a share of a rotation", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", 0.5, "rotation")), bone("c", (2.0, 7.0, 0.0), "b")],
         {"bent": {"root": turn(Y, 25), "a": turn((1, 0.5, 0), 90), "b": turn(Z, 20)}}, ("append",)),
    Rule("append_beyond_1", "Ratios beyond 1 go on turning", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", 2.0, "rotation")), bone("c", (2.0, 7.0, 0.0), "b")],
         {"bent": {"a": turn((1, 0.5, 0), 50)}, "far": {"a": turn((0.2, 1, 1), 150)}}, ("ratios beyond 0 to 1",)),
    Rule("append_negative", "Negative ratios turn back", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", -1.0, "rotation")), bone("c", (2.0, 7.0, 0.0), "b"),
         bone("d", (-2.0, 4.0, 0.0), "root", ("a", -1.5, "rotation")), bone("e", (-2.0, 7.0, 0.0), "d")],
         {"bent": {"a": turn((1, 0.5, 0), 50)}, "far": {"a": turn((0.2, 1, 1), 150)}}, ("ratios beyond 0 to 1",)),
    Rule("append_shorter_path", "Append goes the shorter way", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", 0.5, "rotation")), bone("c", (2.0, 7.0, 0.0), "b")],
         {"200": {"a": turn(Z, 200)}, "300": {"a": turn((1, 1, 0), 300)}}, ("shorter path",)),
    Rule("append_translation", "Append of translation", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", -0.5, "translation")),
         bone("c", (3.0, 6.0, 0.0), "root", ("a", 2.0, "rotation translation")),
         bone("d", (4.0, 4.0, 0.0), "c", ("b", 0.5, "translation"))],
         {"moved": {"root": turn(Y, 40), "a": both((0.6, -0.4, 0.8), (X, 30)), "b": move(0.0, 0.5, 0.0)}},
         ("append of translation", "append of append")),
    Rule("append_chain", "What was appended is passed on", [ROOT, bone("a", (0.0, 4.0, 0.0), "root"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", 0.5, "rotation")),
         bone("c", (4.0, 4.0, 0.0), "root", ("b", 0.5, "rotation")),
         bone("d", (4.0, 7.0, 0.0), "c")],
         {"bent": {"a": turn(X, 80), "b": turn(Z, 50)}}, ("append of append", "own rotation of an appending source")),
    Rule("append_source_later", "An append source may come later",
         [ROOT, bone("b", (2.0, 4.0, 0.0), "root", ("a", 0.5, "rotation translation")),
         bone("c", (2.0, 7.0, 0.0), "b"), bone("a", (0.0, 4.0, 0.0), "root", ("z", 1.0, "rotation"), layer=1),
         bone("z", (0.0, 7.0, 0.0), "root", layer=2)],
         {"bent": {"a": both((0.5, 0.0, 0.5), (X, 80)), "z": turn(Y, 60)}}, ("waiting",)),
    Rule("append_ik_link", "Append of a link passes on what IK did (D-bones)", leg("leg ik", "toe ik") + [
         bone("thigh D", (1.0, 10.0, 0.0), "root", ("thigh", 1.0, "rotation"), layer=1),
         bone("knee D", (1.1, 5.7, -0.2), "thigh D", ("knee", 1.0, "rotation"), layer=1),
         bone("ankle D", (1.0, 1.5, 0.5), "knee D", ("ankle", 1.0, "rotation"), layer=1)],
         {"step": {**STEP["step"], "thigh": turn(Y, 20)}}, ("append of IK",)),
    Rule("append_before_ik", "A D-bone may stand before the IK it depends on", [bone("root", (0.0, 0.0, 0.0)),
         bone("thigh D", (1.0, 10.0, 0.0), "root", ("thigh", 1.0, "rotation")),
         bone("knee D", (1.1, 5.7, -0.2), "thigh D", ("knee", 0.5, "rotation"))]
         + leg("leg ik", "toe ik")[1:], STEP, ("waiting",)),
    Rule("append_local", "Local append takes model space",
         [ROOT, bone("p", (0.0, 2.0, 0.0), "root"), bone("a", (0.0, 4.0, 0.0), "p"),
         bone("b", (2.0, 4.0, 0.0), "root", ("a", 0.5, "rotation local")), bone("c", (2.0, 7.0, 0.0), "b"),
         bone("d", (4.0, 4.0, 0.0), "root", ("a", 1.0, "translation local"))],
         {"bent": {"p": turn(Z, 50), "a": both((0.5, 0.2, 0.1), (X, 40))}}, ("local append",), confirmed=False),

    Rule("ik_free", "A chain without limits", arm(), REACH, ("ik", "links from the tip")),
    Rule("ik_step", "The step grows along the chain", arm(loops=6, degrees=8.0), REACH,
         ("step grows along the chain",)),
    Rule("ik_last_state", "The last state stands, also where an earlier one was nearer",
         arm(limits=((-44.0, -36.0, -19.0), (40.0, 54.0, 6.0)), loops=10, degrees=60.0),
         {"near": {"goal": move(-4.0, 4.5, 4.2)}, "low": {"goal": move(-1.3, 3.6, 3.4)}}, ("last state stands",)),
    Rule("ik_limits_yxz", "Limits, X within 90 degrees",
         arm(limits=((-30.0, -40.0, -25.0), (40.0, 15.0, 20.0)), loops=15, degrees=30.0),
         {"near": {"goal": move(-1.5, 3.0, -1.0)}, "side": {"goal": move(1.0, 3.0, 4.0)}},
         ("limits", "Euler order by the limits")),
    Rule("ik_limits_zyx", "Limits, Y within 90 degrees",
         arm(limits=((-120.0, -40.0, -25.0), (10.0, 30.0, 40.0)), loops=15, degrees=30.0),
         {"near": {"goal": move(-1.5, 3.0, -1.0)}, "side": {"goal": move(1.0, 3.0, 4.0)}},
         ("limits", "Euler order by the limits")),
    Rule("ik_limits_xzy", "Limits, only Z within 90 degrees",
         arm(limits=((-120.0, -100.0, -15.0), (10.0, 20.0, 25.0)), loops=15, degrees=30.0),
         {"near": {"goal": move(-1.5, 3.0, -1.0)}, "side": {"goal": move(1.0, 3.0, 4.0)}},
         ("limits", "Euler order by the limits")),
    Rule("ik_one_axis", "A knee turns about its axis alone in the first half", leg("leg ik"),
         {"step": {"leg ik": move(2.1, 6.0, -2.1), "thigh": both((0.0, 0.0, 0.0), (Z, -25), (Y, 40))},
          "cross": {"leg ik": move(-1.8, 4.5, -3.2), "thigh": both((0.0, 0.0, 0.0), (Z, 40), (Y, -40))}},
         ("one free axis in the first half",)),
    Rule("ik_mirror", "Beyond a limit an angle is mirrored in the first half",
         arm(limits=((-70.0, -30.0, -30.0), (-5.0, 30.0, 30.0)), loops=4, degrees=40.0),
         {"up": {"goal": move(-2.0, 3.0, 4.0)}, "side": {"goal": move(2.0, 3.0, 3.0)}},
         ("mirror in the first half",)),
    Rule("ik_limits_and_pose", "Limits hold the pose and IK together",
         arm(limits=((-60.0, -30.0, -30.0), (-5.0, 30.0, 30.0)), loops=10, degrees=40.0),
         {"posed": {"goal": move(-1.5, 3.0, -1.0), "b": turn((1, 0.5, 0.5), 40)}},
         ("limits hold pose and IK together",)),
    Rule("ik_limits_reversed", "Limits the wrong way round are swapped",
         arm(limits=((30.0, 20.0, 25.0), (-50.0, -30.0, -20.0)), loops=10, degrees=40.0),
         REACH, ("limits the wrong way round",)),
    Rule("ik_zero_limits", "A link whose limits are all zero is left out",
         arm(limits=((0.0, 0.0, 0.0), (0.0, 0.0, 0.0)), loops=10, degrees=40.0),
         REACH, ("limits",)),
    Rule("ik_fixed_axis", "A link with a fixed axis turns about it in IK",
         arm(fixed=(1.0, 0.0, 1.0), loops=10, degrees=40.0), REACH,
         ("fixed axis in IK",), confirmed=False),

    Rule("order_file", "Within a layer chains go in the order of the file", leg("toe ik", "leg ik"), STEP,
         ("file order",)),
    Rule("order_layers", "Layers before the order of the file", leg("toe ik", "leg ik", layers={"toe ik": 1}), STEP,
         ("layers",)),
    Rule("order_after_physics", "After-physics bones come last", leg("leg ik", "toe ik", after=("leg ik",)), STEP,
         ("after physics",)),
    Rule("order_children_before_ik", "Children of links may stand before the IK",
         [bone("root", (0.0, 0.0, 0.0))] + leg("leg ik")[1:5] + [
         bone("shoe", (1.0, 0.5, -1.0), "ankle"), bone("lace", (1.0, 0.7, -1.5), "shoe"),
         bone("pocket", (1.8, 9.0, 0.0), "thigh")] + leg("leg ik")[5:],
         {"step": {"leg ik": move(0.4, 2.0, -1.5), "shoe": turn(X, 20)}}, ("children before the IK",)),

    Rule("morph_bone", "A bone morph acts before the pose",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root"), bone("b", (0.0, 8.0, 0.0), "a")],
         {"half": {"a": both((0.1, 0.2, 0.3), (X, 50)), "one": 0.5}}, ("morph before pose",),
         morphs=[Morph("one", "bone", [(1, (0.0, 1.0, 0.0), about((0.0, 0.0, 1.0), math.radians(80)))])]),
    Rule("morph_bone_several", "Several bone morphs of one bone, in their order",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root"), bone("b", (0.0, 8.0, 0.0), "a")],
         {"two": {"one": 0.5, "two": 1.0}, "with_pose": {"a": both((0.1, 0.2, 0.3), (X, 50)), "one": 0.5,
          "two": 1.0}},
         ("order of bone morphs",), confirmed=False,
         morphs=[Morph("one", "bone", [(1, (0.0, 1.0, 0.0), about((0.0, 0.0, 1.0), math.radians(80)))]),
                 Morph("two", "bone", [(1, (0.5, 0.0, 0.0), about((0.0, 1.0, 0.0), math.radians(60)))])]),
    Rule("morph_group", "Groups give a share to each child, groups in groups too",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root"), bone("b", (0.0, 8.0, 0.0), "a")],
         {"half": {"group": 0.5}, "nested": {"outer": 0.8, "one": 0.1}},
         ("groups", "group ratios", "groups in groups"),
         morphs=[Morph("one", "bone", [(1, (0.0, 1.0, 0.0), about((0.0, 0.0, 1.0), math.radians(80)))]),
                 Morph("two", "bone", [(2, (0.5, 0.0, 0.0), about((0.0, 1.0, 0.0), math.radians(60)))]),
                 Morph("group", "group", [(0, 0.5), (1, -1.0)]), Morph("outer", "group", [(2, 1.5)])]),
    Rule("morph_flip", "A flip morph chooses one child",
         [ROOT, bone("a", (0.0, 4.0, 0.0), "root"), bone("b", (0.0, 8.0, 0.0), "a")],
         {"0.2": {"flip": 0.2}, "0.6": {"flip": 0.6}, "1": {"flip": 1.0}}, ("flip chooses",), confirmed=False,
         version=2.1,
         morphs=[Morph("one", "bone", [(1, (0.0, 1.0, 0.0), about((0.0, 0.0, 1.0), math.radians(80)))]),
                 Morph("two", "bone", [(2, (0.5, 0.0, 0.0), about((0.0, 1.0, 0.0), math.radians(60)))]),
                 Morph("flip", "flip", [(0, 0.75), (1, 1.0)])]),
    Rule("morph_vertex", "Vertex morphs act before the bones", TUBE,
         {"both": {"upper": turn(X, 70), "wide": 0.5, "tall": 0.25}}, ("vertex morphs",),
         morphs=[Morph("wide", "vertex", [(i, (0.8, 0.0, -0.4)) for i in range(8, 24)]),
          Morph("tall", "vertex", [(i, (0.0, 1.0, 0.0)) for i in range(20, 32)])],
         vertices=ring("bdef", lambda t: (1 - t, t))),
    Rule("morph_uv", "UV morphs move texture coordinates", TUBE, {"half": {"shift": 0.5}}, ("UV morphs",),
         morphs=[Morph("shift", "uv", [(i, (0.5, -0.25, 0.0, 0.0)) for i in range(0, 32, 3)])],
         vertices=ring("bdef", lambda t: (1 - t, t))),
    Rule("morph_material", "Material morphs multiply, then add", TUBE, {"both": {"add": 0.5, "multiply": 0.5}},
         ("multiply before add",),
         material={"diffuse": (0.8, 0.6, 0.4, 0.9), "specular": (0.2, 0.2, 0.2), "power": (5.0,),
          "ambient": (0.4, 0.3, 0.2), "edge": (0.1, 0.2, 0.3, 1.0), "edge_size": (1.0,)},
         morphs=[Morph("add", "material", [("add",
          {"diffuse": (0.1, 0.2, -0.2, 0.0), "ambient": (0.1, 0.0, 0.0), "edge_size": (1.0,)})]),
                 Morph("multiply", "material", [("multiply", {"diffuse": (0.5, 1.0, 0.0, 0.5), "power": (3.0,)})])]),

    Rule("skin_bdef2", "Two weights, linear", TUBE, BEND, ("more than one weight",),
         vertices=ring("bdef", lambda t: (1 - t, t))),
    Rule("skin_bdef4", "Four weights are brought to a sum of 1", TUBE, BEND, ("weights brought to 1",),
         vertices=BDEF4),
    Rule("skin_sdef", "SDEF", TUBE, BEND, ("sdef", "R0 and R1 of SDEF"),
         vertices=ring("sdef", lambda t: (1 - t, t), sdef=POINTS)),
    Rule("skin_qdef", "QDEF: dual quaternions", TUBE, BEND, ("qdef",), confirmed=False, version=2.1,
         vertices=ring("qdef", lambda t: (0.9 * (1 - t), 0.9 * t, 0.1, 0.0), (1, 2, 0, 0))),
]
