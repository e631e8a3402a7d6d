#pragma once

// What is written (main.cpp), and what it is made of.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "base/math.h"
#include "formats/pmx.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "make_sample/mesh.h"
#include "make_sample/rig.h"

namespace mmd::sample {

/// The whole model.
Result<pmx::File> make_model(const Rig& rig);

/// The mesh's vertices as the file stores them.
void add_vertices(pmx::Vertices& out, const Mesh& mesh);

/// Holds what was read back against what a sound model needs: indices in range, every vertex used, weights
/// that sum to 1, unit normals, triangles that face the way their normals do, material counts that add up.
Result<void> check_model(const pmx::File& file);

/// Rigid bodies that follow head, trunk, arms and legs; bodies that physics moves along the skirt and the
/// hair, and the joints that hold them.
void add_physics(pmx::File& file, const Rig& rig);

/// The model's pictures by file name (below its folder, "/" between folders).
std::vector<std::pair<std::string, Image>> make_textures();

/// The poses by file name.
std::vector<std::pair<std::string, vpd::File>> make_poses(const Rig& rig);

/// The motions by file name: a song of eight seconds that ends as it begins, and a camera for it.
std::vector<std::pair<std::string, vmd::File>> make_motions(const Rig& rig);

/// A microphone: the origin is the middle of its grip, its head points up, its switch to the front (-Z).
pmx::File make_microphone();
/// Its pictures by file name (below its folder, "/" between folders).
std::vector<std::pair<std::string, Image>> make_microphone_textures();

struct FeatureSample {
  pmx::File model;
  vpd::File pose;
  std::vector<std::pair<std::string, Image>> textures;  ///< by path relative to the model
};

FeatureSample make_features();

// Pictures painted from shapes. Coordinates are 0-1 across the picture or across a cell of it, y down.

/// Colour (0-1, straight alpha) at a point.
using Paint = std::function<vec4(vec2)>;

/// Paints every pixel with the mean of a few samples.
Image painted(int width, int height, const Paint& paint);

/// sRGB bytes as a colour: 0xRRGGBB.
vec4 rgb(std::uint32_t hex, float alpha = 1.0f);
/// `over` laid on `under` with straight alpha.
vec4 blend(vec4 under, vec4 over);
/// The colour with its alpha scaled by `coverage`.
vec4 faded(vec4 colour, float coverage);

/// How much of a soft-edged shape covers the point: 1 inside, 0 outside, `soft` units of transition.
float disc(vec2 p, vec2 centre, vec2 radii, float soft);

}  // namespace mmd::sample
