// Decodes any bytes: safely, into complete images; reading headers and checking without keeping the image
// agree with that.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/image_size.h"
#include "assets/mips.h"
#include "tests/fuzz/memory_budget.h"

namespace {

void expect_whole(const mmd::Image& image) {
  if (image.width < 1 || image.height < 1) std::abort();
  if (image.width > mmd::max_image_dimension || image.height > mmd::max_image_dimension) std::abort();
  const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  if (image.rgba.size() != pixels * 4) std::abort();
  bool has_alpha = false;
  for (std::size_t i = 0; i < pixels; ++i) has_alpha = has_alpha || image.rgba[4 * i + 3] != 255;
  if (has_alpha != image.has_alpha) std::abort();
}

/// Both agree on whether an image can be decoded; only for a large one may the check miss an error.
void expect_agreement(mmd::ByteSpan bytes, const mmd::Result<mmd::Image>& image) {
  constexpr std::uint64_t large = (std::uint64_t{16} << 20) / 8;  // pixels
  const auto size = mmd::image_size(bytes);
  const bool checked = mmd::check_picture(bytes).has_value();
  if (!image && checked && (!size || size->pixels() <= large)) std::abort();
  if (!image) return;
  if (!checked || !mmd::check_picture_header(bytes, bytes.size())) std::abort();
  if (size && (size->width != image->width || size->height != image->height)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  constexpr std::size_t bytes_per_pixel = 16;  // as stored, as RGBA, mips
  const auto claimed = mmd::image_size(bytes);
  const mmd::test::MemoryBudget budget(size, claimed ? claimed->pixels() * bytes_per_pixel : 0);
  const auto image = mmd::decode_image(bytes);
  expect_agreement(bytes, image);
  if (!image) {
    if (image.error().what.empty()) std::abort();
    if (mmd::decode_common_png(bytes)) std::abort();
    return 0;
  }
  expect_whole(*image);
  mmd::build_mips(*image);
  return 0;
}
