#include "annotations/landmarks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>

#include "model/body_parts.h"

namespace mmd {
namespace {

constexpr std::uint8_t panel_mouth = 3;

/// The vertices with at least half of their weight on palette indices for which `belongs` is true.
template <class Belongs>
std::vector<std::uint32_t> mostly(const Model& model, Belongs belongs) {
  std::vector<std::uint32_t> out;
  const VertexStreams& vertices = model.vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    float weight = 0.0f;
    for (int i = 0; i < 4; ++i)
      if (belongs(vertices.bones[v][static_cast<std::size_t>(i)])) weight += vertices.weights[v][i];
    if (weight >= 0.5f) out.push_back(static_cast<std::uint32_t>(v));
  }
  return out;
}

vec3 mean_of(const Model& model, const std::vector<std::uint32_t>& vertices) {
  vec3 sum(0.0f);
  for (const std::uint32_t v : vertices) sum += model.vertices.position[v];
  return sum / static_cast<float>(std::max<std::size_t>(vertices.size(), 1));
}

template <class Keep>
std::vector<std::uint32_t> only(const Model& model, const std::vector<std::uint32_t>& vertices, Keep keep) {
  std::vector<std::uint32_t> out;
  std::copy_if(vertices.begin(), vertices.end(), std::back_inserter(out),
               [&](std::uint32_t v) { return keep(model.vertices.position[v]); });
  return out;
}

/// The vertices that the mouth's vertex morphs move.
std::vector<std::uint32_t> moved_with_mouth(const Model& model) {
  std::vector<bool> moved(model.vertices.size());
  for (const Morph& morph : model.morphs) {
    const auto* offsets = std::get_if<VertexMorph>(&morph.data);
    if (morph.panel != panel_mouth || offsets == nullptr) continue;
    for (const std::uint32_t v : offsets->vertices) moved[v] = true;
  }
  std::vector<std::uint32_t> out;
  for (std::size_t v = 0; v < moved.size(); ++v)
    if (moved[v]) out.push_back(static_cast<std::uint32_t>(v));
  return out;
}

/// The material of the frontmost face at a place in the front view, without translucent materials.
std::optional<std::size_t> foremost_material(const Model& model, const vec2& at) {
  std::optional<std::size_t> best;
  float front = 0.0f;
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (model.materials[m].diffuse.a < 0.5f) continue;
    const auto corners = model.triangles_of(m);
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
      const vec3 a = model.vertices.position[corners[i]], b = model.vertices.position[corners[i + 1]],
                 c = model.vertices.position[corners[i + 2]];
      const auto turn = [](const vec2& p, const vec2& q, const vec2& r) {
        return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
      };
      const float area = turn(vec2(a), vec2(b), vec2(c));
      if (!(area > 0.0f)) continue;  // seen from behind
      const vec3 share =
          vec3(turn(vec2(b), vec2(c), at), turn(vec2(c), vec2(a), at), turn(vec2(a), vec2(b), at)) / area;
      if (share.x < 0.0f || share.y < 0.0f || share.z < 0.0f) continue;
      const float z = share.x * a.z + share.y * b.z + share.z * c.z;
      if (best && z <= front) continue;
      best = m;
      front = z;
    }
  }
  return best;
}

/// The material of the face's skin: the most frequent front material at nine places between mouth and eyes. A
/// single place might show a strand of hair or blush.
std::optional<std::size_t> face_material(const Model& model, const vec3& mouth, const vec3& left_eye,
                                         const vec3& right_eye) {
  const vec3 between = (left_eye + right_eye) * 0.5f;
  const float aside = 0.2f * std::abs(left_eye.x - right_eye.x);
  std::vector<int> votes(model.materials.size());
  for (const float height : {0.3f, 0.5f, 0.7f})
    for (const float side : {-1.0f, 0.0f, 1.0f})
      if (const auto material =
              foremost_material(model, vec2(between.x + side * aside, glm::mix(mouth.y, between.y, height))))
        ++votes[*material];
  const auto most = std::max_element(votes.begin(), votes.end());
  if (most == votes.end() || *most == 0) return std::nullopt;
  return static_cast<std::size_t>(most - votes.begin());
}

void put(std::int32_t vertex, Landmark landmark, Landmarks& to) {
  if (vertex != none) to[static_cast<std::size_t>(landmark)] = {static_cast<std::uint32_t>(vertex)};
}

