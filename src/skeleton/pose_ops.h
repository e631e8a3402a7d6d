#pragma once

// What PoseKernels do, over a type of lanes of floats V (base/simd) and, for what the solver reads, one of
// doubles D. Included by one file per instruction set only, which is compiled without contracting: sums and
// products are rounded one by one, as BoneManager's are, but for the fused multiply-adds of place_lanes.h.

#include <utility>

#include "skeleton/place_lanes.h"
#include "skeleton/pose_kernels.h"  // declarations and plain data only

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see base/simd/plain.h

template <class V>
struct Quat {
  V x, y, z, w;

  static Quat load(const PerPose* p, std::size_t lane) {
    return {V::load(p[0].v.data() + lane), V::load(p[1].v.data() + lane), V::load(p[2].v.data() + lane),
            V::load(p[3].v.data() + lane)};
  }
  void store(PerPose* p, std::size_t lane) const {
    x.store(p[0].v.data() + lane);
    y.store(p[1].v.data() + lane);
    z.store(p[2].v.data() + lane);
    w.store(p[3].v.data() + lane);
  }
  static Quat choose(const V& mask, const Quat& a, const Quat& b) {
    return {V::choose(mask, a.x, b.x), V::choose(mask, a.y, b.y), V::choose(mask, a.z, b.z),
            V::choose(mask, a.w, b.w)};
  }
};

