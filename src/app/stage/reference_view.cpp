#include "app/stage/reference_view.h"

#include <algorithm>

#include "app/stage/texture_icons.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// The maximum side length of the texture: screens show no more.
constexpr int largest_side = 2048;
constexpr std::uint64_t largest_file = std::uint64_t{256} << 20;
/// The share of the view that a picture beside it has.
constexpr float share_beside = 0.4f;

}  // namespace

Result<void> ReferenceView::show(const ReferencePicture& picture) {
  if (picture.file.empty()) {
    texture_ = PanelTexture();
  } else if (picture.file != loaded_ || !texture_) {
    const auto bytes = read_file(path_from_utf8(picture.file), largest_file);
    if (!bytes) return fail(in_file(bytes.error(), picture.file));
    const auto image = decode_image(*bytes);
    if (!image) return fail(in_file(image.error(), picture.file));
    texture_ = PanelTexture(shrunk(*image, largest_side));
    aspect_ = static_cast<float>(image->width) / static_cast<float>(std::max(image->height, 1));
  }
  loaded_ = picture.file;
  picture_ = within_limits(picture);
  return {};
}

std::optional<Diagnostic> ReferenceView::begin_with(const ReferencePicture& picture) {
  const auto shown = show(picture);
  if (shown) return std::nullopt;
  picture_ = picture;
  return shown.error();
}

Room ReferenceView::beside_of(const Room& room) {
  return {room.right - share_beside * room.width(), room.top, room.right, room.bottom};
}

Room ReferenceView::place_in(const Room& area) const {
  const float height = picture_.scale * std::min(area.height(), area.width() / std::max(aspect_, 1e-3f));
  const float width = height * aspect_;
  const float left = area.left + picture_.x * area.width() - 0.5f * width;
  const float top = area.top + picture_.y * area.height() - 0.5f * height;
  return {left, top, left + width, top + height};
}

}  // namespace mmd
