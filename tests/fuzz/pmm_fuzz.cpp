// Any bytes: reading a project is safe, and an error says where.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/pmm.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::test::MemoryBudget budget(size);
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  const auto lengths_of = [](const std::string& path) {
    return std::optional(mmd::pmm::ListLengths{path.size() % 7, path.size() % 5, path.size() % 3});
  };
  const auto result = mmd::pmm::read(bytes, lengths_of);
  if (!result) {
    if (result.error().what.empty() || !result.error().offset) std::abort();
    return 0;
  }
  static_cast<void>(mmd::pmm::camera_motion(*result));
  return 0;
}
