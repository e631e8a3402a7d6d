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

}  // namespace
}  // namespace mmd
