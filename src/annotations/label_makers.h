#pragma once

// One function for each kind of label (labels.cpp has the table).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "annotations/labels.h"
#include "annotations/seen_point.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// The camera as a transforms.json with one frame, including OpenCV's and OpenGL's matrices.
Bytes camera_label(const LabelSource& source, const std::string& file);

/// Keys of a frame that are repeated outside of the frames if all frames agree; some loaders look only there.
inline constexpr const char* shared_camera_keys[] = {"w",  "h",  "fl_x",           "fl_y",
                                                     "cx", "cy", "camera_angle_x", "camera_angle_y"};

/// The position of every bone in scene space, camera space and the picture, with its visibility.
Bytes bones_label(const LabelSource& source);

/// Metres per step of the depth PNG's values. 0: background; the largest value: this depth or more.
inline constexpr double depth_step = 0.001;

/// Depth along the view direction (not along the line of sight), 16 bits.
LabelPixels depth_pixels(const LabelSource& source, std::span<const SeenPoint> seen);
/// The same as 32-bit floats in MMD units; 0: background.
DepthPlane depth_plane(const LabelSource& source, std::span<const SeenPoint> seen);
/// The plane as an EXR with the channel Y. Error if has_depth_exr() is false.
Result<Bytes> encode_exr(const DepthPlane& depth);

/// View-space normals, 8 bits per component: X right, Y up, Z towards the viewer, from -1 (0) to 1 (255). The
/// background is 0, 0, 0, which is not a unit normal.
LabelPixels normals_pixels(const LabelSource& source, std::span<const SeenPoint> seen);
/// The number of the material, from 1 through the materials of all actors; 0: background. Indexed with up to
/// 255 materials, else 16-bit grey.
LabelPixels materials_pixels(const LabelSource& source, std::span<const SeenPoint> seen);
/// The part of the body (body_parts.h) whose bones have the largest weight, indexed.
LabelPixels parts_pixels(const LabelSource& source, std::span<const SeenPoint> seen);
/// Positions in the rest pose, 16 bits per component: 1 to 65535 within rest_box(); 0: background.
LabelPixels rest_pixels(const LabelSource& source, std::span<const SeenPoint> seen);

/// The bounds of an actor's rest positions in model space.
Bounds rest_box(const LabelledActor& actor);

/// Black lines on white where the outline, a material, a part in front or a crease begins.
LabelPixels lines_pixels(const LabelSource& source, std::span<const SeenPoint> seen);

/// The unit normal in camera space of the visible side.
glm::dvec3 normal_in_camera(const LabelSource& source, const SeenPoint& point);

/// The JSON file that explains the images' values.
Bytes image_facts(const LabelSource& source, const std::string& file);

/// The id of a picture (`person` 0) or of a person in it (from 1). Above 0 and at most 52 bits, so that
/// programs can read it exactly as a floating-point number.
std::uint64_t coco_id(const std::string& file, std::size_t person);

/// A COCO-WholeBody annotation file for one picture, with an annotation per person. Ids derive from the
/// file's name, so that files of several pictures can be joined.
Bytes coco_label(const LabelSource& source, std::span<const SeenPoint> seen, const std::string& file);

/// OpenPose's two orders of the body's points.
enum class OpenposeBody : std::uint8_t { body_25, coco_18 };

/// The body's points in OpenPose's order, computed from COCO-WholeBody's. The neck is the middle of the
/// shoulders, MidHip that of the hips.
std::vector<Keypoint> openpose_body(std::span<const Keypoint> wholebody, OpenposeBody body);

/// OpenPose's JSON: x and y in pixels and a confidence, which is 1 for visible and 0.5 for hidden points.
Bytes openpose_json(const LabelSource& source, OpenposeBody body);

/// Stick figures on black with 18 points and hands, in the colours that ControlNet's models expect.
LabelPixels openpose_pixels(const LabelSource& source);

}  // namespace mmd
