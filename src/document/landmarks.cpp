#include "document/landmarks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "document/bone_turns.h"
#include "scene/scene.h"

namespace mmd {
namespace {

using Json = nlohmann::json;
using Point = std::optional<vec3>;

constexpr double least_visibility = 0.5;

/// Indices of MediaPipe's body landmarks; the right side follows the left one.
enum Mark : std::size_t {
  nose = 0,
  ear = 7,
  shoulder = 11,
  elbow = 13,
  wrist = 15,
  pinky = 17,
  index_finger = 19,
  hip = 23,
  knee = 25,
  ankle = 27,
  heel = 29,
  toe = 31
};

// ---- Reading
// -------------------------------------------------------------------------------------------------

Result<Point> point_of(const Json& json, const std::string& place) {
  std::array<double, 4> v{0.0, 0.0, 0.0, 1.0};
  constexpr const char* keys[] = {"x", "y", "z", "visibility"};
  for (std::size_t i = 0; i < 4; ++i) {
    const Json* value = nullptr;
    if (json.is_object() && json.contains(keys[i])) value = &json.at(keys[i]);
    if (json.is_array() && json.size() > i) value = &json.at(i);
    if (value == nullptr && i < 3)
      return fail(fmt::format("{}: a point without {}", place, keys[i]), "points are [x, y, z, visibility]");
    if (value == nullptr || (i == 3 && value->is_null())) continue;
    if (!value->is_number()) return fail(fmt::format("{}: {} is no number", place, keys[i]));
    v[i] = value->get<double>();
  }
  // MediaPipe: x to the picture's right, y down, z away from the camera.
  const vec3 out(static_cast<float>(v[0]), static_cast<float>(-v[1]), static_cast<float>(-v[2]));
  if (!is_finite(out)) return fail(fmt::format("{}: a number is too large", place));
  return v[3] < least_visibility ? Point() : Point(out);
}

template <std::size_t N>
Result<void> read_points(const Json& json, const std::string& name, std::array<Point, N>& out) {
  const Json* points = &json;
  // One array per person: the first one.
  while (points->is_array() && points->size() == 1) points = &points->front();
  if (points->is_object() && points->contains("landmark")) points = &points->at("landmark");
  if (!points->is_array() || points->size() != N)
    return fail(
        fmt::format("{}: expected {} points, found {}", name, N, points->is_array() ? points->size() : 0),
        "these are MediaPipe's world landmarks");
  for (std::size_t i = 0; i < N; ++i) {
    MMD_TRY(out[i], point_of(points->at(i), fmt::format("{}[{}]", name, i)));
  }
  return {};
}

/// A point of our keypoints label: [x, y, z] in the scene, which has the axes of PersonLandmarks, or null.
Result<Point> keypoint_of(const Json& json, const std::string& place) {
  if (json.is_null()) return Point();
  if (!json.is_array() || json.size() != 3 ||
      !std::all_of(json.begin(), json.end(), [](const Json& value) { return value.is_number(); }))
    return fail(fmt::format("{}: not [x, y, z]", place), "this is the keypoints label of shot and batch");
  const vec3 out(json[0].get<float>(), json[1].get<float>(), json[2].get<float>());
  if (!is_finite(out)) return fail(fmt::format("{}: a number is too large", place));
  return Point(out);
}

/// Places of COCO-WholeBody's points in MediaPipe's order: left ones, right ones follow.
struct CocoPoint {
  Mark mark;
  std::size_t coco, right;
};
constexpr CocoPoint coco_points[] = {{ear, 3, 4},
                                     {shoulder, 5, 6},
                                     {elbow, 7, 8},
                                     {wrist, 9, 10},
                                     {hip, 11, 12},
                                     {knee, 13, 14},
                                     {ankle, 15, 16},
                                     {toe, 17, 20},
                                     {heel, 19, 22},
                                     {pinky, 91 + 17, 112 + 17},
                                     {index_finger, 91 + 5, 112 + 5}};
constexpr std::size_t coco_count = 133, coco_hands[] = {91, 112};

/// Our keypoints label, its first person.
Result<PersonLandmarks> read_keypoints(const Json& json) {
  const std::string name = "annotations[0].keypoints_3d";
  const Json& people = json.at("annotations");
  if (!people.is_array() || people.empty() || !people.front().is_object() ||
      !people.front().contains("keypoints_3d"))
    return fail(fmt::format("no \"{}\"", name), "mmdview shot --labels keypoints writes it");
  const Json& points = people.front().at("keypoints_3d");
  if (!points.is_array() || points.size() != coco_count)
    return fail(fmt::format("{}: expected {} points", name, coco_count));
  std::array<Point, coco_count> all;
  for (std::size_t i = 0; i < coco_count; ++i) {
    MMD_TRY(all[i], keypoint_of(points[i], fmt::format("{}[{}]", name, i)));
  }
  PersonLandmarks out;
  out.body[nose] = all[0];
  for (const CocoPoint& row : coco_points) {
    out.body[row.mark] = all[row.coco];
    out.body[row.mark + 1] = all[row.right];
  }
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < out.hands[side].size(); ++i) out.hands[side][i] = all[coco_hands[side] + i];
  return out;
}

/// The member of one of these names; null: none.
const Json* listed(const Json& json, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto found = json.find(name); found != json.end() && !found->is_null() && !found->empty())
      return &*found;
  return nullptr;
}

