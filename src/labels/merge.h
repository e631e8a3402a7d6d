#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// A label of one picture, or of several that were merged.
struct LabelText {
  std::string name;  ///< for messages
  std::string_view text;
};

/// One COCO file of several: their images, annotations and the first one's categories, by the images' file
/// names, so that the order in which they come does not matter. An image that is in several is taken once if
/// they agree. Errors: no such file, an image in two versions, two things with one id.
Result<Bytes> merge_coco(std::span<const LabelText> files);

/// One transforms.json of several `.camera.json`, by the pictures' names. Where all cameras are of one kind
/// `camera_model` says which; each frame has its own where they are not.
Result<Bytes> merge_cameras(std::span<const LabelText> files);

}  // namespace mmd
