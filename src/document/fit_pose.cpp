#include "document/fit_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/bone_turns.h"
#include "document/loaded_figure.h"
#include "document/sample.h"
#include "document/touching_hands.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

/// Soles this near to the floor stand on it, MMD units; feet that are tilted less are flat.
constexpr float on_floor = 0.1f, flat_within = 10.0f * pi / 180.0f;
/// Bodies and knees this near to it lie and kneel on it: skin gives way, and clothes are between.
constexpr float lies_on_floor = 0.3f;
/// The body is lifted or lowered by this at most, MMD units.
constexpr float farthest_lift = 4.0f;

vec3 rest_of(const Model& model, std::int32_t bone) {
  return model.bone(bone).rest;
}

/// The bones of a leg.
struct Leg {
  std::int32_t hip = none, knee = none, ankle = none, goal = none;
  float thigh = 0.0f, shin = 0.0f;  ///< lengths
  std::vector<std::uint32_t> foot;  ///< the vertices of the foot; without any, `sole` counts
  std::array<vec3, 2> sole{};       ///< the floor below the ankle and the ball of the foot, from the ankle
  float length() const { return thigh + shin; }
};

/// The vertices that bones of some parts of the body (body_parts.h) move, without hair and skirt.
template <class Counts>
std::vector<std::uint32_t> vertices_of(const Model& model, Counts&& counts) {
  const auto parts = parts_of_bones(model);
  std::vector<std::uint32_t> out;
  for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
    const std::uint32_t bone = strongest_bone(model, v);
    if (bone < model.bone_count() && !model.skeleton.bones[bone].physics &&
        counts(body_parts()[parts[bone]].name))
      out.push_back(v);
  }
  return out;
}

Result<Leg> leg_of(const Model& model, std::string_view side) {
  const auto bone = [&](const char* name) { return model.find_bone(std::string(side).append(name)); };
  Leg out{bone("足"), bone("ひざ"), bone("足首"), bone("足ＩＫ"), 0.0f, 0.0f, {}, {}};
  if (out.hip == none || out.knee == none || out.ankle == none || out.goal == none)
    return fail(fmt::format("the model \"{}\" lacks one of {}足, {}ひざ, {}足首 and {}足ＩＫ", model.name,
                            side, side, side, side),
                "fitting needs MikuMikuDance's usual names of bones");
  out.thigh = glm::distance(rest_of(model, out.hip), rest_of(model, out.knee));
  out.shin = glm::distance(rest_of(model, out.knee), rest_of(model, out.ankle));
  if (!(out.length() > 1e-3f)) return fail(fmt::format("the legs of \"{}\" have no length", model.name));
  const std::string_view name = side == "左" ? "left foot" : "right foot";
  out.foot = vertices_of(model, [&](std::string_view part) { return part == name; });
  const float height = rest_of(model, out.ankle).y;
  constexpr float ball = 0.12f;  // of the leg
  out.sole = {vec3(0.0f, -height, 0.0f), vec3(0.0f, -height, ball * out.length())};
  return out;
}

float lowest_of(const Actor& actor, const std::vector<std::uint32_t>& vertices) {
  float out = std::numeric_limits<float>::max();
  for (const std::uint32_t v : vertices) out = std::min(out, actor.posed_positions()[v].y);
  return out;
}

/// The height of the lowest point of a foot.
float sole_height(const Actor& actor, const Leg& leg) {
  if (!leg.foot.empty()) return lowest_of(actor, leg.foot);
  const Affine placed = actor.bone_in_scene(leg.ankle);
  return std::min(transform_point(placed, leg.sole[0]).y, transform_point(placed, leg.sole[1]).y);
}

/// How far a foot is tilted from flat, radians.
float tilt(const Actor& actor, const Leg& leg) {
  const vec3 up = transform_vector(actor.bone_in_scene(leg.ankle), vec3(0, 1, 0));
  return std::acos(std::clamp(up.y, -1.0f, 1.0f));
}

void scale_translations(Actor& actor, float by) {
  for (const char* name : {"センター", "グルーブ", "腰", "左足IK親", "右足IK親", "左足ＩＫ", "右足ＩＫ",
                           "左つま先ＩＫ", "右つま先ＩＫ"})
    if (const std::int32_t bone = actor.model().find_bone(name); bone != none)
      actor.pose.translation[static_cast<std::size_t>(bone)] *= by;
  if (const std::int32_t root = actor.model().find_bone("全ての親"); root != none)
    actor.pose.translation[static_cast<std::size_t>(root)] *= vec3(by, 1.0f, by);
}

/// Whether a part can lie on the floor, apart from feet and hands.
bool is_trunk(std::string_view part) {
  return part == "head" || part == "torso" || part == "hips" || part.ends_with("arm") ||
         part.ends_with("thigh") || part.ends_with("shin");
}

