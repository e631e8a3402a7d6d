#include "make_sample/pose_builder.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <glm/geometric.hpp>

#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

const quat no_turn(1, 0, 0, 0);

std::string side_name(bool is_left) {
  return is_left ? "左" : "右";
}

vec3 on_side(bool is_left, vec3 v) {
  return is_left ? v : vec3(-v.x, v.y, v.z);
}

/// The rotation whose frame is (x, y, cross(x, y)) of two orthogonal directions.
quat frame(vec3 x, vec3 y) {
  return glm::normalize(glm::quat_cast(mat3(x, y, glm::cross(x, y))));
}

float depth_inside(const Capsule& c, const vec3& p) {
  const vec3 axis = c.to - c.from;
  const float t = std::clamp(glm::dot(p - c.from, axis) / glm::dot(axis, axis), 0.0f, 1.0f);
  return c.radius - glm::length(p - c.from - axis * t);
}

/// Penetration of a segment into obstacles, summed over samples.
float depth_of(const std::vector<Capsule>& solids, const vec3& from, const vec3& to, float margin,
               float ground) {
  float sum = 0.0f;
  for (const float t : {0.35f, 0.7f, 1.0f}) {
    const vec3 p = glm::mix(from, to, t);
    float deepest = 4.0f * (ground - p.y);  // the ground counts most
    for (const Capsule& c : solids) deepest = std::max(deepest, depth_inside(c, p) + margin);
    sum += std::max(deepest, 0.0f);
  }
  return sum;
}

}  // namespace

quat turn(vec3 axis, float degrees) {
  return glm::angleAxis(degrees * pi / 180.0f, glm::normalize(axis));
}

quat aim(vec3 from, vec3 to) {
  const vec3 a = glm::normalize(from), b = glm::normalize(to);
  return glm::normalize(quat(1.0f + glm::dot(a, b), glm::cross(a, b)));
}

PoseBuilder::PoseBuilder(const Rig& rig)
    : rig_(rig),
      rotation_(rig.bones.size(), no_turn),
      translation_(rig.bones.size(), vec3(0.0f)),
      mentioned_(rig.bones.size(), false) {}

PoseBuilder& PoseBuilder::rotate(const std::string& bone, quat rotation) {
  rotation_[index(bone)] = rotation;
  mentioned_[index(bone)] = true;
  return *this;
}

PoseBuilder& PoseBuilder::move(const std::string& bone, vec3 translation, quat rotation) {
  translation_[index(bone)] = translation;
  return rotate(bone, rotation);
}

PoseBuilder& PoseBuilder::morph(const std::string& name, float weight) {
  morphs_.push_back({name, weight});
  return *this;
}

quat PoseBuilder::local(std::size_t bone) const {
  const pmx::Bone& b = rig_.bones[bone];
  if (!(b.flags & pmx::bone_append_rotation)) return rotation_[bone];
  return rotation_[bone] *
         glm::slerp(no_turn, local(static_cast<std::size_t>(b.append_source)), b.append_ratio);
}

quat PoseBuilder::world(std::size_t bone) const {
  const std::int32_t parent = rig_.bones[bone].parent;
  return glm::normalize(parent < 0 ? local(bone) : world(static_cast<std::size_t>(parent)) * local(bone));
}

vec3 PoseBuilder::position(std::size_t bone) const {
  const pmx::Bone& b = rig_.bones[bone];
  if (b.parent < 0) return b.position + translation_[bone];
  const auto parent = static_cast<std::size_t>(b.parent);
  return position(parent) + world(parent) * (b.position - rig_.bones[parent].position + translation_[bone]);
}

vec3 PoseBuilder::position(const std::string& bone) const {
  return position(index(bone));
}

quat PoseBuilder::parent_world(const std::string& bone) const {
  return world(static_cast<std::size_t>(rig_.bones[index(bone)].parent));
}

void PoseBuilder::rotate_to(const std::string& bone, quat wanted) {
  rotate(bone, glm::normalize(glm::conjugate(parent_world(bone)) * wanted));
}