// ---- Posing
// --------------------------------------------------------------------------------------------------

/// The rotation whose x axis is `x` and whose y axis is nearest to `y`; nullopt: they are parallel or zero.
std::optional<quat> frame_of(const vec3& x, const vec3& y) {
  const vec3 z = glm::cross(x, y);
  if (!(glm::length(z) > 1e-6f)) return std::nullopt;
  const vec3 a = glm::normalize(x), c = glm::normalize(z);
  return glm::normalize(glm::quat_cast(mat3(a, glm::cross(c, a), c)));
}

/// Poses an actor from top to bottom, each bone after its parents.
class Poser {
 public:
  Poser(const PersonLandmarks& marks, Actor& actor) : marks_(marks), actor_(actor) {}

  Result<void> pose() {
    const Point hips[] = {body(hip, 0), body(hip, 1)}, shoulders[] = {body(shoulder, 0), body(shoulder, 1)};
    if (!hips[0] || !hips[1] || !shoulders[0] || !shoulders[1])
      return fail("the hips or the shoulders are missing", "landmarks of visibility below 0.5 do not count");
    const vec3 up = *shoulders[0] + *shoulders[1] - *hips[0] - *hips[1];
    const auto pelvis = frame_of(*hips[0] - *hips[1], up),
               chest = frame_of(*shoulders[0] - *shoulders[1], up);
    if (!pelvis || !chest) return fail("hips and shoulders lie in one line");
    // The bones are turned to where they end up, so that the solver has nothing left to do.
    actor_.switches.ik = false;
    actor_.evaluate();
    pose_trunk(*pelvis, *chest);
    pose_head();
    for (std::size_t side = 0; side < 2; ++side) {
      pose_arm(side);
      pose_hand(side);
      pose_leg(side);
    }
    actor_.switches.ik = true;
    actor_.evaluate();
    stand();
    return {};
  }
  std::vector<std::string> left_at_rest() && { return std::move(left_at_rest_); }

 private:
  Point body(Mark mark, std::size_t side) const { return marks_.body[mark + side]; }
  std::int32_t bone(std::string_view name) const { return actor_.model().find_bone(name); }
  std::int32_t bone(std::size_t side, std::string_view name) const {
    return bone((side == 0 ? "左" : "右") + std::string(name));
  }
  vec3 rest(std::int32_t of) const { return actor_.model().bone(of).rest; }
  void lacks(std::size_t side, const char* name) {
    left_at_rest_.push_back((side == 0 ? "左" : "右") + std::string(name));
  }

  /// Turns a bone so that it has this rotation in the scene.
  void turn_to(std::int32_t of, const quat& rotation) {
    if (of == none) return;
    turn_in_scene(actor_, of, rotation * glm::conjugate(rotation_of(actor_.bone_in_scene(of))));
    actor_.evaluate();
  }
  /// Turns a bone by the shortest way so that `child` lies in a direction.
  void point(std::int32_t of, std::int32_t child, const vec3& direction) {
    if (of == none || child == none || !(glm::length(direction) > 1e-6f)) return;
    const vec3 now = place_of(actor_, child) - place_of(actor_, of);
    if (!(glm::length(now) > 1e-6f)) return;
    turn_in_scene(actor_, of, rotation_between(now, direction));
    actor_.evaluate();
  }
  /// Turns two bones by halves, or the first one wholly.
  void turn_both(std::int32_t lower, std::int32_t upper, const quat& to) {
    if (lower == none) return turn_to(upper, to);
    if (upper == none) return turn_to(lower, to);
    turn_to(lower, glm::slerp(rotation_of(actor_.bone_in_scene(lower)), to, 0.5f));
    turn_to(upper, to);
  }

