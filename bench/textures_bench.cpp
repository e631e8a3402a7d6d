// Decoding of 2048x2048 PNGs with mip levels: one picture, and seven at once.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <memory>

#include <benchmark/benchmark.h>
#include <png.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "scene/load.h"

namespace mmd {
namespace {

constexpr int size = 2048;

std::uint32_t scattered(std::uint32_t x, std::uint32_t y, std::uint32_t seed) {
  std::uint32_t v = x * 374761393u + y * 668265263u + seed * 2246822519u;
  v = (v ^ v >> 13) * 1274126177u;
  return v ^ v >> 16;
}

float smooth_noise(float x, float y, std::uint32_t seed) {
  const float left = std::floor(x), top = std::floor(y);
  const float u = x - left, v = y - top;
  const auto at = [&](int dx, int dy) {
    const auto column = static_cast<std::uint32_t>(static_cast<int>(left) + dx);
    const auto row = static_cast<std::uint32_t>(static_cast<int>(top) + dy);
    return static_cast<float>(scattered(column, row, seed) & 0xffff) / 65535.0f;
  };
  return (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
}

/// A painted picture: large shapes, finer ones over them, a little grain.
std::uint8_t painted(int x, int y, std::uint32_t channel) {
  const auto fx = static_cast<float>(x), fy = static_cast<float>(y);
  const float shape = smooth_noise(fx / 300.0f, fy / 300.0f, channel),
              detail = smooth_noise(fx / 12.0f, fy / 12.0f, 9);
  const float grain =
      static_cast<float>(scattered(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 7) & 3);
  return static_cast<std::uint8_t>(std::min(170.0f * shape + 75.0f * detail + grain, 255.0f));
}

/// A PNG as libpng's defaults write it: filters chosen per row, data in chunks of 8 KiB. `colour`: PNG's
/// colour type.
Bytes png_of(int colour) {
  Bytes out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  const auto append = [](png_structp p, png_bytep data, std::size_t count) {
    const auto* first = reinterpret_cast<const std::byte*>(data);
    auto& to = *static_cast<Bytes*>(png_get_io_ptr(p));
    to.insert(to.end(), first, first + count);
  };
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, size, size, 8, colour, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  std::vector<png_color> palette(256);
  for (std::size_t i = 0; i < palette.size(); ++i)
    palette[i].red = palette[i].green = palette[i].blue = static_cast<png_byte>(i);
  if (colour == PNG_COLOR_TYPE_PALETTE) png_set_PLTE(png, info, palette.data(), 256);
  png_write_info(png, info);
  const auto channels = static_cast<std::uint32_t>(png_get_channels(png, info));
  std::vector<png_byte> row;
  for (int y = 0; y < size; ++y) {
    row.clear();
    for (int x = 0; x < size; ++x)
      for (std::uint32_t c = 0; c < channels; ++c) {
        const bool hole = c == 3 && x / 256 % 2 == 0;
        row.push_back(hole ? png_byte{0} : painted(x, y, c));
      }
    png_write_row(png, row.data());
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}

const Bytes& png_file(int colour) {
  static std::map<int, Bytes> made;
  Bytes& bytes = made[colour];
  if (bytes.empty()) bytes = png_of(colour);
  return bytes;
}

void decode(benchmark::State& state, int colour) {
  const Bytes& bytes = png_file(colour);
  for (auto _ : state) benchmark::DoNotOptimize(decode_image(bytes));
  state.counters["MB"] = static_cast<double>(bytes.size()) / 1e6;
}
void BM_DecodeGrey(benchmark::State& state) {
  decode(state, PNG_COLOR_TYPE_GRAY);
}
void BM_DecodeIndexed(benchmark::State& state) {
  decode(state, PNG_COLOR_TYPE_PALETTE);
}
void BM_DecodeRgb(benchmark::State& state) {
  decode(state, PNG_COLOR_TYPE_RGB);
}
void BM_DecodeRgba(benchmark::State& state) {
  decode(state, PNG_COLOR_TYPE_RGBA);
}

void mips(benchmark::State& state, int colour) {
  const auto image = decode_image(png_file(colour));
  for (auto _ : state) benchmark::DoNotOptimize(build_mips(*image));
}
void BM_MipsOpaque(benchmark::State& state) {
  mips(state, PNG_COLOR_TYPE_RGB);
}
void BM_MipsAlpha(benchmark::State& state) {
  mips(state, PNG_COLOR_TYPE_RGBA);
}

/// Files in memory with the names "0", "1" and so on.
class MemoryFiles : public FileSet {
 public:
  std::string name() const override { return "memory"; }
  /// Files that differ in the bytes after their end, because equal files would be decoded only once.
  Result<Bytes> read(const std::string& path) const override {
    Bytes out = bytes_of(path);
    for (const char c : path) out.push_back(static_cast<std::byte>(c));
    return out;
  }
  Result<Bytes> read_start(const std::string& path, std::size_t most) const override {
    MMD_TRY(Bytes out, read(path));
    out.resize(std::min(out.size(), most));
    return out;
  }
  std::uint64_t size(const std::string& path) const override { return bytes_of(path).size() + path.size(); }
  std::vector<std::string> list(std::string_view) const override { return {}; }
  std::optional<std::string> resolve(const std::string&, std::string_view path) const override {
    return std::string(path);
  }

 private:
  static const Bytes& bytes_of(const std::string& path) {
    return png_file(path.back() % 2 == 0 ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB);
  }
};

LoadedModel model_with_textures(int count) {
  auto model = std::make_shared<Model>();
  for (int i = 0; i < count; ++i) {
    model->textures.push_back(std::to_string(i));
    model->materials.emplace_back().texture = i;
  }
  LoadedModel loaded;
  loaded.model = std::move(model);
  loaded.origin.files = std::make_shared<MemoryFiles>();
  return loaded;
}

double seconds_to_decode(const LoadedModel& loaded) {
  const auto start = std::chrono::steady_clock::now();
  benchmark::DoNotOptimize(decode_textures(loaded));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The time for seven pictures relative to one; 1 with as many processors as pictures.
void BM_DecodeSeven(benchmark::State& state) {
  const LoadedModel one = model_with_textures(1), seven = model_with_textures(7);
  double all = 0.0, slowest = 0.0;
  for (auto _ : state) {
    all += seconds_to_decode(seven);
    state.PauseTiming();
    slowest += seconds_to_decode(one);
    state.ResumeTiming();
  }
  state.counters["times_one"] = all / slowest;
}

BENCHMARK(BM_DecodeGrey)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeIndexed)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeRgb)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeRgba)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_MipsOpaque)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_MipsAlpha)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_DecodeSeven)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace mmd