PoseBuilder& PoseBuilder::arm(bool is_left, const ArmPose& pose) {
  const std::string s = side_name(is_left);
  const auto at = [is_left](vec3 v) { return on_side(is_left, v); };
  const vec3 upper = glm::normalize(at(joint::elbow - joint::arm)), lower = at(joint::wrist - joint::elbow);
  const vec3 upper_to = glm::normalize(at(pose.upper)), lower_to = glm::normalize(at(pose.lower));
  rotate_to(s + "腕", aim(parent_world(s + "腕") * upper, upper_to) * parent_world(s + "腕"));
  // Rotates the upper arm until its elbow, which bends forwards at rest, bends in the wanted direction.
  const vec3 bends_about = world(index(s + "腕")) * glm::normalize(glm::cross(upper, vec3(0, 0, -1)));
  const vec3 should = glm::cross(upper_to, lower_to);
  const float bent = smoothstep(0.25f, 0.7f, glm::length(should));
  if (bent > 0.0f) {
    const vec3 wanted = glm::normalize(should);
    const float angle =
        std::atan2(glm::dot(glm::cross(bends_about, wanted), upper_to), glm::dot(bends_about, wanted));
    rotate(s + "腕捩", glm::angleAxis(std::clamp(angle * bent, -1.2f, 1.2f), upper));
  }
  const quat arm = world(index(s + "腕捩"));
  rotate_to(s + "ひじ", aim(arm * lower, lower_to) * arm);
  // The hand's rotation about the forearm goes to the twist bone, the rest to the wrist.
  const HandFrame rest = hand_frame();
  const vec3 along = glm::normalize(at(pose.hand));
  const vec3 back = glm::normalize(at(pose.back) - along * glm::dot(at(pose.back), along));
  const quat hand = frame(along, back) * glm::conjugate(frame(at(rest.along), at(rest.back)));
  const quat relative = glm::conjugate(world(index(s + "ひじ"))) * hand;
  const vec3 axis = glm::normalize(lower);
  const float about = glm::dot(vec3(relative.x, relative.y, relative.z), axis);
  rotate(s + "手捩", glm::normalize(quat(relative.w, axis * about)));
  rotate_to(s + "手首", hand);
  return *this;
}

PoseBuilder& PoseBuilder::reach(bool is_left, vec3 wrist, vec3 elbow, vec3 hand, vec3 back) {
  // All directions as for the left side.
  const vec3 shoulder = on_side(is_left, position(side_name(is_left) + "腕"));
  const float upper = glm::length(joint::elbow - joint::arm),
              lower = glm::length(joint::wrist - joint::elbow);
  const vec3 way = wrist - shoulder;
  const float distance = glm::length(way);
  if (distance > 0.99f * (upper + lower)) throw std::logic_error("the wrist is out of reach");
  const vec3 to = way / distance;
  const float along = (upper * upper - lower * lower + distance * distance) / (2.0f * distance);
  const vec3 out = glm::normalize(elbow - to * glm::dot(elbow, to));
  const vec3 bent = to * along + out * std::sqrt(upper * upper - along * along);
  return arm(is_left, {bent, way - bent, hand, back});
}

PoseBuilder& PoseBuilder::bend(bool is_left, const Finger& finger, const std::array<float, 3>& degrees,
                               float spread) {
  const HandFrame h = hand_frame();
  // About the axis across the finger: away from its nail.
  const vec3 first = glm::normalize(finger.points[1] - finger.points[0]);
  const vec3 hinge = glm::cross(first, -nail_direction(finger, first));
  const quat side = turn(glm::cross(h.along, h.thumb), spread);
  for (std::size_t i = 0; i < finger.numbers.size(); ++i) {
    quat q = turn(hinge, degrees[i]);
    if (i == 0) q = side * q;
    if (!is_left) q = quat(q.w, q.x, -q.y, -q.z);
    rotate(side_name(is_left) + finger.name + finger.numbers[i], q);
  }
  return *this;
}

PoseBuilder& PoseBuilder::curl(bool is_left, const Finger& finger, float degrees, float spread) {
  return bend(is_left, finger, {degrees, degrees, degrees}, spread);
}

PoseBuilder& PoseBuilder::fold(bool is_left, const Finger& finger) {
  constexpr float first = 83.0f, second = 104.0f;  // degrees
  // Units from the plane of the finger joints to the skin of the palm.
  constexpr float palm = 0.105f;
  const auto length = [&finger](std::size_t i) {
    return glm::length(finger.points[i + 1] - finger.points[i]);
  };
  const auto sine = [](float degrees) { return std::sin(degrees * pi / 180.0f); };
  // The last bone comes back to the palm as far as its tip has room.
  const float depth = length(0) * sine(first) + length(1) * sine(first + second);
  const float way = (depth - palm - finger.radii.back()) / length(2);
  const float last = 180.0f + std::asin(std::clamp(way, -1.0f, 1.0f)) * 180.0f / pi - first - second;
  return bend(is_left, finger, {first, second, last});
}

