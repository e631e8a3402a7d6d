#pragma once

// Builds models piece by piece, for tests of single features. All values are in MMD's left-handed space, as
// in files.

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/pmx.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd::test {

class FileBuilder {
 public:
  FileBuilder();

  pmx::File file;

  /// Each returns the index of what was added.
  std::int32_t bone(std::string_view name, std::int32_t parent = -1, const vec3& position = vec3(0.0f));
  std::uint32_t vertex(const vec3& position, std::int32_t bone = 0);
  std::uint32_t weighted(const vec3& position, pmx::WeightType type, const std::array<std::int32_t, 4>& bones,
                         const std::array<float, 4>& weights);
  /// A vertex of type SDEF; `weight` is that of the first bone.
  std::uint32_t sdef(const vec3& position, std::int32_t bone0, std::int32_t bone1, float weight,
                     const pmx::Sdef& constants);
  /// A material for three indices per triangle added since the last material.
  pmx::Material& material(std::string_view name = "material");
  void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  /// A square in the XY plane that faces -Z (visible from the model's front), moved by one bone.
  void square(const vec3& centre, float half, std::int32_t bone = 0);

  void append(std::int32_t bone, std::int32_t source, float ratio,
              std::uint16_t kinds = pmx::bone_append_rotation);
  /// Makes `bone` an IK bone; links tip first.
  pmx::Ik& ik(std::int32_t bone, std::int32_t target, const std::vector<std::int32_t>& links);

  template <class Offset>
  std::int32_t morph(std::string_view name, pmx::MorphType type, std::vector<Offset> offsets) {
    pmx::Morph m;
    m.name = text(name);
    m.type = type;
    m.offsets = std::move(offsets);
    file.morphs.push_back(std::move(m));
    return static_cast<std::int32_t>(file.morphs.size() - 1);
  }
  std::int32_t texture(std::string_view name);

  pmx::Text text(std::string_view utf8) const { return pmx::from_utf8(utf8, file.header.encoding); }
  /// The checked model; the builder's file is not changed.
  BuiltModel build() const;
  std::shared_ptr<const Model> model() const { return build().model; }
  /// The bytes of the file, with the smallest index sizes.
  Bytes bytes() const;

 private:
  std::size_t owned_indices_ = 0;
};

/// Whether one of the diagnostics contains `text`.
bool says(const Diagnostics& diagnostics, std::string_view text);
/// All of them, one a line, for messages of failed checks.
std::string said(const Diagnostics& diagnostics);

/// The findings of a rule.
std::vector<Finding> of_rule(const std::vector<Finding>& findings, std::string_view rule);
/// All of them, one a line.
std::string said(const std::vector<Finding>& findings);

/// A model of `count` vertices (BDEF2) on two bones, in one material of `count` / 3 triangles.
pmx::File large_model(std::size_t count);

/// An offset of a material morph that changes nothing. `operation`: 0 multiplies, 1 adds.
pmx::MaterialOffset neutral_offset(std::uint8_t operation, std::int32_t material = -1);

// Rigid bodies and joints of a PMX for models that tests build. MMD space.

/// A ball of mass 1. `mode` as in files: 0 follows its bone, 1 is dynamic, 2 is dynamic at its bone.
inline pmx::RigidBody ball(std::int32_t bone, std::uint8_t mode, const vec3& position, float radius = 0.4f,
                           float damping = 0.5f) {
  pmx::RigidBody b;
  b.bone = bone;
  b.mode = mode;
  b.position = position;
  b.size = vec3(radius);
  b.mass = 1.0f;
  b.linear_damping = b.angular_damping = damping;
  return b;
}

/// Joins two bodies at a point, about which they may turn by `swing` (radians) either way.
inline pmx::Joint joint(std::int32_t a, std::int32_t b, const vec3& position, float swing = 1.5f) {
  pmx::Joint j;
  j.body_a = a;
  j.body_b = b;
  j.position = position;
  j.rotation_lower = vec3(-swing);
  j.rotation_upper = vec3(swing);
  return j;
}

}  // namespace mmd::test
