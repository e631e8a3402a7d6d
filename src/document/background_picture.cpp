#include "document/background_picture.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest_file = std::uint64_t{256} << 20;
constexpr std::array<std::string_view, 6> endings = {".png", ".jpg", ".jpeg", ".bmp", ".tga", ".gif"};

}  // namespace

Result<std::shared_ptr<const BackgroundPicture>> load_background_picture(const std::string& file) {
  auto bytes = read_file(path_from_utf8(file), largest_file);
  if (!bytes) return fail(in_file(std::move(bytes.error()), file));
  auto image = decode_image(*bytes);
  if (!image) return fail(in_file(std::move(image.error()), file));
  image->spare_mips = std::make_shared<SpareMips>(build_mips(*image));
  BackgroundPicture out{file, std::make_shared<const Image>(std::move(*image)), content_hash(*bytes)};
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