PoseBuilder& PoseBuilder::thumb_over_fingers(bool is_left) {
  const HandFrame h = hand_frame();
  const Finger& thumb = fingers().front();
  // Where its bones and their nail sides point, in the hand: out of the palm, up to the folded fingers, and
  // across these. The thumb turns about itself on the way, so that its pad lies on them and its nail is seen.
  struct Direction {
    vec3 axis, nail;
  };
  const auto in_hand = [&h](float along, float thumb_side, float back) {
    return glm::normalize(h.along * along + h.thumb * thumb_side + h.back * back);
  };
  const Direction wanted[] = {{in_hand(0.64f, 0.4f, -0.65f), in_hand(-0.2f, 0.9f, 0.42f)},
                              {in_hand(0.62f, -0.5f, -0.58f), in_hand(0.35f, 0.8f, -0.3f)},
                              {in_hand(0.08f, -0.98f, 0.12f), in_hand(0.4f, 0.0f, -0.9f)}};
  quat parent(1, 0, 0, 0);
  for (std::size_t i = 0; i < thumb.numbers.size(); ++i) {
    const vec3 rest = glm::normalize(thumb.points[i + 1] - thumb.points[i]);
    const auto& [axis, nail] = wanted[i];
    const quat turned = frame(axis, glm::normalize(nail - axis * glm::dot(nail, axis))) *
                        glm::conjugate(frame(rest, nail_direction(thumb, rest)));
    quat q = glm::normalize(glm::conjugate(parent) * turned);
    if (!is_left) q = quat(q.w, q.x, -q.y, -q.z);
    rotate(side_name(is_left) + thumb.name + thumb.numbers[i], q);
    parent = turned;
  }
  return *this;
}

PoseBuilder& PoseBuilder::hand(bool is_left, float thumb, float first, float more, float together) {
  for (const Finger& f : fingers()) {
    if (is_thumb(f)) {
      curl(is_left, f, thumb);
      continue;
    }
    // At rest the fingers are spread; here they come together.
    const float fan = glm::dot(glm::normalize(f.points[1] - f.points[0]), hand_frame().thumb) * 180.0f / pi;
    curl(is_left, f, first, -together * fan);
    first += more;
  }
  return *this;
}

PoseBuilder& PoseBuilder::stand(bool is_left, const FootPose& foot) {
  const quat yaw = turn(axis_y, is_left ? -foot.yaw : foot.yaw);
  const quat tilt = yaw * turn(axis_x, -foot.pitch);
  // The foot's ball or heel on the ground.
  const vec3 contact = on_side(is_left, {joint::ankle.x, 0.0f, foot.pitch >= 0.0f ? -0.75f : 0.75f});
  const vec3 ankle_rest = on_side(is_left, joint::ankle);
  const vec3 middle_rest = on_side(is_left, {joint::ankle.x, 0.0f, 0.0f});
  const vec3 place = middle_rest + on_side(is_left, {foot.x, 0.0f, foot.z}) + yaw * (contact - middle_rest);
  const quat knee = turn(axis_y, (is_left ? -1.0f : 1.0f) * (0.5f * foot.yaw + foot.knee_out));
  solve_leg(is_left, place + tilt * (ankle_rest - contact), tilt, knee * foot.knee);
  if (foot.pitch > 0.0f) rotate(side_name(is_left) + "足先EX", turn(axis_x, foot.pitch));
  return *this;
}

void PoseBuilder::solve_leg(bool is_left, vec3 ankle, quat foot, vec3 knee_forward) {
  const std::string s = side_name(is_left);
  const vec3 thigh = on_side(is_left, joint::knee - joint::leg),
             shin = on_side(is_left, joint::ankle - joint::knee);
  const vec3 reach = ankle - position(s + "足");
  // |thigh + Rx(a) shin| = |reach|: k + c cos a + d sin a with the knee's hinge about X.
  const float k = thigh.x * shin.x, c = thigh.y * shin.y + thigh.z * shin.z,
              d = thigh.z * shin.y - thigh.y * shin.z;
  const float wanted = 0.5f * (glm::dot(reach, reach) - glm::dot(thigh, thigh) - glm::dot(shin, shin)) - k;
  const float cosine = wanted / std::hypot(c, d);
  if (std::abs(cosine) > 1.0f)
    throw std::logic_error(s + ": the foot is " + std::to_string(glm::length(reach)) + " away, out of reach");
  const float bend = std::atan2(d, c) - std::acos(cosine);
  if (bend > -0.5f * pi / 180.0f) throw std::logic_error(s + ": the knee is straighter than its IK limit");
  const quat knee = glm::angleAxis(bend, axis_x);
  // The direction down the leg and the knee's axis, at rest and wanted.
  const vec3 down = glm::normalize(thigh + knee * shin), to = glm::normalize(reach);
  const vec3 hinge = glm::normalize(axis_x - down * down.x);
  const vec3 hinge_to = glm::normalize(glm::cross(to, knee_forward));
  rotate_to(s + "足", frame(to, hinge_to) * glm::conjugate(frame(down, hinge)));
  rotate(s + "ひざ", knee);
  rotate_to(s + "足首", foot);
  set_ik(is_left);
}

