#pragma once

// The written files (main.cpp) and their parts.

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

/// The morphs of the mesh, of materials (found by their Japanese names), bones and groups.
std::vector<pmx::Morph> make_morphs(const Mesh& whole, const pmx::File& file, const Rig& rig);

/// The mesh's vertices in file form.
void add_vertices(pmx::Vertices& out, const Mesh& mesh);

/// Checks a model that was read back: indices in range, every vertex used, weights with sum 1, unit normals,
/// triangles that face like their normals, consistent material counts.
Result<void> check_model(const pmx::File& file);

/// Adds rigid bodies that follow head, trunk, arms and legs, and dynamic bodies with joints for skirt and
/// hair.
void add_physics(pmx::File& file, const Rig& rig);

/// The model's pictures by file name (relative to its folder, "/" between folders).
std::vector<std::pair<std::string, Image>> make_textures();

/// Of the face, and of the small parts on it (cell::).
Image make_face_picture();
Image make_face_parts_picture();
/// Of blouse, collar, ribbons, socks and shoes, by file name.
std::vector<std::pair<std::string, Image>> make_cloth_pictures();

/// The poses by file name.
std::vector<std::pair<std::string, vpd::File>> make_poses(const Rig& rig);

/// The motions by file name: a song of eight seconds that loops, and its camera.
std::vector<std::pair<std::string, vmd::File>> make_motions(const Rig& rig);

/// A microphone: the origin is the middle of its grip, the head is on top, the switch in front (-Z).
pmx::File make_microphone();
/// Its pictures by file name (relative to its folder, "/" between folders).
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

/// Paints each pixel with the mean of a few samples.
Image painted(int width, int height, const Paint& paint);

/// sRGB bytes as a colour: 0xRRGGBB.
vec4 rgb(std::uint32_t hex, float alpha = 1.0f);
/// `over` laid on `under` with straight alpha.
vec4 blend(vec4 under, vec4 over);
/// The colour with its alpha scaled by `coverage`.
vec4 faded(vec4 colour, float coverage);

/// Coverage of a point by a soft-edged shape: 1 inside, 0 outside, with a transition of `soft` units.
float disc(vec2 p, vec2 centre, vec2 radii, float soft);

}  // namespace mmd::sample
