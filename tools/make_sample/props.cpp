#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/mesh.h"
#include "make_sample/rig.h"
#include "make_sample/samples.h"
#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

enum MicrophoneBone : std::int32_t { grip, head, button, ribbon1, ribbon2 };
enum MicrophoneTexture : std::int32_t { none = -1, mesh_texture, body_texture, gloss_texture, toon_texture };
constexpr const char* texture_paths[] = {R"(tex\mesh.png)", R"(tex\body.png)", R"(tex\gloss.png)",
                                         R"(tex\toon.png)"};

constexpr float bottom = -0.78f, neck = 0.84f, head_middle = 1.17f, head_radius = 0.37f;
const vec3 ribbon_at{0.0f, -0.86f, 0.0f}, ribbon_bend{0.0f, -1.16f, 0.0f};

Weights on(std::int32_t bone) {
  Weights w;
  w.bone[0] = bone;
  w.weight[0] = 1.0f;
  w.count = 1;
  return w;
}

/// A part that is bound to one bone.
void add(Mesh& to, Mesh part, std::int32_t bone) {
  set_weights(part, [bone](const vec3&) { return on(bone); });
  set_edge_scale(part, [](const vec3&) { return 1.0f; });
  append(to, part);
}

Mesh ball(vec3 centre, vec3 radii, int rings, int around) {
  return lathe({rings, around, false, [=](float along, float angle) {
                  const float up = pi * along;
                  return centre + radii * vec3(std::sin(up) * std::sin(angle), std::cos(up),
                                               -std::sin(up) * std::cos(angle));
                }});
}

/// A ring around the Y axis.
Mesh ring(float y, float radius, vec2 section) {
  return lathe({12, 32, true, [=](float along, float angle) {
                  const float a = 2.0f * pi * along, r = radius + section.x * std::cos(a);
                  return vec3(r * std::sin(angle), y + section.y * std::sin(a), -r * std::cos(angle));
                }});
}

Mesh grille() {
  Mesh out;
  add(out, ball({0, head_middle, 0}, vec3(head_radius), 21, 40), head);
  return out;
}

Mesh rings() {
  Mesh out;
  add(out, ring(head_middle - 0.02f, head_radius, {0.022f, 0.05f}), head);
  add(out, ring(neck + 0.03f, 0.235f, {0.045f, 0.055f}), grip);
  add(out, ring(bottom + 0.02f, 0.135f, {0.03f, 0.04f}), grip);
  return out;
}

/// Wider towards the head.
Mesh body() {
  const auto radius = [](float t) { return 0.135f + 0.055f * t + 0.055f * smoothstep(0.8f, 1.0f, t); };
  Mesh part = lathe(
      {25, 32, false, [=](float along, float angle) {
         const int at = static_cast<int>(std::lround(along * 24.0f));
         const float t = std::clamp(static_cast<float>(at - 2) / 20.0f, 0.0f, 1.0f);
         // Two rings at each end round it off.
         const float end = at < 2 ? static_cast<float>(2 - at) : at > 22 ? static_cast<float>(at - 22) : 0.0f;
         const float size = end == 0.0f ? 1.0f : end == 1.0f ? 0.72f : 0.0f;
         const float beyond = 0.035f * end * (at < 2 ? -1.0f : 1.0f);
         const float r = radius(t) * size;
         return vec3(r * std::sin(angle), bottom + (neck - bottom) * t + beyond, -r * std::cos(angle));
       }});
  Mesh out;
  add(out, std::move(part), grip);
  return out;
}

Mesh switch_knob() {
  Mesh out;
  add(out, ball({0, 0.44f, -0.178f}, {0.055f, 0.1f, 0.05f}, 9, 14), button);
  return out;
}

/// The upper end follows the bow, the lower one the second bone, with SDEF for a bend without a kink.
Weights tail_weights(const vec3& p) {
  const float lower = smoothstep(ribbon_bend.y + 0.16f, ribbon_bend.y - 0.16f, p.y);
  if (lower <= 0.0f) return on(ribbon1);
  if (lower >= 1.0f) return on(ribbon2);
  Weights w;
  w.bone = {ribbon1, ribbon2, -1, -1};
  w.weight = {1.0f - lower, lower, 0, 0};
  w.count = 2;
  w.sdef = true;
  w.c = ribbon_bend;
  w.r0 = ribbon_bend + vec3(0, 0.1f, 0);
  w.r1 = ribbon_bend - vec3(0, 0.1f, 0);
  return w;
}