  void pose_trunk(const quat& pelvis, const quat& chest) {
    const std::int32_t hips[] = {bone("左足"), bone("右足")}, arms[] = {bone("左腕"), bone("右腕")};
    if (hips[0] == none || hips[1] == none || arms[0] == none || arms[1] == none) return;
    const vec3 up = rest(arms[0]) + rest(arms[1]) - rest(hips[0]) - rest(hips[1]);
    const auto at_rest = frame_of(rest(arms[0]) - rest(arms[1]), up),
               below = frame_of(rest(hips[0]) - rest(hips[1]), up);
    if (!at_rest || !below) return;
    turn_to(bone("センター"), pelvis * glm::conjugate(*below));
    turn_both(bone("上半身"), bone("上半身2"), chest * glm::conjugate(*at_rest));
  }

  void pose_head() {
    const Point left = body(ear, 0), right = body(ear, 1), front = marks_.body[nose];
    if (!left || !right || !front) {
      left_at_rest_.emplace_back("頭");
      return;
    }
    // The nose is a little below the ears; the face looks along the line from their middle to it.
    const vec3 x = *left - *right, z = *front - 0.5f * (*left + *right);
    const auto head = frame_of(x, glm::cross(z, x));
    if (head) turn_both(bone("首"), bone("頭"), *head);
  }

  void pose_arm(std::size_t side) {
    const Point from = body(shoulder, side), bend = body(elbow, side), to = body(wrist, side);
    if (!from || !bend || !to) return lacks(side, "腕");
    const std::int32_t lower = bone(side, "ひじ"), hand = bone(side, "手首");
    point(bone(side, "腕"), lower, *bend - *from);
    point(lower, hand, *to - *bend);
    const Point first = body(index_finger, side), last = body(pinky, side);
    const std::int32_t index = bone(side, "人指１"), little = bone(side, "小指１");
    if (!first || !last) return lacks(side, "手首");
    if (hand == none || index == none || little == none) return;
    const auto at_rest =
                   frame_of(rest(index) - rest(little), 0.5f * (rest(index) + rest(little)) - rest(hand)),
               now = frame_of(*first - *last, 0.5f * (*first + *last) - *to);
    if (at_rest && now) turn_to(hand, *now * glm::conjugate(*at_rest));
  }

  void pose_hand(std::size_t side) {
    constexpr std::string_view fingers[] = {"親指", "人指", "中指", "薬指", "小指"};
    constexpr std::string_view digits[] = {"０", "１", "２", "３"};
    const auto& hand = marks_.hands[side];
    if (!hand[0]) return;
    for (std::size_t f = 0; f < std::size(fingers); ++f)
      for (std::size_t j = 0; j < 3; ++j) {
        const std::size_t digit = f == 0 ? j : j + 1;
        const Point from = hand[1 + 4 * f + j], to = hand[2 + 4 * f + j];
        const std::int32_t of = bone(side, std::string(fingers[f]).append(digits[digit]));
        if (!from || !to || of == none) continue;
        const Bone& turned = actor_.model().bone(of);
        const std::int32_t next =
            digit < 3 ? bone(side, std::string(fingers[f]).append(digits[digit + 1])) : none;
        const vec3 along = next != none               ? rest(next) - turned.rest
                           : turned.tail_bone != none ? rest(turned.tail_bone) - turned.rest
                                                      : turned.tail_offset;
        const vec3 now = transform_vector(actor_.bone_in_scene(of), along);
        if (!(glm::length(now) > 1e-6f) || !(glm::length(*to - *from) > 1e-6f)) continue;
        turn_in_scene(actor_, of, rotation_between(now, *to - *from));
        actor_.evaluate();
      }
  }

  void pose_leg(std::size_t side) {
    const Point from = body(hip, side), bend = body(knee, side), to = body(ankle, side);
    if (!from || !bend || !to) return lacks(side, "足ＩＫ");
    const std::int32_t upper = bone(side, "足"), lower = bone(side, "ひざ"), foot = bone(side, "足首"),
                       goal = bone(side, "足ＩＫ");
    if (upper == none || lower == none || foot == none) return;
    const vec3 thigh = *bend - *from, shin = *to - *bend;
    if (!(glm::length(thigh) > 1e-6f) || !(glm::length(shin) > 1e-6f)) return lacks(side, "足ＩＫ");
    if (goal == none) {
      point(upper, lower, thigh);
      return point(lower, foot, shin);
    }
    const vec3 place = place_of(actor_, upper) +
                       glm::distance(rest(upper), rest(lower)) * glm::normalize(thigh) +
                       glm::distance(rest(lower), rest(foot)) * glm::normalize(shin);
    place_in_scene(actor_, goal, place);
    // The solver turns the thigh by the shortest way: its own rotation says to which side the knee points.
    const vec3 forwards = glm::cross(glm::cross(thigh, shin), thigh);
    if (glm::length(forwards) > 0.05f * glm::length(thigh) * glm::length(thigh) * glm::length(shin)) {
      const auto at_rest = frame_of(rest(lower) - rest(upper), vec3(0, 0, -1)),
                 now = frame_of(thigh, forwards);
      if (at_rest && now) turn_to(upper, *now * glm::conjugate(*at_rest));
      point(lower, foot, shin);
    }
    pose_foot(side, goal, foot);
    actor_.evaluate();
  }

