#pragma once

#include <string>

#include "annotations/label_source.h"
#include "base/byte_io.h"

namespace mmd {

/// The camera in the form of a transforms.json with one frame, with OpenCV's and OpenGL's matrices.
Bytes camera_label(const LabelSource& source, const std::string& file);

/// What of a frame also stands outside of the frames where all frames share it: some loaders look only there.
inline constexpr const char* shared_camera_keys[] = {"w",  "h",  "fl_x",           "fl_y",
                                                     "cx", "cy", "camera_angle_x", "camera_angle_y"};

}  // namespace mmd