PoseBuilder& PoseBuilder::leg(bool is_left, const LegPose& pose) {
  const std::string s = side_name(is_left);
  const vec3 thigh = glm::normalize(on_side(is_left, joint::knee - joint::leg));
  const vec3 to = glm::normalize(on_side(is_left, pose.thigh));
  const vec3 hinge = glm::normalize(axis_x - thigh * thigh.x);
  const vec3 hinge_to = glm::normalize(glm::cross(to, on_side(is_left, pose.knee_forward)));
  rotate_to(s + "足", frame(to, hinge_to) * glm::conjugate(frame(thigh, hinge)));
  rotate(s + "ひざ", turn(axis_x, -std::max(pose.bend, 1.0f)));
  rotate(s + "足首", turn(axis_x, -pose.point));
  set_ik(is_left);
  return *this;
}

void PoseBuilder::set_ik(bool is_left) {
  const std::string s = side_name(is_left);
  const std::size_t ankle = index(s + "足首");
  move(s + "足ＩＫ", position(ankle) - rig_.bones[index(s + "足ＩＫ")].position, world(ankle));
}

void PoseBuilder::drape_hair(const Drape& drape) {
  std::vector<Capsule> solids{
      {position("上半身"), position("上半身2") + world(index("上半身2")) * vec3(0, 1.4f, 0), 1.25f},
      {position("頭"), position("頭") + world(index("頭")) * vec3(0, 2.2f, 0), 1.6f}};
  for (const char* s : {"左", "右"}) {
    const std::string side = s;
    solids.push_back({position(side + "腕"), position(side + "ひじ"), 0.62f});
    solids.push_back({position(side + "ひじ"), position(side + "手首"), 0.5f});
    solids.push_back({position(side + "足"), position(side + "ひざ"), 0.9f});
  }
  for (const Chain& chain : hair_chains())
    for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
      const std::string bone = bone_of(chain, i);
      const vec3 rest = chain.points[i + 1] - chain.points[i];
      const quat parent = i == 0 ? world(index("頭")) : parent_world(bone);
      const vec3 stiff = glm::normalize(parent * rest);
      // The first piece is fixed to the head; lower pieces hang more.
      const float share = i == 0 ? 0.25f * drape.hair : drape.hair;
      // The tips hang more, so that a swinging tail is an arc.
      const float lift = 1.0f - 0.6f * static_cast<float>(i) / static_cast<float>(chain.points.size() - 1);
      const vec3 sag = glm::normalize(vec3(0, -1, 0) + lift * drape.wind);
      const vec3 wish = glm::normalize(glm::mix(stiff, sag, share));
      const vec3 from = position(bone);
      vec3 best = wish;
      float least = 1e9f;
      // Tries directions around the wanted one in rings and takes the nearest free one.
      const vec3 u = glm::normalize(glm::cross(wish, std::abs(wish.z) < 0.9f ? axis_z : axis_x)),
                 v = glm::cross(wish, u);
      for (int ring = 0; ring <= 10; ++ring)
        for (int k = 0; k < (ring == 0 ? 1 : 12); ++k) {
          const float tilt = 0.15f * static_cast<float>(ring), around = pi / 6.0f * static_cast<float>(k);
          const vec3 dir =
              wish * std::cos(tilt) + (u * std::cos(around) + v * std::sin(around)) * std::sin(tilt);
          const float cost =
              tilt + 8.0f * depth_of(solids, from, from + dir * glm::length(rest), 0.45f, 1.0f);
          if (cost >= least) continue;
          least = cost;
          best = dir;
        }
      rotate_to(bone, aim(stiff, best) * parent);
    }
}

/// A leg at steps from rest to its pose, so that hanging parts stay on their side of it.
void PoseBuilder::add_leg_sweep(bool is_left, float radius, std::vector<Capsule>& solids) const {
  const std::string s = side_name(is_left);
  const quat body = world(index("下半身"));
  const vec3 hip = position(s + "足"), thigh = position(s + "ひざ") - hip,
             shin = position(s + "足首") - hip - thigh;
  const vec3 thigh_rest = body * on_side(is_left, joint::knee - joint::leg);
  for (const float t : {0.3f, 0.55f, 0.8f, 1.0f}) {
    const vec3 dir = glm::normalize(glm::mix(thigh_rest, thigh, t)) * glm::length(thigh);
    solids.push_back({hip + 0.1f * dir, hip + dir, radius});
  }
  solids.push_back({hip + thigh, hip + thigh + shin, 0.5f});
  const vec3 toes = world(index(s + "足首")) * on_side(is_left, joint::toe - joint::ankle);
  solids.push_back({hip + thigh + shin, hip + thigh + shin + toes, 0.45f});
}

