"""Vectors and quaternions (x, y, z, w) as tuples. Of a product the rightmost factor acts first; angles in radians."""
import math

IDENTITY = (0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0)


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def sub(a, b):
    return tuple(x - y for x, y in zip(a, b))


def scale(a, s):
    return tuple(x * s for x in a)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(dot(a, a))
    return scale(a, 1 / length) if length > 0 else a


def mul(a, b):
    """The rotation b, then a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def turned(q, v):
    return mul(mul(q, (*v, 0.0)), inverse(q))[:3]


def about(axis, angle):
    return (*scale(axis, math.sin(angle / 2)), math.cos(angle / 2))


def slerp(a, b, t, shorter=True):
    """From a to b; t may be negative or above 1."""
    cosine = dot(a, b)
    if cosine < 0 and shorter:
        b, cosine = scale(b, -1), -cosine
    angle = math.acos(max(-1.0, min(1.0, cosine)))
    if math.sin(angle) < 1e-12:
        return a
    return unit(add(scale(a, math.sin((1 - t) * angle) / math.sin(angle)), scale(b, math.sin(t * angle) / math.sin(angle))))


def matrix(q):
    """Rows."""
    columns = [turned(q, e) for e in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    return [[columns[c][r] for c in range(3)] for r in range(3)]
