#include "skeleton/kernels.h"

#include <random>

#include <gtest/gtest.h>

#include "skeleton/lane_loader.h"
#include "tests/support/random_skeletons.h"

namespace mmd {
namespace {

std::vector<const SkeletonKernels*> vector_kernels() {
  std::vector<const SkeletonKernels*> out;
  for (const SkeletonKernels* k : {sse41_kernels(), avx2_kernels()}) {
    if (k != nullptr) out.push_back(k);
  }
  return out;
}

float uniform(std::mt19937& random) {
  return static_cast<float>(random() % 20001) / 10000.0f - 1.0f;
}

quat random_rotation(std::mt19937& random) {
  return glm::normalize(quat(uniform(random) + 0.01f, uniform(random), uniform(random), uniform(random)));
}

TEST(SkeletonKernels, PlaceLikeThePlainLoop) {
  std::mt19937 random(21);
  constexpr std::size_t bones = 61;  // not a multiple of a block
  std::vector<quat> rotation(bones + 1);
  std::vector<vec3> translation(bones + 2);
  std::vector<PlaceBlock> blocks;
  for (std::size_t b = 0; b < bones; ++b) {
    rotation[b] = random_rotation(random);
    translation[b] = vec3(uniform(random), uniform(random), uniform(random));
    if (b % PlaceBlock::width == 0) blocks.emplace_back();
    PlaceBlock& block = blocks.back();
    const std::size_t k = block.count++;
    block.bone[k] = static_cast<std::int32_t>(b);
    // Often the bone just before: the hardest case for a block.
    block.parent[k] = b == 0 ? static_cast<std::int32_t>(bones)
                             : static_cast<std::int32_t>(b - 1 - random() % std::min<std::size_t>(b, 3));
    block.rest_x[k] = uniform(random) * 10;
    block.rest_y[k] = uniform(random) * 10;
    block.rest_z[k] = uniform(random) * 10;
  }
  std::vector<Affine> expected(bones + 1);
  portable_kernels().place(
      {blocks.data(), blocks.size(), rotation.data(), translation.data(), expected.data()});
  for (const SkeletonKernels* kernels : vector_kernels()) {
    std::vector<Affine> palette(bones + 1);
    kernels->place({blocks.data(), blocks.size(), rotation.data(), translation.data(), palette.data()});
    for (std::size_t b = 0; b <= bones; ++b) {
      for (std::size_t r = 0; r < 3; ++r) {
        for (glm::length_t c = 0; c < 4; ++c) {
          ASSERT_NEAR(palette[b].row[r][c], expected[b].row[r][c], 1e-3f) << kernels->name << " bone " << b;
        }
      }
    }
  }
}

/// Two legs and two strands of different length in the lanes of their groups.
TEST(SkeletonKernels, SolveLikeThePlainLoop) {
  std::mt19937 random(22);
  for (int i = 0; i < 300; ++i) {
    pmx::File file;
    file.header.encoding = pmx::TextEncoding::utf8;
    file.bones.resize(1);
    test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
    test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
    const auto model = build_model(std::move(file)).model;
    const EvaluationPlan plan = plan_evaluation(model->skeleton);
    ASSERT_FALSE(plan.lane_groups.empty());
    const std::size_t n = model->bone_count();
    std::vector<quat> total(n + 1, identity_rotation()), link_q(plan.turn_count);
    for (quat& q : link_q) q = i % 2 == 0 ? identity_rotation() : random_rotation(random);
    std::vector<vec3> translation(n + 2, vec3(0.0f));
    std::vector<Affine> palette(n + 1);
    for (std::size_t b = 0; b < n; ++b) palette[b].row[1].w = uniform(random) * 3;
    for (const LaneChains& chains : plan.lane_groups) {
      std::vector<LaneGroup> groups;
      const auto solve = [&](const SkeletonKernels& kernels) {
        LaneGroup group = make_lane_group(plan, chains);
        for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) {
          if (chains.chain[lane] == none) continue;
          const PlannedChain& chain = plan.chains[static_cast<std::size_t>(chains.chain[lane])];
          load_lane(group, lane, chain, {total, link_q, translation, palette}, chain.iterations);
        }
        kernels.solve(group);
        return group;
      };
      const LaneGroup expected = solve(portable_kernels());
      for (const SkeletonKernels* kernels : vector_kernels()) {
        const LaneGroup group = solve(*kernels);
        for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) {
          ASSERT_NEAR(group.residual[lane], expected.residual[lane], 1e-6) << kernels->name << " model " << i;
        }
      }
    }
  }
}

TEST(SkeletonKernels, FittedSlerpEqualsTrigonometry) {
  for (const float ratio : {0.25f, 0.5f, 0.75f, 2.0f, -1.5f, 3.9f, 0.0f}) {
    const SlerpPolynomials fitted = fit_slerp(ratio);
    for (int i = 0; i <= 1000; ++i) {
      const double w = i / 1000.0, angle = std::acos(w), u = w - 0.5;
      double cosine = 0, sine = 0;
      for (std::size_t k = SlerpPolynomials::terms; k-- > 0;) {
        cosine = cosine * u + static_cast<double>(fitted.cosine[k]);
        sine = sine * u + static_cast<double>(fitted.sine[k]);
      }
      const double r = static_cast<double>(ratio);
      ASSERT_NEAR(cosine, std::cos(r * angle), 2e-6) << "ratio " << ratio << " w " << w;
      if (angle > 1e-6) {
        ASSERT_NEAR(sine * std::sin(angle), std::sin(r * angle), 2e-6) << "ratio " << ratio << " w " << w;
      }
    }
  }
}

TEST(SkeletonKernels, LevelsKeepDependentChainsApartAndPutLegsSideBySide) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(1);
  test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  const auto model = build_model(std::move(file)).model;
  const EvaluationPlan plan = plan_evaluation(model->skeleton);
  ASSERT_EQ(plan.lane_groups.size(), 2u) << "legs together, then toes together";
  for (const LaneChains& group : plan.lane_groups) {
    EXPECT_NE(group.chain[0], none);
    EXPECT_NE(group.chain[1], none);
    EXPECT_EQ(group.chain[2], none);
  }
}

}  // namespace
}  // namespace mmd
