#include "skin/skin_kernels.h"

#include <cmath>

#include "base/simd.h"

namespace mmd {

const SkinKernels& best_skin_kernels() {
  static const SkinKernels* const found[] = {avx2_skin_kernels(), sse41_skin_kernels(),
                                             &portable_skin_kernels()};
  static const SkinKernels& best = choose_kernels<SkinKernels>(found);
  return best;
}

void skin_lane_linearly(const SkinArguments& arguments, const MixedBlock& block, std::size_t lane) {
  Affine m;
  m.row.fill(vec4(0.0f));
  for (std::size_t k = 0; k < 4; ++k)
    for (std::size_t r = 0; r < 3; ++r)
      m.row[r] +=
          block.weights[lane][k] * arguments.palette[block.bones[lane][k] / dual_quaternion_floats].row[r];
  const std::uint32_t v = block.vertex[lane];
  const vec3 n = transform_vector(m, {block.normal.x[lane], block.normal.y[lane], block.normal.z[lane]});
  const float squared = glm::dot(n, n);
  arguments.out_positions[v] = transform_point(m, arguments.positions[v]);
  arguments.out_normals[v] = squared > 1e-30f ? n * (1.0f / std::sqrt(squared)) : vec3(0.0f);
}

}  // namespace mmd
