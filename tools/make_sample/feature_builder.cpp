#include "make_sample/feature_builder.h"

#include <cmath>

#include <glm/geometric.hpp>

#include "make_sample/rig.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

/// A font of 5 x 7 points; one byte per row, bit 4 is the leftmost point.
struct Glyph {
  char character;
  std::uint8_t rows[7];
};
constexpr Glyph glyphs[] = {
    {'A', {14, 17, 17, 31, 17, 17, 17}}, {'B', {30, 17, 17, 30, 17, 17, 30}},
    {'C', {14, 17, 16, 16, 16, 17, 14}}, {'D', {30, 17, 17, 17, 17, 17, 30}},
    {'E', {31, 16, 16, 30, 16, 16, 31}}, {'F', {31, 16, 16, 30, 16, 16, 16}},
    {'G', {14, 17, 16, 23, 17, 17, 14}}, {'H', {17, 17, 17, 31, 17, 17, 17}},
    {'I', {14, 4, 4, 4, 4, 4, 14}},      {'J', {7, 2, 2, 2, 2, 18, 12}},
    {'K', {17, 18, 20, 24, 20, 18, 17}}, {'L', {16, 16, 16, 16, 16, 16, 31}},
    {'M', {17, 27, 21, 21, 17, 17, 17}}, {'N', {17, 25, 21, 19, 17, 17, 17}},
    {'O', {14, 17, 17, 17, 17, 17, 14}}, {'P', {30, 17, 17, 30, 16, 16, 16}},
    {'Q', {14, 17, 17, 17, 21, 18, 13}}, {'R', {30, 17, 17, 30, 20, 18, 17}},
    {'S', {15, 16, 16, 14, 1, 1, 30}},   {'T', {31, 4, 4, 4, 4, 4, 4}},
    {'U', {17, 17, 17, 17, 17, 17, 14}}, {'V', {17, 17, 17, 17, 17, 10, 4}},
    {'W', {17, 17, 17, 21, 21, 27, 17}}, {'X', {17, 17, 10, 4, 10, 17, 17}},
    {'Y', {17, 17, 10, 4, 4, 4, 4}},     {'Z', {31, 1, 2, 4, 8, 16, 31}},
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 6, 8, 16, 31}},    {'3', {30, 1, 1, 14, 1, 1, 30}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'-', {0, 0, 0, 31, 0, 0, 0}},       {'+', {0, 4, 4, 31, 4, 4, 0}},
    {'.', {0, 0, 0, 0, 0, 12, 12}},
};

Mesh label_quad(vec3 at, std::size_t row, std::size_t characters) {
  const float height = 0.32f, width = height * 6.0f / 8.0f * static_cast<float>(characters);
  Mesh m;
  for (const vec2 corner : {vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 1)}) {
    m.position.push_back(at + vec3(width * (corner.x - 0.5f), -height * corner.y, 0.0f));
    m.normal.emplace_back(0, 0, -1);
    m.uv.emplace_back(corner.x * static_cast<float>(characters) / static_cast<float>(label_columns),
                      (static_cast<float>(row) + 0.92f * corner.y) / static_cast<float>(label_rows));
  }
  m.indices = {0, 2, 1, 0, 3, 2};
  if (glm::cross(m.position[2] - m.position[0], m.position[1] - m.position[0]).z > 0.0f)
    m.indices = {0, 1, 2, 0, 2, 3};
  return m;
}

}  // namespace

RawWeights rigid(std::int32_t bone) {
  RawWeights w;
  w.bones[0] = bone;
  return w;
}

FeatureBuilder::FeatureBuilder() {
  file.header.version = 2.1f;
  file.header.encoding = text_encoding;
  file.header.additional_uv_count = 1;
  file.name = file.name_english = text("mmdview features");
  file.comment = file.comment_english = text(
      "Each feature of PMX once, side by side. Own work of the mmdview project, made by "
      "tools/make_sample.\r\n"
      "CC0 1.0: no rights reserved.");
  for (const char* path : {R"(tex\checker.png)", R"(tex\labels.png)", R"(tex\sphere.png)", R"(tex\sub.png)"})
    file.textures.push_back(text(path));
}

std::int32_t FeatureBuilder::bone(const std::string& name, const std::string& english, vec3 position,
                                  std::int32_t parent, std::uint16_t flags) {
  pmx::Bone b;
  b.name = text(name);
  b.name_english = text(english);
  b.position = position;
  b.parent = parent;
  b.flags = flags;
  b.tail_offset = {0.0f, 0.5f, 0.0f};
  file.bones.push_back(std::move(b));
  return static_cast<std::int32_t>(file.bones.size() - 1);
}

