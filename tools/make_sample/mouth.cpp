#include <algorithm>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/face_shapes.h"
#include "make_sample/openings.h"
#include "make_sample/parts.h"
#include "make_sample/patch.h"

// The inside of the mouth and the lines of the lips. The skin hides the inside while the mouth is closed.

namespace mmd::sample {
namespace {

constexpr int cavity_around = 48;

/// One ring of the cavity: how far it lies outside the lips, and its depth behind the skin.
struct CavityRing {
  float out, depth;
};
constexpr CavityRing cavity_rings[] = {{0.05f, 0.02f}, {0.07f, 0.14f}, {0.06f, 0.3f}, {-0.03f, 0.42f}};

vec3 cavity_point(const Sdf& face, const Lips& lips, const CavityRing& ring, float angle) {
  const vec2 rim = lip_point(lips, angle);
  const vec2 out = ring.out * vec2(std::cos(angle), std::sin(angle));
  const float skin = on_face(face, rim, 0.0f).position.z;
  const vec2 middle(0.0f, mouth_centre.y + lips.shift);
  const vec2 at = ring.out > 0.0f ? rim + out : glm::mix(middle, rim, 0.6f) + vec2(0.3f) * -out;
  // The skin around an open mouth curves back; the wall stays behind it.
  const float around = ring.out > 0.0f ? on_face(face, at, 0.0f).position.z : skin;
  return {at, std::max(skin, around) + ring.depth};
}

Mesh make_cavity() {
  const Sdf face = head_shape();
  Mesh m;
  m.closed = false;
  const float count = static_cast<float>(std::size(cavity_rings));
  for (std::size_t r = 0; r < std::size(cavity_rings); ++r)
    for (int a = 0; a < cavity_around; ++a) {
      const float angle = 2.0f * pi * static_cast<float>(a) / cavity_around;
      const vec3 p = cavity_point(face, {}, cavity_rings[r], angle);
      m.position.push_back(p);
      m.uv.push_back(glm::mix(vec2(cell::cavity.x, cell::cavity.y), vec2(cell::cavity.z, cell::cavity.w),
                              vec2(0.5f, (static_cast<float>(r) + 0.5f) / count)));
      for (const LipMorph& l : lip_morphs())
        m.morphs[l.name].push_back(cavity_point(face, l.lips, cavity_rings[r], angle) - p);
    }
  const auto at = [](std::size_t r, int a) {
    return static_cast<std::uint32_t>(r * cavity_around + static_cast<std::size_t>(a % cavity_around));
  };
  for (std::size_t r = 0; r + 1 < std::size(cavity_rings); ++r)
    for (int a = 0; a < cavity_around; ++a)
      m.indices.insert(m.indices.end(),
                       {at(r, a), at(r, a + 1), at(r + 1, a), at(r, a + 1), at(r + 1, a + 1), at(r + 1, a)});
  // The far end.
  for (int a = 1; a + 1 < cavity_around; ++a)
    m.indices.insert(m.indices.end(), {at(std::size(cavity_rings) - 1, 0), at(std::size(cavity_rings) - 1, a),
                                       at(std::size(cavity_rings) - 1, a + 1)});
  m.edge_scale.resize(m.size(), 0.0f);
  return m;
}

/// The upper row of teeth. Rounded mouths hide it.
Mesh make_teeth() {
  const auto row = [](float raise) -> Outline {
    return [raise](float u, float v) {
      const float s = 2.0f * u - 1.0f;
      return mouth_centre + vec2(0.25f * s, 0.1f - 0.125f * v + 0.02f * s * s + raise);
    };
  };
  Patch p{cell::teeth, level(-0.075f), 12, 2, row(0.0f), {}};
  for (const char* hidden : {"う", "お", "▲", "ぺろっ", "□"}) p.morphs[hidden] = row(0.11f);
  return make_patch(p);
}

/// Moves the tongue behind the lips, straight back: along the normals of the lips its sides would cross. Its
/// middle bulges forwards. `from` and `to` are the corners of its picture.
void sink_tongue(Mesh& m, vec2 from, vec2 to) {
  const Sdf face = head_shape();
  const float lips = on_face(face, mouth_centre, 0.0f).position.z;
  for (std::size_t v = 0; v < m.size(); ++v) {
    const vec2 q = 2.0f * (m.uv[v] - from) / (to - from) - 1.0f;
    const float depth = 0.17f - 0.06f * (1.0f - 0.5f * glm::dot(q, q));
    const float skin = m.position[v].z, z = std::max(skin, lips) + depth;
    for (auto& [name, offsets] : m.morphs) offsets[v].z = std::max(skin + offsets[v].z, lips) + depth - z;
    m.position[v].z = z;
    m.normal[v] = {0.0f, 0.0f, -1.0f};
  }
}

/// The tongue lies on the mouth's floor; ぺろっ puts it out.
Mesh make_tongue() {
  const vec2 half(0.13f, 0.1f);
  const auto at = [half](vec2 centre, float size) -> Outline {
    return [=](float u, float v) {
      const vec2 q(2.0f * u - 1.0f, 1.0f - 2.0f * v);
      const vec2 round = q * vec2(std::sqrt(1.0f - 0.5f * q.y * q.y), std::sqrt(1.0f - 0.5f * q.x * q.x));
      return centre + half * size * round;
    };
  };
  const vec2 rest = mouth_centre - vec2(0.0f, 0.12f);
  Patch p{cell::tongue, level(0.0f), 10, 8, at(rest, 1.0f), {}};
  for (const LipMorph& l : lip_morphs()) {
    const float floor = mouth_centre.y + l.lips.shift - std::max(l.lips.low, 0.05f);
    p.morphs[l.name] = at({0.0f, floor + 0.01f}, l.lips.width < 0.12f ? 0.6f : 1.0f);
  }
  p.morphs["ぺろっ"] = at(mouth_centre - vec2(0.0f, 0.07f), 0.62f);
  Mesh m = make_patch(p);
  sink_tongue(m, {cell::tongue.x, cell::tongue.y}, {cell::tongue.z, cell::tongue.w});
  for (vec3& offset : m.morphs["ぺろっ"]) offset.z -= 0.17f;
  return m;
}

using LipStrip = std::function<vec2(const Lips&, float, float)>;

Mesh lip_strip(const LipStrip& strip, int columns) {
  Patch p{cell::lip, level(0.012f), columns, 1, [strip](float u, float v) { return strip({}, u, v); }, {}};
  for (const LipMorph& l : lip_morphs())
    p.morphs[l.name] = [strip, lips = l.lips](float u, float v) { return strip(lips, u, v); };
  return make_patch(p);
}

/// The line between the lips, or above an open mouth.
vec2 upper_line(const Lips& lips, float u, float v) {
  const float thick = 0.006f + 0.022f * std::sin(pi * (0.04f + 0.92f * u));
  const vec2 p = lip_point(lips, pi * (1.0f - u));
  return p + vec2(0.03f * (2.0f * u - 1.0f) * std::abs(2.0f * u - 1.0f), thick * (0.5f - v));
}

/// Below an open mouth its lower rim; below a closed one the shade of the lower lip.
vec2 lower_line(const Lips& lips, float u, float v) {
  const float open = smoothstep(0.0f, 0.08f, lips.up + lips.low);
  const float span = glm::mix(0.14f, 0.42f, open);
  const float thick = glm::mix(0.012f, 0.02f, open) * std::sin(pi * (0.02f + 0.96f * u));
  const vec2 p = lip_point(lips, -pi * (0.5f + span * (1.0f - 2.0f * u)));
  return p - vec2(0.0f, glm::mix(0.085f, 0.0f, open) + thick * (v - 0.5f));
}

Mesh on_head(Mesh m, const Rig& rig) {
  lower(m);
  set_weights(m, on_bone(rig, "頭"));
  return m;
}

}  // namespace

Mesh make_mouth(const Rig& rig) {
  Mesh m = make_cavity();
  for (std::size_t i = 0; i < m.indices.size(); i += 3) std::swap(m.indices[i + 1], m.indices[i + 2]);
  compute_normals(m);
  append(m, make_tongue());
  append(m, make_teeth());
  return on_head(std::move(m), rig);
}

Mesh make_lips(const Rig& rig) {
  Mesh m = lip_strip(upper_line, 28);
  append(m, lip_strip(lower_line, 18));
  return on_head(std::move(m), rig);
}

}  // namespace mmd::sample
