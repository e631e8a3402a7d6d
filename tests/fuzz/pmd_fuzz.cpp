// Reads any bytes and locates elements: safely; a file that is accepted is written back as the same bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/pmd.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::test::MemoryBudget budget(size);
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  if (mmd::pmd::locate(bytes).find("bones", 0).value_or(0) > size) std::abort();
  const auto result = mmd::pmd::read(bytes);
  if (!result) {
    if (result.error().what.empty() || !result.error().offset) std::abort();
    return 0;
  }
  const auto written = mmd::pmd::write(result->file);
  if (!written || mmd::as_text(*written) != mmd::as_text(bytes)) std::abort();
  return 0;
}