/// Puts the legs of one actor as those of another.
class LegFitter {
 public:
  /// `mesh`: an actor in the pose with vertices, which may be the source.
  LegFitter(const Actor& source, const Actor& mesh, Actor& target, std::array<Leg, 2> from,
            std::array<Leg, 2> to)
      : source_(source),
        target_(target),
        from_(from),
        to_(to),
        ratio_(to[0].length() / from[0].length()),
        trunk_(vertices_of(target.model(), is_trunk)) {
    const float lowest = lowest_of(mesh, vertices_of(mesh.model(), is_trunk));
    if (std::abs(lowest) < lies_on_floor && !trunk_.empty()) lowest_ = lowest;
  }

  void fit() {
    scale_translations(target_, ratio_);
    target_.evaluate();
    for (std::size_t i = 0; i < 2; ++i) flatten(i);
    target_.evaluate();
    // The foot's tilt follows the leg a little, so the heights are found in steps.
    for (int step = 0; step < 5; ++step) {
      lift();
      for (std::size_t i = 0; i < 2; ++i) place(i);
      target_.evaluate();
    }
  }
  float ratio() const { return ratio_; }

 private:
  bool stands(std::size_t i) const { return std::abs(sole_height(source_, from_[i])) < on_floor; }

  void flatten(std::size_t i) {
    if (!stands(i) || tilt(source_, from_[i]) > flat_within) return;
    const vec3 up = transform_vector(target_.bone_in_scene(to_[i].ankle), vec3(0, 1, 0));
    turn_in_scene(target_, to_[i].goal, rotation_between(up, vec3(0, 1, 0)));
  }

  /// How high the ankle is above its own sole.
  float ankle_height(std::size_t i) const {
    return place_of(target_, to_[i].ankle).y - sole_height(target_, to_[i]);
  }

  /// From hip to ankle, if the knee bends as in the source.
  vec3 leg_like_source(std::size_t i) const {
    const vec3 hip = place_of(source_, from_[i].hip), knee = place_of(source_, from_[i].knee),
               ankle = place_of(source_, from_[i].ankle);
    const float whole = glm::distance(hip, ankle), thigh = glm::distance(hip, knee),
                shin = glm::distance(knee, ankle);
    const float inner = (thigh * thigh + shin * shin - whole * whole) / std::max(2.0f * thigh * shin, 1e-6f);
    const Leg& to = to_[i];
    const float length = std::sqrt(
        std::max(to.thigh * to.thigh + to.shin * to.shin - 2.0f * to.thigh * to.shin * inner, 0.0f));
    return whole > 1e-3f ? (ankle - hip) * (length / whole) : ratio_ * (ankle - hip);
  }

  /// Lifts or lowers the body: what lies or kneels on the floor does so again; otherwise legs that stand
  /// reach the floor with the knees of the source.
  void lift() {
    float sum = 0.0f, count = 0.0f;
    if (lowest_) {
      sum = *lowest_ - lowest_of(target_, trunk_);
      count = 1.0f;
    }
    for (std::size_t i = 0; i < 2 && !lowest_; ++i) {
      if (!stands(i)) continue;
      const float sole = sole_height(source_, from_[i]);
      sum += sole + ankle_height(i) - leg_like_source(i).y - place_of(target_, to_[i].hip).y;
      count += 1.0f;
    }
    const std::int32_t centre = target_.model().find_bone("センター");
    if (count == 0.0f || centre == none) return;
    const float by = std::clamp(sum / count, -farthest_lift, farthest_lift);
    place_in_scene(target_, centre, place_of(target_, centre) + vec3(0.0f, by, 0.0f));
    target_.evaluate();
  }

  void place(std::size_t i) {
    vec3 leg = leg_like_source(i);
    const vec3 hip = place_of(target_, to_[i].hip);
    if (stands(i)) {
      // The foot goes a little outwards or inwards where the floor would change the knee.
      const float whole = glm::length(leg), across = std::hypot(leg.x, leg.z);
      leg.y = sole_height(source_, from_[i]) + ankle_height(i) - hip.y;
      const float wanted = std::sqrt(std::max(whole * whole - leg.y * leg.y, 0.0f));
      if (across > 1e-3f) {
        const float by = std::clamp(wanted / across, 0.85f, 1.15f);
        leg.x *= by, leg.z *= by;
      }
    }
    place_in_scene(target_, to_[i].goal, hip + leg);
  }

  const Actor& source_;
  Actor& target_;
  const std::array<Leg, 2> from_, to_;
  const float ratio_;
  const std::vector<std::uint32_t> trunk_;
  std::optional<float> lowest_;  ///< the height of a body that lies or kneels on the floor
};

std::vector<FitChange> changes_of(const Pose& before, const Pose& after) {
  std::vector<FitChange> out;
  for (std::size_t i = 0; i < after.rotation.size(); ++i) {
    const quat turned = glm::conjugate(before.rotation[i]) * after.rotation[i];
    const float half = std::atan2(glm::length(vec3(turned.x, turned.y, turned.z)), std::abs(turned.w));
    const FitChange change{static_cast<std::int32_t>(i), 2.0f * half * 180.0f / pi,
                           glm::distance(before.translation[i], after.translation[i])};
    if (change.degrees > 0.05f || change.units > 0.005f) out.push_back(change);
  }
  return out;
}

