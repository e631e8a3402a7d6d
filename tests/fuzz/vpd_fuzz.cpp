// Reads any bytes: safely; a file that is accepted is finite and round-trips through UTF-8.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "formats/vpd.h"
#include "tests/fuzz/memory_budget.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::test::MemoryBudget budget(size);
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  mmd::vpd::looks_like(bytes);
  auto result = mmd::vpd::read(bytes);
  if (!result) {
    if (result.error().what.empty()) std::abort();
    return 0;
  }
  if (result->diagnostics.size() > 101) std::abort();
  result->file.encoding = mmd::vpd::Encoding::utf8_bom;
  const auto text = mmd::vpd::write(result->file);
  if (!text) std::abort();
  const auto again = mmd::vpd::read(mmd::as_byte_span(*text));
  if (!again || again->file.bones.size() != result->file.bones.size() ||
      again->file.morphs.size() != result->file.morphs.size()) {
    std::abort();
  }
  return 0;
}
