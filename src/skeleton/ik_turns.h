#pragma once

// How one link of a chain in lanes turns towards the goal, and what its limits make of that; see ik_lanes.h.
// Every multiply-add is asked for by name, and nothing else is contracted: a chain comes out the same to the
// bit in lanes of any number on one processor.

#include "skeleton/kernels.h"  // declarations and plain data only

namespace mmd::ik_lanes {

template <class L>
struct V3 {
  L x, y, z;
};

template <class L>
struct Mat3 {
  L m[3][3];
};

template <class L, class Lanes>
V3<L> load3(const std::array<Lanes, 3>& a) {
  return {L::load(a[0].data()), L::load(a[1].data()), L::load(a[2].data())};
}
template <class L>
V3<L> operator+(const V3<L>& a, const V3<L>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class L>
V3<L> operator-(const V3<L>& a, const V3<L>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class L>
L dot(const V3<L>& a, const V3<L>& b) {
  return L::fma(a.z, b.z, L::fma(a.y, b.y, a.x * b.x));
}
template <class L>
V3<L> cross(const V3<L>& a, const V3<L>& b) {
  return {L::fms(a.y, b.z, a.z * b.y), L::fms(a.z, b.x, a.x * b.z), L::fms(a.x, b.y, a.y * b.x)};
}
template <class L>
V3<L> choose(L mask, const V3<L>& a, const V3<L>& b) {
  return {L::choose(mask, a.x, b.x), L::choose(mask, a.y, b.y), L::choose(mask, a.z, b.z)};
}

/// Rotation matrix of a quaternion of any length; `factor` is 2 / length^2.
template <class L>
Mat3<L> matrix_of(L x, L y, L z, L w, L factor) {
  const L one = L::all(1.0);
  const L fx = factor * x, fy = factor * y, fz = factor * z;
  const L yy = fy * y, zz = fz * z, wx = fx * w, wy = fy * w, wz = fz * w;
  return {{{one - L::fma(fy, y, zz), L::fms(fx, y, wz), L::fma(fx, z, wy)},
           {L::fma(fx, y, wz), one - L::fma(fx, x, zz), L::fms(fy, z, wx)},
           {L::fms(fx, z, wy), L::fma(fy, z, wx), one - L::fma(fx, x, yy)}}};
}
template <class L>
L along(const L& a, const L& b, const L& c, const V3<L>& v) {
  return L::fma(c, v.z, L::fma(b, v.y, a * v.x));
}
template <class L>
V3<L> operator*(const Mat3<L>& a, const V3<L>& v) {
  return {along(a.m[0][0], a.m[0][1], a.m[0][2], v), along(a.m[1][0], a.m[1][1], a.m[1][2], v),
          along(a.m[2][0], a.m[2][1], a.m[2][2], v)};
}
template <class L>
V3<L> transposed_times(const Mat3<L>& a, const V3<L>& v) {
  return {along(a.m[0][0], a.m[1][0], a.m[2][0], v), along(a.m[0][1], a.m[1][1], a.m[2][1], v),
          along(a.m[0][2], a.m[1][2], a.m[2][2], v)};
}

/// What the solver keeps of a link while it runs.
template <class L>
struct State {
  Mat3<L> matrix;  // of the whole rotation; for a hinge that is pure, unused
  L x, y, z, w;    // free link: the rotation; hinge that is not pure yet: q
  L c, s;          // hinge: cosine and sine
  L pure;          // hinge: mask
  bool all_pure;
  L present;  // mask
  // Hinge: constants of the limits.
  L cos_greatest;  // of the greatest angle per iteration
  L yxz;           // mask: the Euler order takes X as the middle angle
  bool any_yxz;
  V3<L> goal;  // in the frame of the link's parent
};

template <class L>
V3<L> turn(const State<L>& link, bool hinge, const V3<L>& v) {
  if (!hinge) return link.matrix * v;
  const V3<L> about_x{v.x, L::fms(link.c, v.y, link.s * v.z), L::fma(link.s, v.y, link.c * v.z)};
  return link.all_pure ? about_x : choose(link.pure, about_x, link.matrix * v);
}
template <class L>
V3<L> turn_back(const State<L>& link, bool hinge, const V3<L>& v) {
  if (!hinge) return transposed_times(link.matrix, v);
  const V3<L> about_x{v.x, L::fma(link.c, v.y, link.s * v.z), L::fms(link.c, v.z, link.s * v.y)};
  return link.all_pure ? about_x : choose(link.pure, about_x, transposed_times(link.matrix, v));
}

/// The angle between effector and goal as seen from a link.
template <class L>
struct Arc {
  V3<L> cross;  // e x g, unnormalised
  L cross2;     // its square
  L along;      // e . g
  L goal2;      // |g|^2
  L size2;      // |e|^2 |g|^2
  L size;       // |e| |g|
  L may_turn;   // mask: lane is active and |unit cross|^2 >= 1e-8
};

template <class L>
Arc<L> arc_between(const V3<L>& e, const V3<L>& g, L active) {
  Arc<L> a;
  a.cross = cross(e, g);
  a.cross2 = dot(a.cross, a.cross);
  a.along = dot(e, g);
  a.goal2 = dot(g, g);
  a.size2 = dot(e, e) * a.goal2;
  a.size = a.size2.sqrt();
  a.may_turn = active & (a.cross2 > L::all(1e-8) * a.size2);
  return a;
}

/// The turn as a quaternion of length^2 `length2`.
template <class L>
struct Delta {
  L x, y, z, w, length2;
  L limited;  // mask: turns by the greatest angle, not all the way
};

template <class L>
Delta<L> shortest_arc(const Arc<L>& a, const LaneLink& link) {
  // (|e||g| + e.g, e x g) halves the angle; its length^2 is 2 |e||g| (|e||g| + e.g).
  const L w = a.size + a.along;
  const L limited = a.along <= L::load(link.cos_limit.data()) * a.size;
  Delta<L> d{a.cross.x, a.cross.y, a.cross.z, w, L::all(2.0) * a.size * w, limited};
  if ((limited & a.may_turn).any()) {
    const L scale = L::load(link.sin_half_limit.data()) / a.cross2.sqrt();
    d.x = L::choose(limited, a.cross.x * scale, d.x);
    d.y = L::choose(limited, a.cross.y * scale, d.y);
    d.z = L::choose(limited, a.cross.z * scale, d.z);
    d.w = L::choose(limited, L::load(link.cos_half_limit.data()), d.w);
    d.length2 = L::choose(limited, L::all(1.0), d.length2);
  }
  return d;
}

/// `a` where the mask holds, else `b`. `Every`: it holds in all lanes.
template <bool Every, class L>
L choose_in(const L& mask, const L& a, const L& b) {
  if constexpr (Every) {
    return a;
  } else {
    return L::choose(mask, a, b);
  }
}

/// Turns a free link, and adds the lanes that moved to `moved`. `here` is the effector in the link's space,
/// `effector` in its parent's frame.
template <bool Every, class L>
void turn_free(State<L>& t, const Arc<L>& a, const LaneLink& link, const V3<L>& here, V3<L>& effector,
               L& moved) {
  const Delta<L> d = shortest_arc(a, link);
  // d.w, which waits for a square root, comes in last.
  const L x = L::fma(d.w, t.x, L::fnma(d.z, t.y, L::fma(d.y, t.z, d.x * t.w)));
  const L y = L::fma(d.w, t.y, L::fma(d.z, t.x, L::fms(d.y, t.w, d.x * t.z)));
  const L z = L::fma(d.w, t.z, L::fma(d.z, t.w, L::fms(d.x, t.y, d.y * t.x)));
  const L w = L::fms(d.w, t.w, L::fma(d.z, t.z, L::fma(d.y, t.y, d.x * t.x)));
  // The old rotation has length 1, so the product has the turn's length.
  const L factor = L::all(2.0) / d.length2;
  const Mat3<L> matrix = matrix_of(x, y, z, w, factor);
  const L scale = (L::all(0.5) * factor).sqrt();
  const L nx = choose_in<Every>(a.may_turn, x * scale, t.x);
  const L ny = choose_in<Every>(a.may_turn, y * scale, t.y);
  const L nz = choose_in<Every>(a.may_turn, z * scale, t.z);
  const L nw = choose_in<Every>(a.may_turn, w * scale, t.w);
  if (!moved.every()) moved = moved | (nx != t.x) | (ny != t.y) | (nz != t.z) | (nw != t.w);
  for (int r = 0; r < 3; ++r) {
    for (int k = 0; k < 3; ++k)
      t.matrix.m[r][k] = choose_in<Every>(a.may_turn, matrix.m[r][k], t.matrix.m[r][k]);
  }
  t.x = nx;
  t.y = ny;
  t.z = nz;
  t.w = nw;
  // A link that turns all the way brings the effector onto the line to the goal: known without waiting for
  // the matrix.
  const L reach = a.size / a.goal2;
  V3<L> turned{t.goal.x * reach, t.goal.y * reach, t.goal.z * reach};
  if ((d.limited & a.may_turn).any()) turned = choose(d.limited, t.matrix * here, turned);
  effector = {choose_in<Every>(a.may_turn, turned.x, effector.x),
              choose_in<Every>(a.may_turn, turned.y, effector.y),
              choose_in<Every>(a.may_turn, turned.z, effector.z)};
}

/// Cosine and sine of the Euler angle about X after the turn, before the limits.
template <class L>
struct Angle {
  L c, s;
};

/// Elements (1,1), (1,2), (2,1), (2,2) of the link's rotation.
template <class L>
struct Block {
  L m11, m12, m21, m22;
};
template <class L>
Block<L> block_of(const State<L>& t) {
  Block<L> b{t.c, L::all(0.0) - t.s, t.s, t.c};
  if (!t.all_pure) {
    b.m11 = L::choose(t.pure, b.m11, t.matrix.m[1][1]);
    b.m12 = L::choose(t.pure, b.m12, t.matrix.m[1][2]);
    b.m21 = L::choose(t.pure, b.m21, t.matrix.m[2][1]);
    b.m22 = L::choose(t.pure, b.m22, t.matrix.m[2][2]);
  }
  return b;
}

/// First half: a turn about +X or -X by the angle between effector and goal.
template <class L>
Block<L> turned_about_x(const State<L>& t, const Arc<L>& a, const LaneLink& link) {
  const L inverse = a.size * (L::all(1.0) / a.size2);  // the division runs beside the square root
  L c = a.along * inverse, s = a.cross2.sqrt() * inverse;
  const L limit = L::load(link.cos_limit.data());
  const L limited = c <= limit;
  c = L::choose(limited, t.cos_greatest, c);
  s = L::choose(limited, L::load(link.sin_limit.data()), s);
  // Right-handed: towards the goal; at exactly 0 as left-handed +X would turn.
  s = L::choose(a.cross.x > L::all(0.0), s, L::all(0.0) - s);
  const Block<L> b = block_of(t);
  return {L::fnma(s, b.m21, c * b.m11), L::fnma(s, b.m22, c * b.m12), L::fma(s, b.m11, c * b.m21),
          L::fma(s, b.m12, c * b.m22)};
}

/// Second half: a turn about the free axis.
template <class L>
Block<L> turned_freely(const State<L>& t, const Arc<L>& a, const LaneLink& link) {
  const Delta<L> d = shortest_arc(a, link);
  const Mat3<L> m = matrix_of(d.x, d.y, d.z, d.w, L::all(2.0) / d.length2);
  const Block<L> b = block_of(t);
  Block<L> r{L::fma(m.m[1][1], b.m11, m.m[1][2] * b.m21), L::fma(m.m[1][1], b.m12, m.m[1][2] * b.m22),
             L::fma(m.m[2][1], b.m11, m.m[2][2] * b.m21), L::fma(m.m[2][1], b.m12, m.m[2][2] * b.m22)};
  if (!t.all_pure) {
    const L zero = L::all(0.0);
    const L top1 = L::choose(t.pure, zero, t.matrix.m[0][1]),
            top2 = L::choose(t.pure, zero, t.matrix.m[0][2]);
    r.m11 = L::fma(m.m[1][0], top1, r.m11);
    r.m12 = L::fma(m.m[1][0], top2, r.m12);
    r.m21 = L::fma(m.m[2][0], top1, r.m21);
    r.m22 = L::fma(m.m[2][0], top2, r.m22);
  }
  return r;
}

/// The Euler angle about X: the middle one of Y X Z, asin(-m12) kept within 88 degrees; the last one of Z Y
/// X, atan2(m21, m22). `plain`: lanes whose block is a turn about X and nothing else. What a lane gets
/// depends on that lane alone, so that a chain solved beside others comes out as it does by itself.
template <class L>
Angle<L> euler_x(const Block<L>& b, const State<L>& t, L plain) {
  const L one = L::all(1.0);
  // Of a plain turn the two are a cosine and a sine but for rounding: one step of Newton keeps them so.
  const L squared = L::fma(b.m21, b.m21, b.m22 * b.m22);
  L scale = L::fnma(L::all(0.5), squared, L::all(1.5));
  if (!plain.every()) {
    const L usable = squared > L::all(1e-300);
    scale = L::choose(plain, scale, L::choose(usable, one / squared.sqrt(), L::all(0.0)));
  }
  Angle<L> out{b.m22 * scale, b.m21 * scale};
  if (t.any_yxz) {
    constexpr double sin88 = 0.99939082701909573;
    const L sine = L::min(L::max(L::all(0.0) - b.m12, L::all(-sin88)), L::all(sin88));
    out.s = L::choose(t.yxz, sine, out.s);
    out.c = L::choose(t.yxz, L::fnma(sine, sine, one).sqrt(), out.c);
  }
  return out;
}

template <class L>
Angle<L> limited(const Angle<L>& a, const LaneLink& link, L first_half) {
  const auto constant = [](const auto& v) { return L::load(v.data()); };
  const L key = L::with_sign_of(L::all(1.0) - a.c, a.s);
  const L below = key<constant(link.low_key), above = key> constant(link.high_key);
  if (!(below | above).any()) return a;
  const L mirror_low = below & first_half & (key >= constant(link.mirror_high_key));
  const L mirror_high = above & first_half & (key <= constant(link.mirror_low_key));
  // cos(2b - a), sin(2b - a) for the bound b.
  const L two_c = L::choose(above, constant(link.cos_twice_high), constant(link.cos_twice_low));
  const L two_s = L::choose(above, constant(link.sin_twice_high), constant(link.sin_twice_low));
  Angle<L> out = a;
  out.c = L::choose(below, constant(link.cos_low), L::choose(above, constant(link.cos_high), out.c));
  out.s = L::choose(below, constant(link.sin_low), L::choose(above, constant(link.sin_high), out.s));
  const L mirrored = mirror_low | mirror_high;
  out.c = L::choose(mirrored, L::fma(two_c, a.c, two_s * a.s), out.c);
  out.s = L::choose(mirrored, L::fms(two_s, a.c, two_c * a.s), out.s);
  return out;
}

template <class L>
void turn_hinge(State<L>& t, const Arc<L>& a, const LaneLink& link, L first_half, bool any_first,
                bool any_second, L& moved) {
  Block<L> b{};
  if (any_first) b = turned_about_x(t, a, link);
  if (any_second) {
    const Block<L> freely = turned_freely(t, a, link);
    if (!any_first) {
      b = freely;
    } else {
      b = {L::choose(first_half, b.m11, freely.m11), L::choose(first_half, b.m12, freely.m12),
           L::choose(first_half, b.m21, freely.m21), L::choose(first_half, b.m22, freely.m22)};
    }
  }
  Angle<L> angle = limited(euler_x(b, t, t.pure & first_half), link, first_half);
  angle.c = L::choose(a.may_turn, angle.c, t.c);
  angle.s = L::choose(a.may_turn, angle.s, t.s);
  moved = moved | (angle.c != t.c) | (angle.s != t.s);
  if (!t.all_pure) {
    moved = moved | t.pure.and_not(a.may_turn);
    t.pure = t.pure | a.may_turn;
    t.all_pure = t.pure.every();
  }
  t.c = angle.c;
  t.s = angle.s;
}

}  // namespace mmd::ik_lanes