template <class V>
Quat<V> operator*(const Quat<V>& p, const Quat<V>& q) {
  return {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
          p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

template <class V>
void load_poses(const float* const* rows, std::size_t count, std::size_t used, PerPose* out) {
  const std::size_t whole = count / 4 * 4;
  for (std::size_t lane = 0; lane < used; lane += V::width) {
    for (std::size_t k = 0; k < whole; k += 4) {
      V columns[4];
      V::load_columns(rows + lane, k, columns);
      for (std::size_t c = 0; c < 4; ++c) columns[c].store(out[k + c].v.data() + lane);
    }
    for (std::size_t k = whole; k < count; ++k) {
      for (std::size_t i = lane; i < lane + V::width; ++i) out[k].v[i] = rows[i][k];
    }
  }
}

/// As mirror() and unit_or_identity() (base/handedness.h, base/rotations.h) have it.
template <class V>
void bring_in_poses(const PoseBlock& block, std::size_t bones, const PoseForm& form) {
  const V zero = V::all(0.0f), one = V::all(1.0f), sign = V::all(form.mirrored ? -1.0f : 1.0f);
  for (std::size_t lane = 0; lane < block.used; lane += V::width) {
    for (std::size_t b = 0; b < bones; ++b) {
      Quat<V> q = Quat<V>::load(block.rotation + 4 * b, lane);
      q.x = q.x * sign;
      q.y = q.y * sign;
      if (form.normalise) {
        const V length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
        const V scale = one / length;
        const Quat<V> unit{q.x * scale, q.y * scale, q.z * scale, q.w * scale};
        q = Quat<V>::choose(length > V::all(1e-12f), unit, Quat<V>{zero, zero, zero, one});
      }
      q.store(block.rotation + 4 * b, lane);
      float* z = block.translation[3 * b + 2].v.data() + lane;
      (V::load(z) * sign).store(z);
    }
  }
}

/// about_fixed_axis() (base/fixed_axis.h).
template <class V>
void fix_pose_axis(PerPose* rotation, const vec3& axis, std::size_t used) {
  const bool none_at_all = axis.x == 0.0f && axis.y == 0.0f && axis.z == 0.0f;
  const V ax = V::all(axis.x), ay = V::all(axis.y), az = V::all(axis.z), zero = V::all(0.0f);
  for (std::size_t lane = 0; lane < used; lane += V::width) {
    Quat<V> q = Quat<V>::load(rotation, lane);
    const V along = q.x * ax + q.y * ay + q.z * az;
    const V sign = V::choose(along < zero, V::all(-1.0f), V::all(1.0f));
    const V length = (q.x * q.x + q.y * q.y + q.z * q.z).sqrt() * sign;
    q = none_at_all ? Quat<V>{zero, zero, zero, V::all(1.0f)}
                    : Quat<V>{ax * length, ay * length, az * length, q.w};
    q.store(rotation, lane);
  }
}

/// scaled_rotation() with a fitted ratio.
template <class V>
Quat<V> scaled_by(const SlerpPolynomials& fitted, Quat<V> q) {
  const V sign = V::choose(q.w < V::all(0.0f), V::all(-1.0f), V::all(1.0f));
  const V u = q.w * sign - V::all(0.5f);
  V cosine = V::all(fitted.cosine[SlerpPolynomials::terms - 1]);
  V sine = V::all(fitted.sine[SlerpPolynomials::terms - 1]);
  for (std::size_t k = SlerpPolynomials::terms - 1; k-- > 0;) {
    cosine = cosine * u + V::all(fitted.cosine[k]);
    sine = sine * u + V::all(fitted.sine[k]);
  }
  return {q.x * sign * sine, q.y * sign * sine, q.z * sign * sine, cosine};
}

template <class V>
void append_poses(const PoseAppend& a) {
  const V zero = V::all(0.0f), minus = V::all(-1.0f), ratio = V::all(a.ratio);
  for (std::size_t lane = 0; lane < a.used; lane += V::width) {
    const V appends = V::load(a.appends->v.data() + lane) > zero;
    if (a.from_rotation != nullptr) {
      Quat<V> from = Quat<V>::load(a.from_rotation, lane);
      if (a.backwards) from = {from.x * minus, from.y * minus, from.z * minus, from.w};
      if (a.fitted != nullptr) from = scaled_by(*a.fitted, from);
      const Quat<V> own = Quat<V>::load(a.rotation, lane);
      Quat<V>::choose(appends, own * from, own).store(a.rotation, lane);
    }
    if (a.from_translation == nullptr) continue;
    for (std::size_t c = 0; c < 3; ++c) {
      const V from = V::load(a.from_translation[c].v.data() + lane);
      float* to = a.translation[c].v.data() + lane;
      const V own = V::load(to);
      V::choose(appends, own + ratio * from, own).store(to);
    }
  }
}

/// One element of parent * local; `last`: the parent's own translation joins.
template <class V>
V composed_element(const V* parent, const V& l0, const V& l1, const V& l2, bool last) {
  if constexpr (V::fuses) {
    const V x = last ? V::fma(parent[0], l0, parent[3]) : parent[0] * l0;
    return V::fma(parent[2], l2, V::fma(parent[1], l1, x));
  } else {
    const V sum = parent[0] * l0 + parent[1] * l1 + parent[2] * l2;
    return last ? sum + parent[3] : sum;
  }
}

/// As build_locals() and compose() of place_lanes.h, with a pose per lane in place of a bone.
template <class V>
void place_bone(const PoseBlock& block, std::size_t bone, std::size_t parent, const RestOf<V>& rest,
                std::size_t lane) {
  const auto [x, y, z, w] = Quat<V>::load(block.rotation + 4 * bone, lane);
  const PerPose* t = block.translation + 3 * bone;
  const V tx = V::load(t[0].v.data() + lane), ty = V::load(t[1].v.data() + lane),
          tz = V::load(t[2].v.data() + lane);
  const V x2 = x + x, y2 = y + y, z2 = z + z;
  const V wx = w * x2, wy = w * y2, wz = w * z2;
  V l[3][4] = {{one_less(y, y2, z, z2), V::fms(x, y2, wz), V::fma(x, z2, wy), rest.x},
               {V::fma(x, y2, wz), one_less(x, x2, z, z2), V::fms(y, z2, wx), rest.y},
               {V::fms(x, z2, wy), V::fma(y, z2, wx), one_less(x, x2, y, y2), rest.z}};
  l[0][3] = moved(rest.x, tx, l[0][0], l[0][1], l[0][2], rest);
  l[1][3] = moved(rest.y, ty, l[1][0], l[1][1], l[1][2], rest);
  l[2][3] = moved(rest.z, tz, l[2][0], l[2][1], l[2][2], rest);
  const PerPose* from = block.palette + 12 * parent;
  PerPose* to = block.palette + 12 * bone;
  for (std::size_t r = 0; r < 12; r += 4) {
    const V p[4] = {V::load(from[r].v.data() + lane), V::load(from[r + 1].v.data() + lane),
                    V::load(from[r + 2].v.data() + lane), V::load(from[r + 3].v.data() + lane)};
    for (std::size_t c = 0; c < 4; ++c)
      composed_element(p, l[0][c], l[1][c], l[2][c], c == 3).store(to[r + c].v.data() + lane);
  }
}

template <class V>
void place_poses(const PoseBlock& block, const PlaceBlock* blocks, std::size_t count) {
  for (std::size_t b = 0; b < count; ++b) {
    const PlaceBlock& bones = blocks[b];
    for (std::size_t k = 0; k < bones.count; ++k) {
      const RestOf<V> rest{V::all(bones.rest_x[k]), V::all(bones.rest_y[k]), V::all(bones.rest_z[k])};
      for (std::size_t lane = 0; lane < block.used; lane += V::width)
        place_bone<V>(block, static_cast<std::size_t>(bones.bone[k]),
                      static_cast<std::size_t>(bones.parent[k]), rest, lane);
    }
  }
}

/// A point in model space, by a palette entry.
template <class V>
void transformed(const PerPose* entry, const V* point, std::size_t lane, PerPose* out) {
  for (std::size_t r = 0; r < 3; ++r) {
    const PerPose* row = entry + 4 * r;
    const V sum = V::load(row[0].v.data() + lane) * point[0] + V::load(row[1].v.data() + lane) * point[1] +
                  V::load(row[2].v.data() + lane) * point[2] + V::load(row[3].v.data() + lane);
    sum.store(out[r].v.data() + lane);
  }
}

/// The lanes of a part, from lane `first` on.
inline void widen(const PerPose& from, std::size_t first, LaneGroup::Lanes& to) {
  for (std::size_t i = 0; i < LaneChains::lanes; ++i) to[i] = static_cast<double>(from.v[first + i]);
}

/// As set_rotation() of lane_loader.cpp.
template <class D>
void set_link_rotation(LaneLink& link) {
  const D zero = D::all(0.0), one = D::all(1.0), two = D::all(2.0);
  for (std::size_t i = 0; i < LaneChains::lanes; i += D::width) {
    const D x = D::load(link.turned[0].data() + i), y = D::load(link.turned[1].data() + i);
    const D z = D::load(link.turned[2].data() + i), w = D::load(link.turned[3].data() + i);
    const D scale = one / (x * x + y * y + z * z + w * w).sqrt();
    const D ux = x * scale, uy = y * scale, uz = z * scale, uw = w * scale;
    ux.store(link.turned[0].data() + i);
    uy.store(link.turned[1].data() + i);
    uz.store(link.turned[2].data() + i);
    uw.store(link.turned[3].data() + i);
    const D pure = link.hinge ? D::choose((uy != zero) | (uz != zero), zero, one) : zero;
    const D is_pure = pure > zero;
    pure.store(link.pure.data() + i);
    D::choose(is_pure, one - two * ux * ux, one).store(link.cos.data() + i);
    D::choose(is_pure, two * ux * uw, zero).store(link.sin.data() + i);
  }
}

/// Where a node stands below the one above it: of link `i`.
template <class V>
void set_offset(const IkNode& node, const PoseBlock& block, PoseGroup& group, std::size_t i) {
  PerPose sum;
  for (glm::length_t c = 0; c < 3; ++c) {
    const float* t = block.translation[3 * node.bone + c].v.data();
    for (std::size_t lane = 0; lane < poses_side_by_side; lane += V::width)
      (V::all(node.offset[c]) + V::load(t + lane)).store(sum.v.data() + lane);
    for (std::size_t p = 0; p < PoseGroup::parts; ++p)
      widen(sum, p * LaneChains::lanes, group.part[p].links[i].offset[static_cast<std::size_t>(c)]);
  }
}

/// As load_lane() of lane_loader.cpp.
template <class V, class D>
void load_chain_of_poses(const PlannedChain& chain, const PoseBlock& block, PoseGroup& group) {
  const auto node_of = [&](const PlannedLink& link) -> const IkNode& {
    return chain.nodes[static_cast<std::size_t>(link.node)];
  };
  set_offset<V>(chain.nodes[static_cast<std::size_t>(chain.effector_node)], block, group, 0);
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const IkNode& node = node_of(chain.links[i]);
    const PerPose* q = block.link_q + 4 * static_cast<std::ptrdiff_t>(node.turn);
    for (std::size_t p = 0; p < PoseGroup::parts; ++p) {
      LaneLink& link = group.part[p].links[i];
      for (std::size_t c = 0; c < 4; ++c) widen(q[c], p * LaneChains::lanes, link.turned[c]);
      set_link_rotation<D>(link);
    }
    if (i + 1 < chain.links.size()) set_offset<V>(node, block, group, i + 1);
  }
  const IkNode& root = node_of(chain.links.back());
  const PerPose* parent = block.palette + 12 * static_cast<std::ptrdiff_t>(root.parent);
  PerPose goal[3], here[3];
  for (std::size_t lane = 0; lane < poses_side_by_side; lane += V::width) {
    const V rest[3] = {V::all(chain.bone_rest.x), V::all(chain.bone_rest.y), V::all(chain.bone_rest.z)};
    transformed(block.palette + 12 * static_cast<std::ptrdiff_t>(chain.bone), rest, lane, goal);
    const PerPose* t = block.translation + 3 * static_cast<std::ptrdiff_t>(root.bone);
    const V stands[3] = {V::all(root.rest.x) + V::load(t[0].v.data() + lane),
                         V::all(root.rest.y) + V::load(t[1].v.data() + lane),
                         V::all(root.rest.z) + V::load(t[2].v.data() + lane)};
    transformed(parent, stands, lane, here);
  }
  for (std::size_t i = 0; i < poses_side_by_side; ++i) {
    double way[3];
    for (std::size_t c = 0; c < 3; ++c)
      way[c] = static_cast<double>(goal[c].v[i]) - static_cast<double>(here[c].v[i]);
    for (std::size_t c = 0; c < 3; ++c) {
      group.part[i / LaneChains::lanes].goal[c][i % LaneChains::lanes] =
          static_cast<double>(parent[c].v[i]) * way[0] + static_cast<double>(parent[4 + c].v[i]) * way[1] +
          static_cast<double>(parent[8 + c].v[i]) * way[2];
    }
  }
}

/// As about_x() of lane_loader.cpp: x and w of the rotation with this cosine and sine.
template <class D>
void about_x_axis(const D& c, const D& s, D& x, D& w) {
  const D one = D::all(1.0), two = D::all(2.0);
  const D near_w = ((one + c) / two).sqrt(), far_x = D::with_sign_of(((one - c) / two).sqrt(), s);
  const D near = c >= D::all(0.0);
  x = D::choose(near, s / (two * near_w), far_x);
  w = D::choose(near, near_w, s / (two * far_x));
}

/// As store_lane() of lane_loader.cpp.
template <class D>
void store_chain_of_poses(const PlannedChain& chain, const PoseGroup& group, const PerPose& solved,
                          const PoseBlock& block) {
  const D zero = D::all(0.0), one = D::all(1.0);
  for (std::size_t n = 0; n < chain.links.size() * PoseGroup::parts; ++n) {
    const std::size_t i = n / PoseGroup::parts, part = n % PoseGroup::parts;
    const LaneLink& link = group.part[part].links[i];
    alignas(32) std::array<LaneGroup::Lanes, 4> unit{};
    for (std::size_t k = 0; k < LaneChains::lanes; k += D::width) {
      D x = D::load(link.turned[0].data() + k), y = D::load(link.turned[1].data() + k);
      D z = D::load(link.turned[2].data() + k), w = D::load(link.turned[3].data() + k);
      if (link.hinge) {
        const D pure = D::load(link.pure.data() + k) > zero;
        D about_x = zero, about_w = one;
        about_x_axis(D::load(link.cos.data() + k), D::load(link.sin.data() + k), about_x, about_w);
        x = D::choose(pure, about_x, x);
        y = D::choose(pure, zero, y);
        z = D::choose(pure, zero, z);
        w = D::choose(pure, about_w, w);
      }
      const D scale = one / (x * x + y * y + z * z + w * w).sqrt();
      (x * scale).store(unit[0].data() + k);
      (y * scale).store(unit[1].data() + k);
      (z * scale).store(unit[2].data() + k);
      (w * scale).store(unit[3].data() + k);
    }
    const std::int32_t bone = chain.nodes[static_cast<std::size_t>(chain.links[i].node)].bone;
    for (std::size_t c = 0; c < 4; ++c) {
      float* to = block.rotation[4 * static_cast<std::size_t>(bone) + c].v.data() + part * LaneChains::lanes;
      const float* is_solved = solved.v.data() + part * LaneChains::lanes;
      for (std::size_t k = 0; k < LaneChains::lanes; ++k)
        to[k] = is_solved[k] != 0.0f ? static_cast<float>(unit[c][k]) : to[k];
    }
  }
}

/// Which of the numbers of a transform change sign in a mirror: mirror() (base/handedness.h).
constexpr bool mirrors(std::size_t i) {
  return i == 2 || i == 6 || i == 8 || i == 9 || i == 11;
}

/// Number I of what is stored of entries, Size of each: as BoneManager::mconv() has it where there is `Rest`.
template <class V, std::size_t Size, bool Rest, bool Mirrored, std::size_t I>
V stored_number(const PerPose* entries, const vec3* rest, std::size_t lane) {
  constexpr std::size_t entry = I / Size, i = I % Size;
  if constexpr (i >= 12) {
    return V::all(i == 15 ? 1.0f : 0.0f);
  } else {
    const auto load = [&](std::size_t k) { return V::load(entries[12 * entry + k].v.data() + lane); };
    V out = load(i);
    if constexpr (Rest && i % 4 == 3) {
      const vec3& at = rest[entry];
      out = load(i - 3) * V::all(at.x) + load(i - 2) * V::all(at.y) + load(i - 1) * V::all(at.z) + out;
    }
    return Mirrored && mirrors(i) ? out * V::all(-1.0f) : out;
  }
}

template <class V, std::size_t Size, bool Rest, bool Mirrored>
struct StoredEntries {
  /// As many as fill whole columns.
  static constexpr std::size_t together = Size % V::columns == 0 ? 1 : 2;
  static_assert(Size * together % V::columns == 0);

  const PerPose* entries;
  const vec3* rest;
  std::size_t lane;
  float* const* rows;

  /// `First` to the numbers that are stored with it: all by name, for a loop goes through memory.
  template <std::size_t First, std::size_t... C>
  void store_columns(std::size_t at, std::index_sequence<C...>) const {
    const V columns[] = {stored_number<V, Size, Rest, Mirrored, First + C>(entries, rest, lane)...};
    V::store_columns(rows, at + First, columns);
  }
  template <std::size_t... K>
  void store(std::size_t at, std::index_sequence<K...>) const {
    (store_columns<K * V::columns>(at, std::make_index_sequence<V::columns>()), ...);
  }
  static void store_all(const PoseBlock& block, const StoredTransforms& to) {
    for (std::size_t lane = 0; lane < block.used; lane += V::width) {
      for (std::size_t b = 0; b < to.bones; b += together) {
        const StoredEntries some{block.palette + 12 * b, Rest ? to.rest + b : nullptr, lane, to.rows + lane};
        some.store(Size * b, std::make_index_sequence<Size * together / V::columns>());
      }
    }
  }
};

template <class V, bool Mirrored>
void store_poses_in(const PoseBlock& block, const StoredTransforms& to) {
  if (!to.four_rows)
    StoredEntries<V, 12, false, Mirrored>::store_all(block, to);
  else if (to.rest == nullptr)
    StoredEntries<V, 16, false, Mirrored>::store_all(block, to);
  else
    StoredEntries<V, 16, true, Mirrored>::store_all(block, to);
}

template <class V>
void store_poses(const PoseBlock& block, const StoredTransforms& to) {
  if (to.mirrored)
    store_poses_in<V, true>(block, to);
  else
    store_poses_in<V, false>(block, to);
}

/// `solve`: over the lanes of groups.
template <class V, class D>
constexpr PoseKernels pose_kernels_over(std::string_view name,
                                        void (*solve)(LaneGroup* const*, std::size_t)) {
  return {name,
          load_poses<V>,
          bring_in_poses<V>,
          fix_pose_axis<V>,
          append_poses<V>,
          place_poses<V>,
          load_chain_of_poses<V, D>,
          solve,
          store_chain_of_poses<D>,
          store_poses<V>};
}

}  // namespace
}  // namespace mmd
