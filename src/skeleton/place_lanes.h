#pragma once

// Placing bones (semantics, "From pose to bone matrices", 4 and 6), over a type of lanes V (base/simd):
// `V::width` local transforms at a time, then each below its parent in rows of four. Included by one file per
// instruction set only.
//
// Where products are summed there are two orders: with fused multiply-adds each product goes onto what is
// there, without them the products are summed first.

#include <algorithm>

#include "skeleton/kernels.h"  // declarations and plain data only

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see base/simd/plain.h

static_assert(sizeof(Affine) == 12 * sizeof(float) && sizeof(quat) == 4 * sizeof(float) &&
              sizeof(vec3) == 3 * sizeof(float));

/// Local transforms of the lanes' bones, row by row.
template <class V>
struct LocalTransforms {
  alignas(32) std::array<std::array<float, 12>, V::width> row;
};

/// 1 - (a x + b y).
template <class V>
V one_less(const V& a, const V& x, const V& b, const V& y) {
  const V one = V::all(1.0f);
  if constexpr (V::fuses) {
    return V::fnma(a, x, V::fnma(b, y, one));
  } else {
    return one - (a * x + b * y);
  }
}

template <class V>
struct RestOf {
  V x, y, z;
};

/// One coordinate of rest + t - R rest, by a row of R.
template <class V>
V moved(const V& rest, const V& t, const V& a, const V& b, const V& c, const RestOf<V>& r) {
  if constexpr (V::fuses) {
    return V::fnma(c, r.z, V::fnma(b, r.y, V::fnma(a, r.x, rest))) + t;
  } else {
    return (rest + t) - (a * r.x + b * r.y + c * r.z);
  }
}

/// (R, rest + t - R rest) for the bones of a block from `first` on.
template <class V>
void build_locals(const PlaceArguments& in, const PlaceBlock& block, std::size_t first,
                  LocalTransforms<V>& out) {
  const std::int32_t* bone = block.bone.data() + first;
  V x, y, z, w, tx, ty, tz;
  V::gather_fours(&in.rotation->x, bone, x, y, z, w);
  V::gather_threes(&in.translation->x, bone, tx, ty, tz);
  const RestOf<V> rest{V::load(block.rest_x.data() + first), V::load(block.rest_y.data() + first),
                       V::load(block.rest_z.data() + first)};
  const V x2 = x + x, y2 = y + y, z2 = z + z;
  const V wx = w * x2, wy = w * y2, wz = w * z2;
  const V m00 = one_less(y, y2, z, z2), m01 = V::fms(x, y2, wz), m02 = V::fma(x, z2, wy);
  const V m10 = V::fma(x, y2, wz), m11 = one_less(x, x2, z, z2), m12 = V::fms(y, z2, wx);
  const V m20 = V::fms(x, z2, wy), m21 = V::fma(y, z2, wx), m22 = one_less(x, x2, y, y2);
  float* rows = out.row[0].data();
  V::store_fours(rows, 12, m00, m01, m02, moved(rest.x, tx, m00, m01, m02, rest));
  V::store_fours(rows + 4, 12, m10, m11, m12, moved(rest.y, ty, m10, m11, m12, rest));
  V::store_fours(rows + 8, 12, m20, m21, m22, moved(rest.z, tz, m20, m21, m22, rest));
}

/// As many rows of parent * local as R holds, of its rows of the parent. `l0` to `l2`: the rows of the local
/// transform, repeated.
template <class R>
R composed_rows(const R& parent, const R& l0, const R& l1, const R& l2) {
  const R x = parent.template spread<0>(), y = parent.template spread<1>(), z = parent.template spread<2>();
  if constexpr (R::fuses) {
    return R::fma(z, l2, R::fma(y, l1, R::fma(x, l0, parent.only_last())));
  } else {
    return (x * l0 + y * l1 + z * l2) + parent.only_last();
  }
}

/// out = parent * local, of twelve floats each, by lanes that hold its three rows together.
template <class First, class... Rest>
void compose(float* out, const float* parent, const First& l0, const First& l1, const First& l2) {
  composed_rows(First::load_row(parent), l0, l1, l2).store_row(out);
  if constexpr (sizeof...(Rest) > 0) {
    compose<Rest...>(out + First::width, parent + First::width, l0.first_row(), l1.first_row(),
                     l2.first_row());
  }
}

/// `First` and `Rest`: lanes that hold the three rows of a transform together, the widest first.
template <class V, class First, class... Rest>
void place(const PlaceArguments& arguments) {
  auto* palette = reinterpret_cast<float*>(arguments.palette);
  LocalTransforms<V> locals;
  for (std::size_t b = 0; b < arguments.count; ++b) {
    const PlaceBlock& block = arguments.blocks[b];
    for (std::size_t first = 0; first < block.count; first += V::width) {
      build_locals(arguments, block, first, locals);
      const std::size_t left = block.count - first;
      const std::size_t count = V::width == PlaceBlock::width ? left : std::min<std::size_t>(V::width, left);
      for (std::size_t k = 0; k < count; ++k) {
        const float* local = locals.row[k].data();
        compose<First, Rest...>(palette + 12 * static_cast<std::ptrdiff_t>(block.bone[first + k]),
                                palette + 12 * static_cast<std::ptrdiff_t>(block.parent[first + k]),
                                First::repeat_row(local), First::repeat_row(local + 4),
                                First::repeat_row(local + 8));
      }
    }
  }
}

}  // namespace
}  // namespace mmd
