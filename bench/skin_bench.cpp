#include <benchmark/benchmark.h>

#include "bench/models.h"
#include "skeleton/bone_manager.h"
#include "skin/skinning.h"

namespace mmd {
namespace {

void skin(benchmark::State& state, pmx::WeightType type) {
  constexpr int vertices = 100'000;
  const auto model = build_model(bench::skinned_body(vertices, type)).model;
  const Pose pose = bench::strained_pose(*model);
  BoneManager bones(model);
  bones.evaluate({pose.translation, pose.rotation, {}, {}}, {});
  std::vector<vec3> positions(vertices), normals(vertices);
  for (auto _ : state) {
    skin_vertices(*model, model->vertices.position, bones.palette(), positions, normals);
    benchmark::DoNotOptimize(positions.data());
    benchmark::ClobberMemory();
  }
  state.counters["per_vertex"] = benchmark::Counter(
      vertices, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void BM_SkinBdef1(benchmark::State& state) {
  skin(state, pmx::WeightType::bdef1);
}
void BM_SkinBdef2(benchmark::State& state) {
  skin(state, pmx::WeightType::bdef2);
}
void BM_SkinBdef4(benchmark::State& state) {
  skin(state, pmx::WeightType::bdef4);
}
void BM_SkinSdef(benchmark::State& state) {
  skin(state, pmx::WeightType::sdef);
}
void BM_SkinQdef(benchmark::State& state) {
  skin(state, pmx::WeightType::qdef);
}
BENCHMARK(BM_SkinBdef1)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinBdef2)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinBdef4)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinSdef)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_SkinQdef)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace mmd