  void pose_foot(std::size_t side, std::int32_t goal, std::int32_t foot) {
    const Point back = body(heel, side), front = body(toe, side);
    if (!back || !front) return lacks(side, "足首");
    const std::int32_t tip = bone(side, "つま先");
    if (tip == none) return;
    // From heel to toe the foot lies on the floor at rest, and the ankle is above.
    const vec3 up(0, 1, 0), ahead = *front - *back, side_of = glm::cross(*body(ankle, side) - *back, ahead);
    const auto at_rest = frame_of(glm::cross(up, (rest(tip) - rest(foot)) * vec3(1, 0, 1)), up),
               now = frame_of(side_of, glm::cross(ahead, side_of));
    if (!at_rest || !now) return;
    turn_to(goal, *now * glm::conjugate(*at_rest));
    turn_to(foot, *now * glm::conjugate(*at_rest));
  }

  /// Lowers or lifts the model until it stands, kneels or lies on the floor.
  void stand() {
    const float lowest = actor_.model().vertices.size() > 0 ? lowest_vertex() : lowest_foot();
    if (!std::isfinite(lowest)) return;
    for (const std::int32_t moved : {bone("センター"), bone("左足ＩＫ"), bone("右足ＩＫ")})
      if (moved != none) place_in_scene(actor_, moved, place_of(actor_, moved) - vec3(0.0f, lowest, 0.0f));
    actor_.evaluate();
  }

  /// Hair and skirts do not count, as bodies move them.
  float lowest_vertex() const {
    const Model& model = actor_.model();
    const auto positions = actor_.posed_positions();
    float out = std::numeric_limits<float>::infinity();
    for (std::uint32_t v = 0; v < model.vertices.size(); ++v) {
      const auto bone = static_cast<std::size_t>(model.vertices.bones[v][0]);
      if (bone >= model.bone_count() || !model.skeleton.bones[bone].physics)
        out = std::min(out, positions[v].y);
    }
    return out;
  }

  float lowest_foot() const {
    float out = std::numeric_limits<float>::infinity();
    for (std::size_t side = 0; side < 2; ++side) {
      const std::int32_t foot = bone(side, "足首"), tip = bone(side, "つま先");
      for (const std::int32_t above : {foot, tip}) {
        if (foot == none || above == none) continue;
        const vec3 sole = vec3(rest(above).x, 0.0f, rest(above).z) - rest(foot);
        out = std::min(out, transform_point(actor_.bone_in_scene(foot), sole).y);
      }
    }
    return out;
  }

  const PersonLandmarks& marks_;
  Actor& actor_;
  std::vector<std::string> left_at_rest_;
};

}  // namespace

Result<PersonLandmarks> parse_landmarks(std::string_view text) {
  MMD_TRY(const Json json, parse_json<Json>(text));
  PersonLandmarks out;
  if (json.is_object() && json.contains("annotations")) return read_keypoints(json);
  const Json* points = &json;
  if (json.is_object()) {
    points =
        listed(json, {"pose_world_landmarks", "poseWorldLandmarks", "world_landmarks", "worldLandmarks"});
    if (points == nullptr)
      return fail("no \"pose_world_landmarks\"", "give the landmarks that MediaPipe's libraries print");
    const Json* hands[] = {listed(json, {"left_hand_world_landmarks", "leftHandWorldLandmarks"}),
                           listed(json, {"right_hand_world_landmarks", "rightHandWorldLandmarks"})};
    for (std::size_t side = 0; side < 2; ++side)
      if (hands[side] != nullptr)
        MMD_TRY(read_points(*hands[side],
                            side == 0 ? "left_hand_world_landmarks" : "right_hand_world_landmarks",
                            out.hands[side]));
  }
  MMD_TRY(read_points(*points, "pose_world_landmarks", out.body));
  return out;
}

Diagnostic missing_landmarks(const std::vector<std::string>& left_at_rest) {
  return make_warning(
      fmt::format("landmarks are missing, so these bones stay at rest: {}", fmt::join(left_at_rest, ", ")),
      "landmarks of visibility below 0.5 do not count");
}

Result<LandmarkPose> pose_from_landmarks(const PersonLandmarks& landmarks,
                                         const std::shared_ptr<const Model>& model) {
  Actor actor(model, std::make_shared<const TextureSet>());
  actor.evaluate();
  Poser poser(landmarks, actor);
  MMD_TRY(poser.pose());
  return LandmarkPose{std::move(actor.pose), std::move(poser).left_at_rest()};
}

}  // namespace mmd