/// A flat band that waves a little on its way down and out.
Mesh ribbon_tail(float side) {
  Mesh m = lathe({15, 12, false, [side](float along, float angle) {
                    const float t = std::clamp((along - 0.07f) / 0.86f, 0.0f, 1.0f);
                    const bool pole = along < 0.03f || along > 0.97f;
                    const float width = pole ? 0.0f : 0.05f + 0.045f * t;
                    const vec3 middle = ribbon_at + vec3(side * (0.03f + 0.2f * t), -0.7f * t,
                                                         0.035f * std::sin(5.5f * t) - 0.03f);
                    return middle + vec3(width * std::sin(angle), -0.02f * side * std::sin(angle),
                                         -(pole ? 0.0f : 0.016f) * std::cos(angle));
                  }});
  set_weights(m, tail_weights);
  set_edge_scale(m, [](const vec3&) { return 0.8f; });
  return m;
}

/// One half of the bow: narrow at the knot, full outside.
Mesh bow_loop(float side) {
  return lathe({13, 16, false, [side](float along, float angle) {
                  const float full = std::sin(pi * std::pow(along, 0.72f));
                  const float x = side * (0.02f + 0.3f * along);
                  return ribbon_at + vec3(x, 0.05f * along + 0.13f * full * std::sin(angle),
                                          -0.065f * full * std::cos(angle));
                }});
}

Mesh ribbon() {
  Mesh out;
  add(out, ball(ribbon_at, {0.065f, 0.075f, 0.075f}, 9, 14), ribbon1);
  for (const float side : {-1.0f, 1.0f}) {
    add(out, bow_loop(side), ribbon1);
    append(out, ribbon_tail(side));
  }
  return out;
}

struct Part {
  const char *name, *english;
  std::uint32_t colour, edge_colour;
  MicrophoneTexture texture;
  float gloss;  ///< specular strength
  bool shiny;   ///< sphere map
  Mesh (*make)();
};
constexpr Part parts[] = {
    {"グリル", "grille", 0xffffff, 0x24242c, mesh_texture, 0.15f, true, grille},
    {"リング", "rings", 0xe8c15a, 0x6a4a1a, none, 0.5f, true, rings},
    {"本体", "body", 0xffffff, 0x141a30, body_texture, 0.3f, true, body},
    {"スイッチ", "switch", 0xfaf4e8, 0x141a30, none, 0.2f, false, switch_knob},
    {"リボン", "ribbon", 0x5cc4b8, 0x1f5a55, none, 0.0f, false, ribbon},
};

pmx::Material material_of(const Part& part, std::size_t index_count) {
  pmx::Material m;
  m.name = text(part.name);
  m.name_english = text(part.english);
  m.diffuse = rgb(part.colour);
  m.ambient = vec3(m.diffuse) * (1.0f - 154.0f / 255.0f);
  m.specular = vec3(part.gloss);
  m.specular_power = part.gloss > 0.0f ? 20.0f : 0.0f;
  m.flags = pmx::material_ground_shadow | pmx::material_casts_self_shadow |
            pmx::material_receives_self_shadow | pmx::material_edge;
  m.edge_colour = rgb(part.edge_colour);
  m.edge_size = 0.8f;
  m.texture = part.texture;
  m.sphere_texture = part.shiny ? gloss_texture : none;
  m.sphere_mode = part.shiny ? 2 : 0;
  m.toon_flag = 0;
  m.toon = toon_texture;
  m.index_count = static_cast<std::int32_t>(index_count);
  return m;
}

void add_bone(pmx::File& file, const char* name, const char* english, vec3 position, std::int32_t parent,
              vec3 tail, bool movable) {
  pmx::Bone b;
  b.name = text(name);
  b.name_english = text(english);
  b.position = position;
  b.parent = parent;
  b.flags = static_cast<std::uint16_t>(pmx::bone_rotatable | pmx::bone_visible | pmx::bone_operable |
                                       (movable ? pmx::bone_movable : 0));
  b.tail_offset = tail;
  file.bones.push_back(std::move(b));
}

void add_display_frames(pmx::File& file) {
  const auto frame = [&](const char* name, const char* english, bool special) {
    file.display_frames.push_back(
        {text(name), text(english), static_cast<std::uint8_t>(special ? 1 : 0), {}});
  };
  frame("Root", "Root", true);
  file.display_frames.back().items.push_back({0, grip});
  frame("表情", "Exp", true);
  frame("ボーン", "bones", false);
  for (std::int32_t i = 1; i < static_cast<std::int32_t>(file.bones.size()); ++i)
    file.display_frames.back().items.push_back({0, i});
}