std::uint32_t FeatureBuilder::add(const Mesh& mesh, const std::function<RawWeights(const vec3&)>& weights,
                                  const std::function<vec4(const vec3&)>& extra) {
  const auto first = static_cast<std::uint32_t>(file.vertices.size());
  for (std::size_t v = 0; v < mesh.size(); ++v) {
    const vec3& p = mesh.position[v];
    const RawWeights w = weights(p);
    file.vertices.position.push_back(p);
    file.vertices.normal.push_back(mesh.normal[v]);
    file.vertices.uv.push_back(mesh.uv[v]);
    file.vertices.additional_uv.push_back(extra ? extra(p) : vec4(0.0f));
    file.vertices.type.push_back(w.type);
    file.vertices.bones.push_back(w.bones);
    file.vertices.weights.push_back(w.weights);
    file.vertices.edge_scale.push_back(1.0f);
    if (w.type == pmx::WeightType::sdef) file.vertices.sdef.push_back(w.sdef);
  }
  for (const std::uint32_t i : mesh.indices) file.indices.push_back(first + i);
  return first;
}

pmx::Material& FeatureBuilder::material(const std::string& name, const std::string& english,
                                        const FeatureLook& look) {
  pmx::Material m;
  m.name = text(name);
  m.name_english = text(english);
  m.diffuse = rgb(look.colour);
  m.ambient = vec3(m.diffuse) * (1.0f - 154.0f / 255.0f);
  m.flags = look.flags;
  m.edge_colour = rgb(0x2a2440);
  m.texture = look.texture;
  m.sphere_mode = look.sphere_mode;
  m.sphere_texture = look.sphere_texture;
  m.toon_flag = look.shared_toon >= 0 ? 1 : 0;
  m.toon = look.shared_toon;
  m.index_count = static_cast<std::int32_t>(file.indices.size() - owned_indices_);
  owned_indices_ = file.indices.size();
  file.materials.push_back(std::move(m));
  return file.materials.back();
}

void FeatureBuilder::label(const std::string& words, vec3 at, std::int32_t bone) {
  placed_.push_back({at, bone, labels.size()});
  labels.push_back(words);
}

std::int32_t FeatureBuilder::morph(const std::string& name, const std::string& english, pmx::MorphType type,
                                   decltype(pmx::Morph::offsets) offsets) {
  pmx::Morph m;
  m.name = text(name);
  m.name_english = text(english);
  m.panel = 4;
  m.type = type;
  m.offsets = std::move(offsets);
  file.morphs.push_back(std::move(m));
  return static_cast<std::int32_t>(file.morphs.size() - 1);
}

void FeatureBuilder::turn_in_pose(std::int32_t bone, quat rotation, vec3 translation) {
  if (rotation.w < 0.0f) rotation = -rotation;
  pose.bones.push_back({file.utf8(file.bones[static_cast<std::size_t>(bone)].name), translation,
                        vec4(rotation.x, rotation.y, rotation.z, rotation.w)});
}

void FeatureBuilder::morph_in_pose(std::int32_t index, float weight) {
  pose.morphs.push_back({file.utf8(file.morphs[static_cast<std::size_t>(index)].name), weight});
}

void FeatureBuilder::finish() {
  for (const Label& l : placed_) add(label_quad(l.at, l.row, labels[l.row].size()), l.bone);
  material("文字", "labels", {0xffffff, pmx::material_double_sided, texture_labels, 0, texture_none, -1});
  pose.model_name = "mmdview features.osm";
  pose.bone_count = static_cast<std::int64_t>(pose.bones.size());
  const auto frame = [this](const char* name, const char* english, bool special) {
    file.display_frames.push_back(
        {text(name), text(english), static_cast<std::uint8_t>(special ? 1 : 0), {}});
  };
  frame("Root", "Root", true);
  file.display_frames.back().items.push_back({0, 0});
  frame("表情", "Exp", true);
  for (std::size_t i = 0; i < file.morphs.size(); ++i)
    file.display_frames.back().items.push_back({1, static_cast<std::int32_t>(i)});
  frame("ボーン", "bones", false);
  for (std::size_t i = 1; i < file.bones.size(); ++i)
    file.display_frames.back().items.push_back({0, static_cast<std::int32_t>(i)});
  file.header.index_sizes = pmx::smallest_index_sizes(file);
}

Mesh feature_ball(vec3 centre, float radius, int rings, int around) {
  Mesh m = lathe({rings, around, false, [=](float along, float angle) {
                    const float up = pi * along;
                    return centre + radius * vec3(std::sin(up) * std::cos(angle), std::cos(up),
                                                  std::sin(up) * std::sin(angle));
                  }});
  for (std::size_t v = 0; v < m.size(); ++v) m.normal[v] = glm::normalize(m.position[v] - centre);
  return m;
}

bool label_ink(const std::vector<std::string>& labels, int x, int y) {
  const auto row = static_cast<std::size_t>(y / 8), column = static_cast<std::size_t>(x / 6);
  if (row >= labels.size() || column >= labels[row].size()) return false;
  const int left = x % 6, down = y % 8;
  if (left == 5 || down == 7) return false;
  for (const Glyph& g : glyphs)
    if (g.character == labels[row][column]) return g.rows[down] >> (4 - left) & 1;
  return false;
}

}  // namespace mmd::sample
