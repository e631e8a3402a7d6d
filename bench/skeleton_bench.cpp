#include <random>

#include <benchmark/benchmark.h>

#include "bench/models.h"
#include "skeleton/bone_manager.h"

namespace mmd {
namespace {

void evaluate(benchmark::State& state, pmx::File file, bool ik) {
  const auto model = build_model(std::move(file)).model;
  const Pose pose = bench::strained_pose(*model);
  BoneManager bones(skeleton_of(model));
  EvaluationSwitches switches;
  switches.ik = ik;
  std::int64_t turns = 0;
  for (auto _ : state) {
    bones.evaluate({pose.translation, pose.rotation, {}, {}}, switches);
    benchmark::DoNotOptimize(bones.palette().data());
  }
  for (std::size_t c = 0; c < bones.ik_results().size(); ++c) {
    turns += bones.ik_results()[c].iterations *
             static_cast<std::int64_t>(model->skeleton.ik_chains[c].links.size());
  }
  const auto per_second = benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
  state.counters["per_bone"] = benchmark::Counter(static_cast<double>(model->bone_count()), per_second);
  state.counters["link_turns"] = static_cast<double>(turns);
}

/// Poses like strained_pose(), each with different goals.
std::vector<Pose> strained_poses(const Model& model, std::size_t count) {
  std::mt19937 random(6);
  std::vector<Pose> poses(count, bench::strained_pose(model));
  for (Pose& pose : poses) {
    for (const IkChain& chain : model.skeleton.ik_chains)
      pose.translation[static_cast<std::size_t>(chain.bone)].y = static_cast<float>(random() % 1000) * 1e-4f;
  }
  return poses;
}

constexpr std::size_t many = 256;

void count_poses(benchmark::State& state) {
  const auto per_second = benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert;
  state.counters["per_pose"] = benchmark::Counter(static_cast<double>(many), per_second);
}

/// Many independent poses. No palette is kept, as in a program that skins and continues.
void evaluate_each(benchmark::State& state, pmx::File file) {
  const auto model = build_model(std::move(file)).model;
  const std::vector<Pose> poses = strained_poses(*model, many);
  BoneManager bones(skeleton_of(model));
  for (auto _ : state) {
    for (const Pose& pose : poses) {
      bones.evaluate({pose.translation, pose.rotation, {}, {}}, {});
      benchmark::DoNotOptimize(bones.palette().data());
    }
  }
  count_poses(state);
}

void BM_ManyBodiesOneByOne(benchmark::State& state) {
  evaluate_each(state, bench::body_skeleton());
}
void BM_ManyChainsOneByOne(benchmark::State& state) {
  evaluate_each(state, bench::chains_skeleton());
}
void BM_PlainBones(benchmark::State& state) {
  evaluate(state, bench::plain_skeleton(500), false);
}
void BM_BodyWithoutIk(benchmark::State& state) {
  evaluate(state, bench::body_skeleton(), false);
}
void BM_Body(benchmark::State& state) {
  evaluate(state, bench::body_skeleton(), true);
}
void BM_Chains(benchmark::State& state) {
  evaluate(state, bench::chains_skeleton(), true);
}
void BM_ChainsWithoutIk(benchmark::State& state) {
  evaluate(state, bench::chains_skeleton(), false);
}
BENCHMARK(BM_PlainBones);
BENCHMARK(BM_BodyWithoutIk);
BENCHMARK(BM_Body);
BENCHMARK(BM_ChainsWithoutIk);
BENCHMARK(BM_Chains);
BENCHMARK(BM_ManyBodiesOneByOne);
BENCHMARK(BM_ManyChainsOneByOne);

}  // namespace
}  // namespace mmd