/// A lattice of wires with dark holes.
vec4 mesh_paint(vec2 p) {
  const float u = p.x * 26.0f, v = p.y * 14.0f;
  const auto wire = [](float x) { return std::abs(x - std::floor(x) - 0.5f) * 2.0f; };  // 1 on the wire
  const float near_wire = std::max(wire(u + v), wire(u - v));
  return glm::mix(rgb(0x5a5c68), rgb(0xc4c8d4), smoothstep(0.55f, 0.85f, near_wire));
}

/// Night blue with gold lines and stars; v runs from the lower end to the head.
vec4 body_paint(vec2 p) {
  vec4 c = glm::mix(rgb(0x3c4a86), rgb(0x27305c), smoothstep(0.1f, 0.9f, p.y));
  for (const float y : {0.2f, 0.84f})
    c = blend(c, rgb(0xe8c15a, smoothstep(0.022f, 0.012f, std::abs(p.y - y))));
  for (int i = 0; i < 6; ++i) {
    const vec2 at((static_cast<float>(i) + 0.5f) / 6.0f, i % 2 == 0 ? 0.46f : 0.62f);
    const vec2 q = (p - at) * vec2(1.0f, 1.4f);
    const float angle = std::atan2(q.x, q.y);
    const float points = 0.026f + 0.012f * std::cos(5.0f * angle);
    c = blend(c, rgb(0xf6e2a0, smoothstep(points + 0.004f, points - 0.004f, glm::length(q))));
  }
  return c;
}

/// A sphere map to add: a window's light at the upper left, a rim below.
vec4 gloss_paint(vec2 p) {
  const vec2 q = 2.0f * p - 1.0f;
  const float light = disc(q, {-0.35f, -0.42f}, {0.3f, 0.24f}, 0.3f);
  const float rim = 0.5f * smoothstep(0.72f, 0.98f, glm::length(q)) * smoothstep(0.0f, 0.8f, q.y);
  return vec4(vec3(0.42f, 0.42f, 0.46f) * (light + rim), 1.0f);
}

vec4 toon_paint(vec2 p) {
  return glm::mix(rgb(0xffffff), rgb(0xb9b2cc), smoothstep(0.46f, 0.55f, p.y));
}

}  // namespace

pmx::File make_microphone() {
  pmx::File file;
  file.header.encoding = text_encoding;
  file.name = text("mmdview microphone");
  file.name_english = text("mmdview microphone");
  file.comment = file.comment_english = text(
      "A sample prop of mmdview, to be hung on a hand. Own work of the project, made by "
      "tools/make_sample.\r\n"
      "CC0 1.0: no rights reserved.");
  for (const char* path : texture_paths) file.textures.push_back(text(path));
  add_bone(file, "グリップ", "grip", vec3(0.0f), -1, {0, neck, 0}, true);
  add_bone(file, "ヘッド", "head", {0, neck, 0}, grip, {0, head_middle + head_radius - neck, 0}, false);
  add_bone(file, "スイッチ", "switch", {0, 0.44f, -0.18f}, grip, {0, 0.1f, 0}, true);
  add_bone(file, "リボン１", "ribbon1", ribbon_at, grip, ribbon_bend - ribbon_at, false);
  add_bone(file, "リボン２", "ribbon2", ribbon_bend, ribbon1, {0, -0.4f, 0}, false);
  Mesh whole;
  for (const Part& part : parts) {
    const Mesh mesh = part.make();
    if (!is_closed(mesh)) throw std::logic_error(std::string(part.english) + ": the mesh has open edges");
    file.materials.push_back(material_of(part, mesh.indices.size()));
    append(whole, mesh);
  }
  add_vertices(file.vertices, whole);
  file.indices.assign(whole.indices.begin(), whole.indices.end());
  add_display_frames(file);
  file.header.index_sizes = pmx::smallest_index_sizes(file);
  return file;
}

std::vector<std::pair<std::string, Image>> make_microphone_textures() {
  std::vector<std::pair<std::string, Image>> out;
  out.emplace_back("tex/mesh.png", painted(256, 128, mesh_paint));
  out.emplace_back("tex/body.png", painted(256, 256, body_paint));
  out.emplace_back("tex/gloss.png", painted(64, 64, gloss_paint));
  out.emplace_back("tex/toon.png", painted(8, 64, toon_paint));
  return out;
}

}  // namespace mmd::sample
