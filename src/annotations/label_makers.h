#pragma once

// What labels are made of: a function for each file (labels.cpp has the table).

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "annotations/seen_point.h"
#include "base/byte_io.h"
#include "base/result.h"

namespace mmd {

/// The camera in the form of a transforms.json with one frame, with OpenCV's and OpenGL's matrices.
Bytes camera_label(const LabelSource& source, const std::string& file);

/// What of a frame also stands outside of the frames where all frames share it: some loaders look only there.
inline constexpr const char* shared_camera_keys[] = {"w",  "h",  "fl_x",           "fl_y",
                                                     "cx", "cy", "camera_angle_x", "camera_angle_y"};

/// Where every bone is, in the scene, before the camera and in the picture, and whether it is seen.
Bytes bones_label(const LabelSource& source);

/// Metres of one step of the PNG's values; 0 is where nothing is, the largest value what is farther.
inline constexpr double depth_step = 0.001;

/// Depth along the view (not along the line of sight), 16 bits.
Result<Bytes> depth_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// The same as 32-bit floats in MMD units, channel Y; 0 where nothing is. Error: unless has_depth_exr().
Result<Bytes> depth_exr(const LabelSource& source, std::span<const SeenPoint> seen);

/// View-space normals, 8 bits each: X to the right, Y up, Z towards the viewer, from -1 (0) to 1 (255).
/// Where nothing is all three are 0, which no normal is.
Result<Bytes> normals_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// The number of the material, counted from 1 through the materials of all actors; 0: nothing. With a palette
/// up to 255 of them, 16 bits of grey beyond.
Result<Bytes> materials_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// The part of the body (body_parts.h) whose bones have the most weight there, with a palette.
Result<Bytes> parts_png(const LabelSource& source, std::span<const SeenPoint> seen);
/// Where each place is in the model's own rest pose, 16 bits each: from 1 to 65535 within rest_box(); 0:
/// nothing.
Result<Bytes> rest_png(const LabelSource& source, std::span<const SeenPoint> seen);

/// The box of an actor's rest positions, in its model's space.
Bounds rest_box(const LabelledActor& actor);

/// What the images' values mean.
Bytes image_facts(const LabelSource& source, const std::string& file);

/// The id of a picture (person 0), or of a person in it, from 1. Of 52 bits, so that it is exact in programs
/// that have floating-point numbers only; above 0.
std::uint64_t coco_id(const std::string& file, std::size_t person);

/// A COCO-WholeBody annotation file of one picture: one image, an annotation per person. Ids come from the
/// file's name, so that files of several pictures merge by appending.
Bytes coco_label(const LabelSource& source, std::span<const SeenPoint> seen, const std::string& file);

/// OpenPose's two orders of a body's points.
enum class OpenposeBody : std::uint8_t { body_25, coco_18 };

/// A body's points in that order, made of COCO-WholeBody's: neck and middle of the hips lie between
/// shoulders and hips.
std::vector<Keypoint> openpose_body(std::span<const Keypoint> wholebody, OpenposeBody body);

/// The JSON that OpenPose writes: x, y and a confidence, which is 1 for what is seen, 0.5 for what is hidden.
Bytes openpose_json(const LabelSource& source, OpenposeBody body);

/// Stick figures on black, 18 points and hands, coloured as ControlNet's models expect them.
Result<Bytes> openpose_png(const LabelSource& source);

}  // namespace mmd