/// The angles (degrees) by which the bones of a column swing outwards.
PoseBuilder::Swing PoseBuilder::column_swing(const Chain& c, vec3 axis, const std::vector<Capsule>& solids,
                                             const Drape& drape) const {
  constexpr float margin = 0.24f;
  Swing swing{};
  std::vector<Capsule> rest_legs;
  for (const bool is_left : {true, false})
    rest_legs.push_back({on_side(is_left, joint::leg + 0.1f * (joint::knee - joint::leg)),
                         on_side(is_left, joint::knee), drape.leg_radius});
  vec3 from = position(bone_of(c, 0));
  quat parent = world(index("下半身"));
  for (std::size_t i = 0; i < swing.size(); ++i) {
    const vec3 rest = c.points[i + 1] - c.points[i];
    const float length = glm::length(rest);
    // To both sides, half-way to the next column.
    const float reach = 0.4f * glm::length(vec2(c.points[i + 1].x, c.points[i + 1].z));
    const vec3 stiff = glm::normalize(parent * rest), sideways = parent * axis * reach;
    const vec3 wish =
        glm::normalize(glm::mix(stiff, glm::normalize(vec3(0, -1, 0) + drape.wind), drape.skirt));
    const float allowed = depth_of(rest_legs, c.points[i], c.points[i + 1], margin, drape.ground);
    float least = 1e9f;
    for (int step = -20; step <= 46; ++step) {
      const float degrees = 3.0f * static_cast<float>(step);
      const vec3 dir = parent * (turn(axis, degrees) * glm::normalize(rest));
      float depth = 0.0f;
      for (const float side : {-1.0f, 0.0f, 1.0f})
        depth += std::max(depth_of(solids, from + side * sideways, from + side * sideways + dir * length,
                                   margin, drape.ground) -
                              allowed,
                          0.0f);
      // Cloth does not stand up by itself.
      const float cost = 1.0f - glm::dot(dir, wish) + 3.0f * depth + 5.0f * std::max(dir.y - 0.2f, 0.0f);
      if (cost >= least) continue;
      least = cost;
      swing[i] = degrees;
    }
    parent = parent * turn(axis, swing[i]);
    from += parent * rest;
  }
  return swing;
}

void PoseBuilder::drape_skirt(const Drape& drape) {
  std::vector<Capsule> solids;
  for (const bool is_left : {true, false}) add_leg_sweep(is_left, drape.leg_radius, solids);
  const auto outward_axis = [](const Chain& c) {
    const vec3 out = glm::normalize(vec3(c.points[0].x, 0.0f, c.points[0].z - 0.06f));
    return glm::cross(vec3(0, -1, 0), out);
  };
  std::vector<Swing> swing;
  for (const Chain& c : skirt_chains()) swing.push_back(column_swing(c, outward_axis(c), solids, drape));
  // Neighbours share their lift.
  for (std::size_t k = 0; k < swing.size(); ++k) {
    const Chain& c = skirt_chains()[k];
    const auto &before = swing[(k + swing.size() - 1) % swing.size()], &after = swing[(k + 1) % swing.size()];
    for (std::size_t i = 0; i < swing[k].size(); ++i) {
      const float shared = std::max(swing[k][i], 0.5f * swing[k][i] + 0.25f * (before[i] + after[i]));
      if (std::abs(shared) > 0.5f) rotate(bone_of(c, i), turn(outward_axis(c), shared));
    }
  }
}

vpd::File PoseBuilder::take(const Drape& drape) {
  drape_skirt(drape);
  drape_hair(drape);
  vpd::File file;
  file.model_name = "mmdview figure.osm";
  for (std::size_t i = 0; i < mentioned_.size(); ++i) {
    if (!mentioned_[i]) continue;
    quat q = glm::normalize(rotation_[i]);
    if (q.w < 0.0f) q = -q;
    file.bones.push_back({rig_.names[i], translation_[i], vec4(q.x, q.y, q.z, q.w)});
  }
  file.bone_count = static_cast<std::int64_t>(file.bones.size());
  file.morphs = morphs_;
  return file;
}

}  // namespace mmd::sample
