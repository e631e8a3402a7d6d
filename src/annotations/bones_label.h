#pragma once

#include "annotations/label_source.h"
#include "base/byte_io.h"

namespace mmd {

/// Where every bone is, in the scene, before the camera and in the picture, and whether it is seen.
Bytes bones_label(const LabelSource& source);

}  // namespace mmd
