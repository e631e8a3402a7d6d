#include <algorithm>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"

namespace mmd {
namespace {

/// A point as one of COCO-WholeBody's, or between two of them.
struct Between {
  int first, second;
};
constexpr Between one(int number) {
  return {number, number};
}

// COCO-WholeBody: 0 nose, 1-4 eyes and ears, 5-10 shoulders, elbows, wrists, 11-16 hips, knees, ankles,
// always left then right; 17-19 the left big toe, small toe and heel, 20-22 the right ones.
constexpr Between neck{5, 6}, mid_hip{11, 12};
constexpr Between body_25[] = {one(0),  neck,    one(6),  one(8),  one(10), one(5),  one(7), one(9), mid_hip,
                               one(12), one(14), one(16), one(11), one(13), one(15), one(2), one(1), one(4),
                               one(3),  one(17), one(18), one(19), one(20), one(21), one(22)};
constexpr Between coco_18[] = {one(0),  neck,    one(6),  one(8),  one(10), one(5), one(7), one(9), one(12),
                               one(14), one(16), one(11), one(13), one(15), one(2), one(1), one(4), one(3)};

Keypoint between(const Keypoint& a, const Keypoint& b) {
  if (!a.is_in_picture() || !b.is_in_picture()) return {};
  return {(a.pixel + b.pixel) * 0.5, std::max(a.visibility, b.visibility)};
}

Json openpose_points(std::span<const Keypoint> points) {
  static constexpr double confidence[] = {0.0, 0.5, 1.0};
  Json out = Json::array();
  for (const Keypoint& p : points) {
    out.push_back(thousandths(p.pixel.x));
    out.push_back(thousandths(p.pixel.y));
    out.push_back(confidence[static_cast<std::size_t>(p.visibility)]);
  }
  return out;
}

}  // namespace

std::vector<Keypoint> openpose_body(std::span<const Keypoint> wholebody, OpenposeBody body) {
  const std::span<const Between> order =
      body == OpenposeBody::body_25 ? std::span<const Between>(body_25) : std::span<const Between>(coco_18);
  std::vector<Keypoint> out;
  for (const Between& b : order)
    out.push_back(
        between(wholebody[static_cast<std::size_t>(b.first)], wholebody[static_cast<std::size_t>(b.second)]));
  return out;
}

Bytes openpose_json(const LabelSource& source, OpenposeBody body) {
  Json people = Json::array();
  for (const LabelledActor* actor : people_in(source)) {
    const auto points = keypoints_of(source, *actor);
    const Json nothing = Json::array();
    people.push_back(
        {{"person_id", Json::array({-1})},
         {"pose_keypoints_2d", openpose_points(openpose_body(points, body))},
         {"face_keypoints_2d", nothing},
         {"hand_left_keypoints_2d", openpose_points(group_of(points, KeypointGroup::left_hand))},
         {"hand_right_keypoints_2d", openpose_points(group_of(points, KeypointGroup::right_hand))},
         {"pose_keypoints_3d", nothing},
         {"face_keypoints_3d", nothing},
         {"hand_left_keypoints_3d", nothing},
         {"hand_right_keypoints_3d", nothing}});
  }
  return file_of({{"version", 1.3},
                  {"people", std::move(people)},
                  {"canvas_width", source.camera.width},
                  {"canvas_height", source.camera.height}});
}

}  // namespace mmd
