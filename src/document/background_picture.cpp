#include "document/background_picture.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image_size.h"
#include "base/errors.h"
#include "base/text.h"
#include "scene/input.h"
#include "scene/texture_files.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20;
constexpr std::array<std::string_view, 6> endings = {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".gif"};

/// Reduces the picture until it fits into `memory` bytes.
Result<Image> decode_bounded(ByteSpan bytes, std::uint64_t memory, Diagnostics& diagnostics) {
  std::vector<TextureFile> picture(1);
  TextureFile& file = picture.front();
  file.size = image_size(bytes);
  file.scales_while_decoding = scales_while_decoding(bytes);
  const std::uint64_t wanted = memory_of(picture);
  if (fit_into(memory, picture) > 0)
    diagnostics.push_back(
        make_warning(fmt::format("the picture needs {} MiB, the limit is {} MiB: it is loaded smaller",
                                 wanted >> 20, memory >> 20),
                     fmt::format("--texture-memory {} keeps its size", (wanted >> 20) + 1)));
  if (auto too_large = too_large_to_decode(file, memory)) return fail(std::move(*too_large));
  return decode_image_halved(bytes, file.halvings);
}

}  // namespace

Result<std::shared_ptr<const BackgroundPicture>> load_background_picture(const std::string& file) {
  auto bytes = read_file(path_from_utf8(file), largest_file);
  if (!bytes) return fail(in_file(std::move(bytes.error()), file));
  Diagnostics diagnostics;
  auto image = decode_bounded(*bytes, load_limits().texture_memory, diagnostics);
  if (!image) return fail(in_file(std::move(image.error()), file));
  image->spare_mips = std::make_shared<SpareMips>(build_mips(*image));
  BackgroundPicture out{file, std::make_shared<const Image>(std::move(*image)), content_hash(*bytes)};
  for (Diagnostic& d : diagnostics) out.diagnostics.push_back(in_file(std::move(d), file));
  return std::make_shared<const BackgroundPicture>(std::move(out));
}

Result<void> load_background_picture(RenderSettings& look) {
  if (look.background_picture == nullptr || look.background_picture->image != nullptr) return {};
  MMD_TRY(look.background_picture, load_background_picture(look.background_picture->file));
  return {};
}

bool is_called_picture(std::string_view file) {
  const std::string extension = fold_name(to_utf8(path_from_utf8(file).extension()));
  return std::find(endings.begin(), endings.end(), extension) != endings.end();
}

}  // namespace mmd
