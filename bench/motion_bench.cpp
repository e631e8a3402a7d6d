// Motions: bytes to keys, keys to tracks, tracks to poses. Reading and building report bytes of file per
// second, warm; sampling reports time per animated bone (items are bones).
//
// The motion has the size of a long dance: 120 animated bones, a key about every ten frames, 10 MB. A third
// of the segments have non-linear curves; 20 bones move, the others only rotate.

#include <algorithm>
#include <string>

#include <benchmark/benchmark.h>

#include "formats/vmd.h"
#include "pose/motion.h"

namespace {

using namespace mmd;

constexpr std::uint32_t bone_count = 120, keys_per_bone = 788;

/// Repeatable pseudo-random numbers.
class Numbers {
 public:
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint32_t>(state_ >> 33) % n;
  }
  float unit() { return static_cast<float>(below(1u << 20)) / static_cast<float>(1u << 19) - 1.0f; }

 private:
  std::uint64_t state_ = 1;
};

std::string name_of(std::uint32_t bone) {
  std::string name = "bone";
  return name += std::to_string(bone);
}

std::shared_ptr<const Model> model() {
  pmx::File file;
  file.bones.resize(bone_count);
  for (std::uint32_t b = 0; b < bone_count; ++b) {
    file.bones[b].name = pmx::from_utf8(name_of(b), pmx::TextEncoding::utf16le);
  }
  return build_model(std::move(file)).model;
}

/// The share of non-linear curves: none, a third, or all with different curves per channel.
enum Curves : std::int64_t { straight, some_bent, all_bent };

void bend(vmd::BoneKey& key, Numbers& numbers, Curves curves) {
  // Real motions reuse a few dozen curves, here 64.
  static constexpr std::uint8_t handles[4] = {10, 40, 64, 127};
  const bool bent = curves == all_bent || (curves == some_bent && numbers.below(3) == 0);
  std::uint32_t shape = numbers.below(64);
  for (std::size_t channel = 0; channel < 4; ++channel) {
    if (curves == all_bent) shape = numbers.below(64);
    const std::uint8_t control[4] = {handles[shape & 3], 0, handles[shape >> 2 & 3], handles[shape >> 4 & 3]};
    const std::uint8_t line[4] = {20, 20, 107, 107};
    for (std::size_t i = 0; i < 4; ++i) key.interpolation[channel * 16 + i * 4] = (bent ? control : line)[i];
  }
}

vmd::File synthetic(Curves curves) {
  Numbers numbers;
  vmd::File file = vmd::empty_file("bench");
  for (std::uint32_t k = 0; k < keys_per_bone; ++k) {
    for (std::uint32_t b = 0; b < bone_count; ++b) {
      vmd::BoneKey key;
      key.name = vmd::name_from<15>(name_of(b));
      key.frame = k * 10 + numbers.below(9);
      if (b < 20) key.translation = {numbers.unit(), numbers.unit(), numbers.unit()};
      key.rotation = {numbers.unit(), numbers.unit(), numbers.unit(), numbers.unit()};
      bend(key, numbers, curves);
      file.bones.push_back(key);
    }
  }
  // Editors do not sort a bone's keys by time.
  for (std::size_t i = 0; i + 1000 < file.bones.size(); i += 997)
    std::swap(file.bones[i], file.bones[i + 960]);
  return file;
}

void VmdRead(benchmark::State& state) {
  const Bytes bytes = vmd::write(synthetic(some_bent)).value();
  for (auto _ : state) {
    auto file = vmd::read(bytes);
    if (!file) state.SkipWithError(file.error().what.c_str());
    benchmark::DoNotOptimize(file);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(VmdRead)->Unit(benchmark::kMicrosecond);

/// From the file's bytes to a motion that can be sampled.
void VmdReadAndBuild(benchmark::State& state) {
  const auto target = model();
  const Bytes bytes = vmd::write(synthetic(static_cast<Curves>(state.range(0)))).value();
  for (auto _ : state) {
    auto file = vmd::read(bytes);
    Diagnostics diagnostics;
    Motion motion(file->file, *target, diagnostics);
    benchmark::DoNotOptimize(motion);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}
BENCHMARK(VmdReadAndBuild)->ArgName("curves")->DenseRange(0, 2)->Unit(benchmark::kMicrosecond);

void MotionSample(benchmark::State& state) {
  const auto target = model();
  Diagnostics diagnostics;
  const Motion motion(synthetic(static_cast<Curves>(state.range(0))), *target, diagnostics);
  Pose pose(*target);
  const double end = keys_per_bone * 10.0;
  double frame = 0.0;
  for (auto _ : state) {
    motion.sample(frame, pose);
    benchmark::DoNotOptimize(pose.rotation.data());
    benchmark::ClobberMemory();
    // 60 pictures per second: half frames.
    frame += 0.5;
    if (frame >= end) frame = 0.0;
  }
  state.SetItemsProcessed(state.iterations() * bone_count);
  state.counters["per_bone"] = benchmark::Counter(static_cast<double>(state.iterations()) * bone_count,
                                                  benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK(MotionSample)->ArgName("curves")->DenseRange(0, 2);

}  // namespace
