// Reading and writing of model and pose files in memory. Reading reports file bytes per second after warm-up.

#include <string>
#include <utility>

#include <benchmark/benchmark.h>

#include "formats/pmx.h"
#include "formats/vpd.h"

namespace {

using namespace mmd;

constexpr std::size_t vertex_count = 100'000;
constexpr std::size_t bone_count = 500;

/// Repeatable pseudo-random numbers, so that branches have no pattern.
class Numbers {
 public:
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state_ >> 33) % n;
  }
  float unit() { return static_cast<float>(below(1u << 20)) / static_cast<float>(1u << 20); }

 private:
  std::uint64_t state_ = 1;
};

pmx::WeightType scattered_type(Numbers& numbers) {
  const std::uint32_t percent = numbers.below(100);
  if (percent < 45) return pmx::WeightType::bdef1;
  if (percent < 80) return pmx::WeightType::bdef2;
  return percent < 95 ? pmx::WeightType::bdef4 : pmx::WeightType::sdef;
}

void add_vertices(pmx::File& file, bool scattered) {
  Numbers numbers;
  pmx::Vertices& v = file.vertices;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    // Real models have runs of one weight type, one body part after the other.
    Numbers run;
    for (std::size_t skip = 0; skip < i / 500 % 97; ++skip) run.unit();
    const pmx::WeightType type = scattered_type(scattered ? numbers : run);
    v.position.push_back({numbers.unit(), numbers.unit(), numbers.unit()});
    v.normal.push_back({0.0f, 1.0f, 0.0f});
    v.uv.push_back({numbers.unit(), numbers.unit()});
    v.type.push_back(type);
    std::array<std::int32_t, 4> bones{};
    for (auto& bone : bones) bone = static_cast<std::int32_t>(numbers.below(bone_count));
    v.bones.push_back(bones);
    v.weights.push_back({0.4f, 0.3f, 0.2f, 0.1f});
    v.edge_scale.push_back(1.0f);
    if (type == pmx::WeightType::sdef) v.sdef.emplace_back();
  }
}

pmx::File synthetic(bool scattered) {
  Numbers numbers;
  pmx::File file;
  add_vertices(file, scattered);
  for (std::size_t i = 0; i < vertex_count * 6; ++i) file.indices.push_back(numbers.below(vertex_count));
  file.bones.resize(bone_count);
  file.materials.resize(20);
  for (std::size_t m = 0; m < 60; ++m) {
    pmx::Morph morph;
    std::vector<pmx::VertexOffset> offsets(800);
    for (auto& offset : offsets) offset.vertex = numbers.below(vertex_count);
    morph.offsets = std::move(offsets);
    file.morphs.push_back(std::move(morph));
  }
  const auto name = [](const char* kind, std::size_t i) {
    return pmx::from_utf8(kind + std::to_string(i), pmx::TextEncoding::utf16le);
  };
  for (std::size_t i = 0; i < file.bones.size(); ++i) file.bones[i].name = name("ボーン", i);
  for (std::size_t i = 0; i < file.morphs.size(); ++i) file.morphs[i].name = name("モーフ", i);
  file.header.index_sizes = pmx::smallest_index_sizes(file);
  return file;
}

void PmxRead(benchmark::State& state) {
  const Bytes bytes = pmx::write(synthetic(state.range(0) != 0)).value();
  for (auto _ : state) {
    auto file = pmx::read(bytes);
    if (!file) state.SkipWithError(file.error().what.c_str());
    benchmark::DoNotOptimize(file);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(PmxRead)->ArgName("scattered_types")->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

void PmxWrite(benchmark::State& state) {
  const pmx::File file = synthetic(false);
  std::size_t size = 0;
  for (auto _ : state) {
    const auto bytes = pmx::write(file);
    size = bytes->size();
    benchmark::DoNotOptimize(size);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
}
BENCHMARK(PmxWrite)->Unit(benchmark::kMicrosecond);

void VpdRead(benchmark::State& state) {
  vpd::File file;
  file.model_name = "モデル.osm";
  for (std::size_t i = 0; i < bone_count; ++i) {
    vpd::Bone bone;
    bone.name = "ボーン" + std::to_string(i);
    file.bones.push_back(bone);
  }
  const std::string text = vpd::write(file).value();
  for (auto _ : state) {
    auto read = vpd::read(as_byte_span(text));
    if (!read) state.SkipWithError(read.error().what.c_str());
    benchmark::DoNotOptimize(read);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(VpdRead)->Unit(benchmark::kMicrosecond);

}  // namespace
