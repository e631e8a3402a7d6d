#include "skeleton/kernels.h"

#include <algorithm>
#include <array>
#include <random>

#include <gtest/gtest.h>

#include "model/model.h"
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
  if (vector_kernels().size() < 2) GTEST_SKIP() << "this processor has no AVX2 or SSE4.1";
}

/// A leg, two, and two with one or two strands beside them, which are longer than a leg.
std::shared_ptr<const Model> side_by_side(std::size_t chains) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(1);
  test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左");
  if (chains > 1) test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  for (std::size_t i = 2; i < chains; ++i) {
    test::Strand strand;
    strand.root = {0.0f, 9.5f, static_cast<float>(i)};
    strand.step = {0.1f, -1.5f, -0.1f};
    strand.links = static_cast<int>(i) + 1;
    strand.hinged_tip = true;
    strand.iterations = 30;
    test::add_strand(file, 0, strand);
  }
  return build_model(std::move(file)).model;
}

std::size_t lanes_of(const LaneChains& group) {
  const auto used = std::count_if(group.chain.begin(), group.chain.end(), [](auto c) { return c != none; });
  return static_cast<std::size_t>(used);
}

/// What a solution reads: as a full evaluation keeps it.
struct SolverState {
  std::vector<quat> total, link_q;
  std::vector<vec3> translation;
  std::vector<Affine> palette;
  SolverInput input() const { return {total, link_q, translation, palette}; }
};
SolverState random_state(std::mt19937& random, const EvaluationPlan& plan, std::size_t bones, bool turned) {
  SolverState state{std::vector<quat>(bones + 1, identity_rotation()),
                    std::vector<quat>(plan.turn_count, identity_rotation()),
                    std::vector<vec3>(bones + 2, vec3(0.0f)), std::vector<Affine>(bones + 1)};
  if (turned)
    for (quat& q : state.link_q) q = random_rotation(random);
  for (std::size_t b = 0; b < bones; ++b) state.palette[b].row[1].w = uniform(random) * 3;
  return state;
}

LaneGroup solved(const SkeletonKernels& kernels, const EvaluationPlan& plan, const LaneChains& chains,
                 const SolverInput& input) {
  LaneGroup group = make_lane_group(plan, chains);
  for (std::size_t lane = 0; lane < lanes_of(chains); ++lane) {
    const PlannedChain& chain = plan.chains[static_cast<std::size_t>(chains.chain[lane])];
    load_lane(group, lane, chain, input, chain.iterations);
  }
  kernels.solve(group);
  return group;
}

TEST(SkeletonKernels, SolveGroupsOfOneToFourLanesLikeThePlainLoop) {
  std::mt19937 random(22);
  std::array<int, LaneChains::lanes + 1> ran{};
  for (std::size_t i = 0; i < 400; ++i) {
    const auto model = side_by_side(i % LaneChains::lanes + 1);
    const EvaluationPlan plan = plan_evaluation(model->skeleton);
    const SolverState state = random_state(random, plan, model->bone_count(), i % 8 >= 4);
    for (const LaneChains& chains : plan.lane_groups) {
      const LaneGroup expected = solved(portable_kernels(), plan, chains, state.input());
      for (const SkeletonKernels* kernels : vector_kernels()) {
        const LaneGroup group = solved(*kernels, plan, chains, state.input());
        for (std::size_t lane = 0; lane < lanes_of(chains); ++lane) {
          ASSERT_GT(group.ran[lane], 0.0) << kernels->name << " model " << i << " lane " << lane;
          ASSERT_NEAR(group.residual[lane], expected.residual[lane], 1e-6)
              << kernels->name << " model " << i << " lane " << lane;
        }
      }
      ++ran[lanes_of(chains)];
    }
  }
  for (std::size_t lanes = 1; lanes <= LaneChains::lanes; ++lanes)
    EXPECT_GE(ran[lanes], 100) << "groups of " << lanes << " chains";
}

/// What a chain comes to is its own matter: neither the number of lanes nor what the others hold counts.
TEST(SkeletonKernels, SolveAChainBesideOthersAsByItself) {
  std::mt19937 random(23);
  const auto model = side_by_side(LaneChains::lanes);
  const EvaluationPlan plan = plan_evaluation(model->skeleton);
  std::vector<const SkeletonKernels*> all = vector_kernels();
  all.push_back(&portable_kernels());
  for (int i = 0; i < 200; ++i) {
    const SolverState state = random_state(random, plan, model->bone_count(), i % 2 == 1);
    for (const SkeletonKernels* kernels : all) {
      const LaneChains& chains = plan.lane_groups.front();
      const LaneGroup together = solved(*kernels, plan, chains, state.input());
      for (std::size_t lane = 0; lane < lanes_of(chains); ++lane) {
        LaneChains one;
        one.chain[0] = chains.chain[lane];
        const LaneGroup alone = solved(*kernels, plan, one, state.input());
        ASSERT_EQ(together.ran[lane], alone.ran[0]) << kernels->name << " state " << i << " lane " << lane;
        ASSERT_EQ(together.residual[lane], alone.residual[0])
            << kernels->name << " state " << i << " lane " << lane;
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
