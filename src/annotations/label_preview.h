#pragma once

#include <optional>
#include <vector>

#include "annotations/labels.h"
#include "assets/image.h"

namespace mmd {

/// A label as a picture to look at. 16-bit grey, as of depth, is spread from white (the smallest value) to
/// dark grey (the largest one); 0, the background, is black.
Image label_preview(const PngPixels& pixels);

/// The first image among the labels as such a picture; nullopt: none is an image.
std::optional<Image> label_preview(const std::vector<LabelValue>& labels);

}  // namespace mmd
