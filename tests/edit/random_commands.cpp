#include "tests/edit/random_commands.h"

#include <cstring>

#include "tests/support/model_builder.h"
#include "tests/support/random_skeletons.h"

namespace mmd::test {
namespace {

using namespace edit;

// Not the distributions of <random>: their results differ between libraries.
float uniform(std::mt19937& random, float low, float high) {
  return low + (high - low) * static_cast<float>(random() % 65536) / 65535.0f;
}

std::int32_t below(std::mt19937& random, std::size_t count) {
  return static_cast<std::int32_t>(random() % count);
}

vec3 random_vector(std::mt19937& random) {
  return {uniform(random, -2, 2), uniform(random, -2, 2), uniform(random, -2, 2)};
}

/// Of the bones for which the flag is set.
std::int32_t random_bone(std::mt19937& random, const Model& model, bool Bone::*flag) {
  for (;;) {
    const std::int32_t b = below(random, model.bone_count());
    if (model.skeleton.bones[static_cast<std::size_t>(b)].*flag) return b;
  }
}

Parts random_parts(std::mt19937& random, const Model& model) {
  if (random() % 4 == 0) return whole_pose();
  Parts parts;
  for (std::size_t left = 1 + random() % 6; left > 0; --left) {
    parts.bones.push_back(below(random, model.bone_count()));
    if (!model.morphs.empty() && random() % 2 == 0)
      parts.morphs.push_back(below(random, model.morphs.size()));
  }
  return parts;
}

SetBones random_bones(std::mt19937& random, const Model& model) {
  SetBones out;
  for (std::size_t left = 1 + random() % 4; left > 0; --left) {
    out.bones.push_back(
        {random_bone(random, model, &Bone::rotatable), std::nullopt, random_rotation(random)});
    out.bones.push_back({random_bone(random, model, &Bone::movable), random_vector(random), std::nullopt});
  }
  return out;
}

Paste random_paste(std::mt19937& random, const Model& model) {
  Paste out;
  out.keep_others = random() % 2 == 0;
  for (std::size_t left = 1 + random() % 5; left > 0; --left) {
    const quat q = random_rotation(random);
    const auto bone = static_cast<std::size_t>(below(random, model.bone_count()));
    out.file.bones.push_back(
        {model.skeleton.bones[bone].name, random_vector(random), vec4(q.x, q.y, q.z, q.w), 0});
  }
  out.file.bones.push_back({"no such bone", vec3(1.0f), vec4(0, 0, 0, 1), 0});
  return out;
}

template <class T>
bool same_bytes(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

}  // namespace

std::shared_ptr<const Model> puppet() {
  FileBuilder b;
  b.file.name = b.text("人形");
  b.bone("センター");
  for (const char* name : {"左腕", "右腕", "左腕捩", "右腕捩", "首", "首", "左飾り", "頭", "台"})
    b.bone(name, 0, vec3(0.0f, 1.0f, 0.0f));
  const auto flags_of = [&](std::size_t bone) -> std::uint16_t& { return b.file.bones[bone].flags; };
  for (const std::size_t twist : {3u, 4u}) {
    flags_of(twist) |= pmx::bone_fixed_axis;
    b.file.bones[twist].fixed_axis = vec3(twist == 3 ? 1.0f : -1.0f, -0.5f, 0.0f);
  }
  flags_of(8) &= static_cast<std::uint16_t>(~pmx::bone_movable);
  flags_of(9) &= static_cast<std::uint16_t>(~pmx::bone_rotatable);
  add_leg(b.file, 0, {0.8f, 9.8f, 0}, "左");
  add_leg(b.file, 0, {-0.8f, 9.8f, 0}, "右");
  for (const char* name : {"ウィンク", "ウィンク右", "笑い左", "笑い右", "あ", "涙右"})
    b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {});
  return b.model();
}

quat random_rotation(std::mt19937& random) {
  const vec3 xyz = random_vector(random);
  const vec4 q = glm::normalize(vec4(xyz, uniform(random, -2, 2)) + vec4(0.001f));
  return quat(q.w, q.x, q.y, q.z);
}

Pose random_pose(std::mt19937& random, const Model& model) {
  Pose pose(model);
  for (vec3& t : pose.translation) t = random_vector(random);
  for (quat& q : pose.rotation) q = random_rotation(random);
  for (float& w : pose.morph_weights) w = uniform(random, 0, 1);
  return pose;
}

Command random_command(std::mt19937& random, const Model& model, CommandKind kind) {
  switch (kind) {
    case CommandKind::rotate_bone:
      return RotateBone{random_bone(random, model, &Bone::rotatable), random_rotation(random)};
    case CommandKind::move_bone:
      return MoveBone{random_bone(random, model, &Bone::movable), random_vector(random)};
    case CommandKind::set_bones:
      return random_bones(random, model);
    case CommandKind::set_morph:
      if (model.morphs.empty()) break;
      return SetMorph{below(random, model.morphs.size()), uniform(random, -1, 2)};
    case CommandKind::set_ik:
      if (model.skeleton.ik_chains.empty()) break;
      return SetIk{below(random, model.skeleton.ik_chains.size()), random() % 2 == 0};
    case CommandKind::reset:
      return Reset{random_parts(random, model)};
    case CommandKind::mirror:
      return Mirror{random_parts(random, model)};
    case CommandKind::blend:
      return Blend{random_pose(random, model), uniform(random, 0, 1), random_parts(random, model), {}};
    case CommandKind::take_parts:
      return TakeParts{random_pose(random, model), random_parts(random, model), {}};
    case CommandKind::paste:
      return random_paste(random, model);
    case CommandKind::count:
      break;
  }
  return Reset{random_parts(random, model)};
}

Command random_command(std::mt19937& random, const Model& model) {
  return random_command(random, model,
                        static_cast<CommandKind>(random() % static_cast<unsigned>(CommandKind::count)));
}

bool same_bits(const Pose& a, const Pose& b) {
  return same_bytes(a.translation, b.translation) && same_bytes(a.rotation, b.rotation) &&
         same_bytes(a.morph_weights, b.morph_weights);
}

bool same_bits(const EditState& a, const EditState& b) {
  return same_bits(a.pose, b.pose) && a.ik_chains == b.ik_chains;
}

}  // namespace mmd::test