/// Poses an actor; returns the bones that it lacks and whose rotations their parents got.
std::vector<std::string> put(vpd::File file, const BoneNames& names, Actor& actor) {
  rename_bones(file, names, actor.model());
  auto given = give_to_parents(file, actor.model());
  apply_vpd(file, actor.model(), actor.pose);
  return given;
}

}  // namespace

std::shared_ptr<const Model> classic_figure() {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.name.bytes = "classic";
  const auto bone = [&](const char* name, std::int32_t parent, const vec3& rest) {
    pmx::Bone& out = file.bones.emplace_back();
    out.name.bytes = name;
    out.parent = parent;
    out.position = rest;
    out.flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible | pmx::bone_operable;
    return static_cast<std::int32_t>(file.bones.size()) - 1;
  };
  const auto root = bone("全ての親", -1, {0, 0, 0}), centre = bone("センター", root, {0, 8, 0}),
             groove = bone("グルーブ", centre, {0, 8.2f, 0}), waist = bone("腰", groove, {0, 10.5f, 0}),
             lower = bone("下半身", waist, {0, 12, 0}), upper = bone("上半身", waist, {0, 12, 0}),
             chest = bone("上半身2", upper, {0, 13.3f, 0}), neck = bone("首", chest, {0, 15.24f, 0});
  bone("頭", neck, {0, 16.9f, 0});
  for (const float side : {1.0f, -1.0f}) {
    const std::string name = side > 0.0f ? "左" : "右";
    const auto named = [&](const char* rest) { return name + rest; };
    // Arms of 4.76 units, 37 degrees below the horizontal.
    const auto shoulder = bone(named("肩").c_str(), chest, {0.2f * side, 14.9f, 0}),
               arm = bone(named("腕").c_str(), shoulder, {1.1f * side, 14.8f, 0}),
               elbow = bone(named("ひじ").c_str(), arm, {3.0f * side, 13.37f, 0}),
               wrist = bone(named("手首").c_str(), elbow, {4.9f * side, 11.94f, 0});
    bone(named("人指１").c_str(), wrist, {5.5f * side, 11.5f, -0.25f});
    bone(named("小指１").c_str(), wrist, {5.5f * side, 11.5f, 0.25f});
    const auto hip = bone(named("足").c_str(), lower, {0.95f * side, 10.75f, 0}),
               knee = bone(named("ひざ").c_str(), hip, {0.95f * side, 6.1f, -0.12f}),
               ankle = bone(named("足首").c_str(), knee, {0.95f * side, 1.34f, 0.1f});
    bone(named("つま先").c_str(), ankle, {0.95f * side, 0, -1.3f});
    const auto parent = bone(named("足IK親").c_str(), root, {0.95f * side, 0, 0.1f});
    const auto goal = bone(named("足ＩＫ").c_str(), parent, {0.95f * side, 1.34f, 0.1f});
    pmx::Bone& ik = file.bones[static_cast<std::size_t>(goal)];
    ik.flags |= pmx::bone_ik;
    ik.ik.target = ankle;
    ik.ik.loop_count = 40;
    ik.ik.unit_angle = 2.0f;
    ik.ik.links = {pmx::IkLink{knee, 1, {-pi, 0, 0}, {-0.0087f, 0, 0}}, pmx::IkLink{hip, 0, {}, {}}};
  }
  return build_model(std::move(file)).model;
}

std::shared_ptr<const Model> sample_figure() {
  const auto files = sample_files(sample_folders(program_folder()));
  if (files.empty()) return nullptr;
  const auto loaded = load_document({files.front()}, {}, false);
  return loaded ? loaded->loaded.model : nullptr;
}

Result<FittedPose> fit_pose(const vpd::File& file, const FitSource& source,
                            const std::shared_ptr<const Model>& target, const BoneNames& names) {
  std::array<Leg, 2> from, to;
  for (std::size_t i = 0; i < 2; ++i) {
    const char* const side = i == 0 ? "左" : "右";
    MMD_TRY(from[i], leg_of(*source.model, side));
    MMD_TRY(to[i], leg_of(*target, side));
  }
  const auto textures = std::make_shared<const TextureSet>();
  const auto mesh_model = source.mesh ? source.mesh : source.model;
  Actor made_for(source.model, textures), mesh(mesh_model, textures), fitted(target, textures);
  put(file, {}, made_for);
  put(file, {}, mesh);
  const auto given = put(file, names, fitted);
  const Pose before = fitted.pose;
  made_for.evaluate();
  mesh.evaluate();
  LegFitter legs(made_for, mesh, fitted, from, to);
  legs.fit();
  touch_again(mesh, fitted);
  FittedPose out{fitted.pose, legs.ratio(), changes_of(before, fitted.pose), given};
  out.pose.exact.clear();
  return out;
}

}  // namespace mmd
