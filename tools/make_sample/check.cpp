#include <cmath>
#include <string>

#include <glm/geometric.hpp>

#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

bool bones_in_range(const pmx::File& f) {
  const auto count = static_cast<std::int32_t>(f.bones.size());
  const auto known = [count](std::int32_t i) { return i >= 0 && i < count; };
  for (std::size_t i = 0; i < f.bones.size(); ++i) {
    const pmx::Bone& b = f.bones[i];
    if (b.parent >= static_cast<std::int32_t>(i)) return false;
    if ((b.flags & pmx::bone_tail_is_bone) && !known(b.tail_bone)) return false;
    if ((b.flags & pmx::bone_append_rotation) && !known(b.append_source)) return false;
    if (!(b.flags & pmx::bone_ik)) continue;
    if (!known(b.ik.target)) return false;
    for (const pmx::IkLink& link : b.ik.links)
      if (!known(link.bone)) return false;
  }
  return true;
}

/// The bones of a vertex and the sum of its weights in the file's terms.
bool weights_are_sound(const pmx::File& f, std::size_t v) {
  const auto type = f.vertices.type[v];
  const auto& w = f.vertices.weights[v];
  const bool four = type == pmx::WeightType::bdef4 || type == pmx::WeightType::qdef;
  const int bones = type == pmx::WeightType::bdef1 ? 1 : four ? 4 : 2;
  for (int i = 0; i < bones; ++i) {
    const std::int32_t bone = f.vertices.bones[v][static_cast<std::size_t>(i)];
    if (bone < 0 || bone >= static_cast<std::int32_t>(f.bones.size())) return false;
  }
  if (four) return std::abs(w[0] + w[1] + w[2] + w[3] - 1.0f) < 1e-5f;
  return w[0] >= 0.0f && w[0] <= 1.0f;
}

/// The smallest cosine between a triangle's normal and the normals of its corners.
float agreement(const pmx::File& f, const std::uint32_t* t) {
  const auto& p = f.vertices.position;
  const vec3 side = glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
  const vec3 normals = f.vertices.normal[t[0]] + f.vertices.normal[t[1]] + f.vertices.normal[t[2]];
  return glm::dot(side, normals);
}

std::string material_at(const pmx::File& f, std::size_t index) {
  std::size_t end = 0;
  for (const pmx::Material& m : f.materials) {
    end += static_cast<std::size_t>(m.index_count);
    if (index < end) return f.utf8(m.name_english);
  }
  return "no material";
}

std::string place_of(const pmx::File& f, std::size_t index) {
  const vec3 p = f.vertices.position[f.indices[index]];
  return std::to_string(p.x) + "," + std::to_string(p.y) + "," + std::to_string(p.z);
}

}  // namespace

Result<void> check_model(const pmx::File& f) {
  const std::size_t count = f.vertices.size();
  if (!bones_in_range(f)) return fail("a bone refers to one that is not there or comes later");
  std::size_t indices = 0;
  for (const pmx::Material& m : f.materials) indices += static_cast<std::size_t>(m.index_count);
  if (indices != f.indices.size()) return fail("the materials' index counts do not add up");
  for (std::size_t v = 0; v < count; ++v) {
    if (!weights_are_sound(f, v)) return fail("vertex " + std::to_string(v) + ": bad weights");
    if (std::abs(glm::length(f.vertices.normal[v]) - 1.0f) > 1e-4f)
      return fail("vertex " + std::to_string(v) + ": normal is not of unit length");
  }
  std::vector<bool> used(count, false);
  for (std::size_t i = 0; i < f.indices.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (f.indices[i + k] >= count)
        return fail("triangle " + std::to_string(i / 3) + ": index out of range");
      used[f.indices[i + k]] = true;
    }
    if (agreement(f, &f.indices[i]) <= 0.0f)
      return fail("triangle " + std::to_string(i / 3) + " of " + material_at(f, i) +
                  " is flat or faces against its normals, at " + place_of(f, i));
  }
  for (std::size_t v = 0; v < count; ++v)
    if (!used[v]) return fail("vertex " + std::to_string(v) + ": no triangle uses it");
  return {};
}

}  // namespace mmd::sample
