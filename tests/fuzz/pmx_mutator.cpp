// How libFuzzer changes inputs of targets that look behind the reader. Changing arbitrary bytes mostly makes
// unreadable files; so most changes are to the parsed file, or to some bytes without moving the others.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "formats/pmx.h"
#include "tests/fuzz/model_and_pose.h"
#include "tests/support/random_pmx.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

namespace {

using namespace mmd;

/// Writes the model and then the pose to libFuzzer's buffer; returns 0 if there is no room.
std::size_t put(pmx::File& file, std::string_view pose, std::uint8_t* data, std::size_t max_size) {
  const Bytes bytes = test::written(file);
  if (bytes.empty() || bytes.size() + pose.size() > max_size) return 0;
  std::memcpy(data, bytes.data(), bytes.size());
  if (!pose.empty()) std::memcpy(data + bytes.size(), pose.data(), pose.size());
  return bytes.size() + pose.size();
}

/// Changes some bytes in place.
void mutate_window(std::uint8_t* data, std::size_t size, std::mt19937& random) {
  const std::size_t width = std::min<std::size_t>(size, 1 + random() % 32);
  if (width == 0) return;
  LLVMFuzzerMutate(data + random() % (size - width + 1), width, width);
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  std::mt19937 random(seed);
  const unsigned what = random() % 16;
  if (what == 0) return LLVMFuzzerMutate(data, size, max_size);
  if (what < 5) {
    mutate_window(data, size, random);
    return size;
  }
  const auto [model, pose] = fuzz::split(data, size);
  const std::string kept_pose(pose);
  test::RandomPmx change(static_cast<std::uint32_t>(random()));
  if (what == 5) {
    auto fresh = change.make(1 + static_cast<int>(random() % 24));
    if (const std::size_t put_size = put(fresh, kept_pose, data, max_size)) return put_size;
  } else if (auto file = pmx::read(as_byte_span(model))) {
    for (unsigned times = 1 + random() % 4; times > 0; --times) change.change(*file);
    if (const std::size_t put_size = put(*file, kept_pose, data, max_size)) return put_size;
  }
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t max_size, unsigned int seed) {
  const auto one = fuzz::split(data1, size1), other = fuzz::split(data2, size2);
  auto file = pmx::read(as_byte_span(one.model));
  const auto from = pmx::read(as_byte_span(other.model));
  if (!file) return 0;
  if (from) test::RandomPmx(seed).take_section(*file, *from);
  return put(*file, other.pose.empty() ? one.pose : other.pose, out, max_size);
}
