#pragma once

#include <string>

#include "base/byte_io.h"
#include "labels/label_source.h"

namespace mmd {

/// The camera in the form of a transforms.json with one frame, with OpenCV's and OpenGL's matrices.
Bytes camera_label(const LabelSource& source, const std::string& file);

}  // namespace mmd
