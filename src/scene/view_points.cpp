// What views of a part of the body fit into the picture.
#include <algorithm>
#include <string_view>

#include "scene/scene.h"

namespace mmd {
namespace {

/// Points on an ellipsoid about as large as a box: like a head, its extent hardly changes when rotated.
std::vector<vec3> points_on_ellipsoid(const Bounds& box) {
  std::vector<vec3> out;
  for (int i = 0; i < 27; ++i) {
    const int across = i % 3 - 1, up = i / 3 % 3 - 1, along = i / 9 - 1;
    const vec3 direction(static_cast<float>(across), static_cast<float>(up), static_cast<float>(along));
    if (i != 13) out.push_back(box.centre() + glm::normalize(direction) * (box.max - box.min) * 0.56f);
  }
  return out;
}

}  // namespace

std::vector<vec3> Actor::points_around_head(View view) const {
  const std::int32_t head = model_->find_bone("頭");
  std::vector<vec3> out;
  if (head == none) {
    for (const vec3& p : corners_of(around_head(view, posed_bounds(), {}))) out.push_back(p);
    return out;
  }
  const std::vector<Bone>& bones = model_->skeleton.bones;
  const Bone& bone = bones[static_cast<std::size_t>(head)];
  const Bounds rest{model_->bounds_min, model_->bounds_max};
  for (const vec3& p : points_on_ellipsoid(around_head(View::face, rest, bone.rest)))
    out.push_back(transform_point(bone_in_scene(head), p - bone.rest));
  if (view != View::bust) return out;
  // Shoulders do not move with the head bone, but with its parent.
  const std::int32_t below = bone.parent != none ? bone.parent : head;
  const vec3 below_rest = bones[static_cast<std::size_t>(below)].rest;
  for (const vec3& p : corners_of(around_head(view, rest, bone.rest)))
    if (p.y < bone.rest.y) out.push_back(transform_point(bone_in_scene(below), p - below_rest));
  return out;
}

namespace {

/// The bones where the shown limbs begin. Newer models move feet by the D-bones.
std::vector<std::string_view> first_bones(View view) {
  if (view == View::left_hand) return {"左手首"};
  if (view == View::right_hand) return {"右手首"};
  return {"左足首", "右足首", "左足首D", "右足首D", "左足首Ｄ", "右足首Ｄ"};
}

/// Per palette entry, whether its bone is one of these, hangs on one, or turns with one by append. The last
/// entry is no bone.
std::vector<bool> bones_below(const Skeleton& skeleton, std::vector<std::int32_t> from) {
  const std::size_t count = skeleton.bones.size();
  std::vector<std::vector<std::int32_t>> followers(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Bone& bone = skeleton.bones[i];
    const auto index = static_cast<std::int32_t>(i);
    if (bone.parent != none) followers[static_cast<std::size_t>(bone.parent)].push_back(index);
    if (bone.append.source != none && bone.append.rotation && bone.append.ratio > 0.0f)
      followers[static_cast<std::size_t>(bone.append.source)].push_back(index);
  }
  std::vector<bool> out(count + 1);
  while (!from.empty()) {
    const auto bone = static_cast<std::size_t>(from.back());
    from.pop_back();
    if (out[bone]) continue;
    out[bone] = true;
    from.insert(from.end(), followers[bone].begin(), followers[bone].end());
  }
  return out;
}

}  // namespace

std::vector<vec3> Actor::points_of_bones(std::vector<std::int32_t> bones) const {
  const std::vector<bool> shown = bones_below(model_->skeleton, std::move(bones));
  const auto& vertices = model_->vertices;
  const auto positions = posed_positions();
  std::vector<vec3> out;
  for (std::size_t m = 0; m < model_->materials.size(); ++m) {
    if (is_hidden(materials_[m])) continue;
    for (const std::uint32_t v : model_->triangles_of(m)) {
      float share = 0.0f;
      for (int i = 0; i < 4; ++i)
        if (shown[vertices.bones[v][static_cast<std::size_t>(i)]]) share += vertices.weights[v][i];
      if (share > 0.5f) out.push_back(positions[v]);
    }
  }
  return out;
}

std::vector<vec3> Actor::points_of_limbs(View view) const {
  std::vector<std::int32_t> bones;
  for (const std::string_view name : first_bones(view))
    if (const std::int32_t bone = model_->find_bone(name); bone != none) bones.push_back(bone);
  return points_of_bones(std::move(bones));
}

std::vector<vec3> points_around(const Actor& actor, std::span<const std::int32_t> bones) {
  const Skeleton& skeleton = actor.model().skeleton;
  std::vector<std::int32_t> seen(bones.begin(), bones.end());
  for (const std::int32_t bone : bones)
    if (const std::int32_t chain = skeleton.bones[static_cast<std::size_t>(bone)].ik; chain != none)
      seen.push_back(skeleton.ik_chains[static_cast<std::size_t>(chain)].effector);
  std::vector<vec3> out = actor.points_of_bones(seen);
  constexpr float around_joint = 0.4f, smallest = 0.7f;  // MMD units, for joints and for eyes
  for (const std::int32_t bone : bones) {
    const vec3 joint = translation_of(actor.bone_in_scene(bone));
    for (const vec3& p : corners_of({joint - around_joint, joint + around_joint})) out.push_back(p);
  }
  Bounds box{out.front(), out.front()};
  for (const vec3& p : out) box = {glm::min(box.min, p), glm::max(box.max, p)};
  if (box.radius() < 2.0f * smallest)
    for (const vec3& p : corners_of({box.centre() - smallest, box.centre() + smallest})) out.push_back(p);
  return out;
}

std::vector<vec3> points_for(const Scene& scene, View view) {
  if (!shows_part(view) || scene.actors.empty()) return {};
  const Actor& subject = *scene.actors[scene.subject];
  const bool is_of_head = view == View::bust || view == View::face;
  return is_of_head ? subject.points_around_head(view) : subject.points_of_limbs(view);
}

}  // namespace mmd
