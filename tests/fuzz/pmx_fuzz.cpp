// Reads any bytes and locates elements: safely; a file that is accepted is written back as the same bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/pmx.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::test::MemoryBudget budget(size);
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  if (mmd::pmx::locate(bytes).find("bones", 0).value_or(0) > size) std::abort();
  const auto file = mmd::pmx::read(bytes);
  if (!file) {
    if (file.error().what.empty() || !file.error().offset) std::abort();
    return 0;
  }
  const auto written = mmd::pmx::write(*file);
  if (!written || mmd::as_text(*written) != mmd::as_text(bytes)) std::abort();
  return 0;
}
