#include <cmath>

#include "skeleton/ik_lanes.h"
#include "skeleton/kernels.h"

namespace mmd {
namespace {

/// Four doubles without any instruction set. A mask is 1 or 0 per lane.
struct Lanes {
  double v[4];

  static Lanes all(double x) { return {{x, x, x, x}}; }
  static Lanes load(const double* p) { return {{p[0], p[1], p[2], p[3]}}; }
  void store(double* p) const {
    for (int i = 0; i < 4; ++i) p[i] = v[i];
  }
  static Lanes choose(const Lanes& mask, const Lanes& a, const Lanes& b) {
    return each([&](int i) { return mask.v[i] != 0.0 ? a.v[i] : b.v[i]; });
  }
  static Lanes with_sign_of(const Lanes& a, const Lanes& sign) {
    return each([&](int i) { return std::copysign(a.v[i], sign.v[i]); });
  }
  static Lanes min(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
  }
  static Lanes max(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
  }
  Lanes sqrt() const {
    return each([&](int i) { return std::sqrt(v[i]); });
  }
  bool any() const { return v[0] != 0.0 || v[1] != 0.0 || v[2] != 0.0 || v[3] != 0.0; }
  bool every() const { return v[0] != 0.0 && v[1] != 0.0 && v[2] != 0.0 && v[3] != 0.0; }
  Lanes and_not(const Lanes& b) const {
    return each([&](int i) { return v[i] == 0.0 && b.v[i] != 0.0 ? 1.0 : 0.0; });
  }

  template <class F>
  static Lanes each(F f) {
    return {{f(0), f(1), f(2), f(3)}};
  }
};

Lanes operator+(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] + b.v[i]; });
}
Lanes operator-(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] - b.v[i]; });
}
Lanes operator*(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] * b.v[i]; });
}
Lanes operator/(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] / b.v[i]; });
}
Lanes operator&(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] != 0.0 && b.v[i] != 0.0 ? 1.0 : 0.0; });
}
Lanes operator|(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] != 0.0 || b.v[i] != 0.0 ? 1.0 : 0.0; });
}
Lanes operator<(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] < b.v[i] ? 1.0 : 0.0; });
}
Lanes operator<=(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] <= b.v[i] ? 1.0 : 0.0; });
}
Lanes operator>(const Lanes& a, const Lanes& b) {
  return b < a;
}
Lanes operator>=(const Lanes& a, const Lanes& b) {
  return b <= a;
}
Lanes operator!=(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return a.v[i] != b.v[i] ? 1.0 : 0.0; });
}

void place(const PlaceArguments& arguments) {
  for (std::size_t b = 0; b < arguments.count; ++b) {
    const PlaceBlock& block = arguments.blocks[b];
    for (std::uint32_t k = 0; k < block.count; ++k) {
      const auto bone = static_cast<std::size_t>(block.bone[k]);
      const vec3 rest(block.rest_x[k], block.rest_y[k], block.rest_z[k]);
      Affine local = affine_from(arguments.rotation[bone], vec3(0.0f));
      const vec3 moved = rest + arguments.translation[bone] - transform_vector(local, rest);
      local.row[0].w = moved.x;
      local.row[1].w = moved.y;
      local.row[2].w = moved.z;
      arguments.palette[bone] = arguments.palette[static_cast<std::size_t>(block.parent[k])] * local;
    }
  }
}

void solve(LaneGroup& group) {
  ik_lanes::solve<Lanes>(group);
}

constexpr SkeletonKernels kernels{"portable", place, solve};

}  // namespace

const SkeletonKernels& portable_kernels() {
  return kernels;
}

}  // namespace mmd