/// Finds nose and ears.
void find_on_face(const Model& model, const Face& face, Landmarks& to) {
  const vec3 between = (face.left_eye + face.right_eye) * 0.5f;
  const float strip = 0.1f * std::abs(face.left_eye.x - face.right_eye.x);
  const auto ridge = only(model, face.skin, [&](const vec3& p) {
    return face.is_between_mouth_and_eyes(p) && std::abs(p.x - between.x) <= strip;
  });
  put(farthest(model, ridge, {0.0f, 0.0f, 1.0f}), Landmark::nose, to);
  const auto sides = only(
      model, face.skin, [&](const vec3& p) { return face.is_between_mouth_and_eyes(p) && p.z < between.z; });
  const auto of_side = [&](float side) {
    return only(model, sides, [&](const vec3& p) { return (p.x - between.x) * side > 0.0f; });
  };
  put(farthest(model, of_side(1.0f), {1.0f, 0.0f, 0.0f}), Landmark::left_ear, to);
  put(farthest(model, of_side(-1.0f), {-1.0f, 0.0f, 0.0f}), Landmark::right_ear, to);
}

/// Finds toes and heel of a foot. `side`: 1 left, -1 right.
void find_on_foot(const Model& model, const std::vector<std::uint8_t>& parts, float side, Landmarks& to) {
  const bool left = side > 0.0f;
  const auto foot = vertices_of_part(model, parts, left ? "left foot" : "right foot");
  const std::int32_t lowest = farthest(model, foot, {0.0f, -1.0f, 0.0f});
  const std::int32_t ankle = StandardBones(model).find(left ? "左足首" : "右足首");
  if (lowest == none || ankle == none) return;
  // Only the lower part, because a boot's shaft may reach farther back than the heel.
  const float floor = model.vertices.position[static_cast<std::size_t>(lowest)].y;
  const float joint = model.bone(ankle).rest.y;
  const auto sole = only(model, foot, [&](const vec3& p) { return p.y <= floor + 0.4f * (joint - floor); });
  put(farthest(model, sole, {-0.5f * side, 0.0f, 1.0f}),
      left ? Landmark::left_big_toe : Landmark::right_big_toe, to);
  put(farthest(model, sole, {side, 0.0f, 0.6f}), left ? Landmark::left_small_toe : Landmark::right_small_toe,
      to);
  put(farthest(model, sole, {0.0f, 0.0f, -1.0f}), left ? Landmark::left_heel : Landmark::right_heel, to);
}

}  // namespace

std::optional<Face> find_face(const Model& model, const std::vector<std::uint8_t>& parts,
                              const Landmarks& found) {
  const std::vector<std::uint32_t> lips = moved_with_mouth(model);
  const auto& left = found[static_cast<std::size_t>(Landmark::left_eye)];
  const auto& right = found[static_cast<std::size_t>(Landmark::right_eye)];
  if (lips.empty() || left.empty() || right.empty()) return std::nullopt;
  Face face;
  face.mouth = mean_of(model, lips);
  face.left_eye = mean_of(model, left);
  face.right_eye = mean_of(model, right);
  const auto material = face_material(model, face.mouth, face.left_eye, face.right_eye);
  if (!material) return std::nullopt;
  face.material = *material;
  std::vector<bool> in_material(model.vertices.size());
  for (const std::uint32_t v : model.triangles_of(*material)) in_material[v] = true;
  for (const std::uint32_t v : vertices_of_part(model, parts, "head"))
    if (in_material[v]) face.skin.push_back(v);
  return face;
}

std::vector<std::uint32_t> vertices_of_bone(const Model& model, std::int32_t bone) {
  if (bone == none) return {};
  return mostly(model, [&](std::uint32_t b) { return b == static_cast<std::uint32_t>(bone); });
}

std::vector<std::uint32_t> vertices_of_part(const Model& model, const std::vector<std::uint8_t>& parts,
                                            std::string_view part) {
  return mostly(model, [&](std::uint32_t b) { return body_parts()[parts[b]].name == part; });
}

std::int32_t farthest(const Model& model, const std::vector<std::uint32_t>& vertices, const vec3& direction) {
  std::int32_t best = none;
  float most = 0.0f;
  for (const std::uint32_t v : vertices) {
    const float reach = glm::dot(model.vertices.position[v], direction);
    if (best != none && reach <= most) continue;
    best = static_cast<std::int32_t>(v);
    most = reach;
  }
  return best;
}

Landmarks find_landmarks(const Model& model, const std::vector<std::uint8_t>& parts) {
  Landmarks out;
  const StandardBones bones(model);
  out[static_cast<std::size_t>(Landmark::left_eye)] = vertices_of_bone(model, bones.find("左目"));
  out[static_cast<std::size_t>(Landmark::right_eye)] = vertices_of_bone(model, bones.find("右目"));
  if (const auto face = find_face(model, parts, out)) find_on_face(model, *face, out);
  for (const float side : {1.0f, -1.0f}) find_on_foot(model, parts, side, out);
  return out;
}

}  // namespace mmd
