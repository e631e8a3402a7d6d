#include <benchmark/benchmark.h>

#include "bench/models.h"
#include "skeleton/bone_manager.h"
#include "skin/skinning.h"

namespace mmd {
namespace {

enum class Order { plan, model };

/// Skins vertices with a pose's palette, with arrays in the plan's or in the model's order.
void skin(benchmark::State& state, pmx::File file, Order order = Order::plan) {
  const auto model = build_model(std::move(file)).model;
  const std::size_t vertices = model->vertices.size();
  const Pose pose = bench::strained_pose(*model);
  BoneManager bones(skeleton_of(model));
  bones.evaluate({pose.translation, pose.rotation, {}, {}}, {});
  const SkinPlan plan(model->vertices, model->palette_size());
  SkinWorkspace workspace;
  std::vector<vec3> rest, positions(plan.size()), normals(plan.size());
  for (const std::uint32_t v : plan.vertex) rest.push_back(model->vertices.position[v]);
  for (auto _ : state) {
    if (order == Order::plan) {
      skin_blocks(workspace.prepare(plan, rest, bones.palette(), positions, normals));
    } else {
      skin_vertices(plan, workspace, model->vertices.position, bones.palette(), positions, normals);
    }
    benchmark::DoNotOptimize(positions.data());
    benchmark::ClobberMemory();
  }
  state.counters["per_vertex"] =
      benchmark::Counter(static_cast<double>(vertices),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

constexpr int many = 100'000;

void BM_SkinBdef1(benchmark::State& state) {
  skin(state, bench::skinned_body(many, pmx::WeightType::bdef1));
}
void BM_SkinBdef2(benchmark::State& state) {
  skin(state, bench::skinned_body(many, pmx::WeightType::bdef2));
}
void BM_SkinBdef4(benchmark::State& state) {
  skin(state, bench::skinned_body(many, pmx::WeightType::bdef4));
}
void BM_SkinSdef(benchmark::State& state) {
  skin(state, bench::skinned_body(many, pmx::WeightType::sdef));
}
void BM_SkinQdef(benchmark::State& state) {
  skin(state, bench::skinned_body(many, pmx::WeightType::qdef));
}
/// 45,000 vertices in the order of a real model.
void BM_SkinMixed(benchmark::State& state) {
  skin(state, bench::mixed_body(45'000));
}
void BM_SkinMixedInModelOrder(benchmark::State& state) {
  skin(state, bench::mixed_body(45'000), Order::model);
}
/// The work done once per model.
void BM_SkinPlan(benchmark::State& state) {
  const auto model = build_model(bench::mixed_body(45'000)).model;
  for (auto _ : state) benchmark::DoNotOptimize(SkinPlan(model->vertices, model->palette_size()));
}
BENCHMARK(BM_SkinBdef1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinBdef2)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinBdef4)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinSdef)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinQdef)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinMixed)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinMixedInModelOrder)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinPlan)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace mmd
