#include <algorithm>
#include <array>
#include <limits>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"
#include "base/content_hash.h"

namespace mmd {
namespace {

constexpr int person_category = 1;

/// The lines between COCO's 17 points, numbered from 1.
constexpr int skeleton[][2] = {{16, 14}, {14, 12}, {17, 15}, {15, 13}, {12, 13}, {6, 12}, {7, 13},
                               {6, 7},   {6, 8},   {7, 9},   {8, 10},  {9, 11},  {2, 3},  {1, 2},
                               {1, 3},   {2, 4},   {3, 5},   {4, 6},   {5, 7}};

/// x, y and COCO's v of each point.
Json coco_points(std::span<const Keypoint> points) {
  return points_json(points, std::array{0, 1, 2});
}

std::size_t labelled(std::span<const Keypoint> points) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const Keypoint& p) { return p.is_in_picture(); }));
}

/// The box around the points in the picture: x, y, width, height in pixels.
Json box_json(std::span<const Keypoint> points) {
  if (labelled(points) == 0) return {0.0, 0.0, 0.0, 0.0};
  glm::dvec2 low(std::numeric_limits<double>::max()), high(std::numeric_limits<double>::lowest());
  for (const Keypoint& p : points) {
    if (!p.is_in_picture()) continue;
    low = glm::min(low, p.pixel);
    high = glm::max(high, p.pixel);
  }
  const glm::dvec2 size = high - low;
  return {thousandths(low.x), thousandths(low.y), thousandths(size.x), thousandths(size.y)};
}

/// The pixels where an actor is visible.
class Mask {
 public:
  Mask(const LabelSource& source, std::span<const SeenPoint> seen, const LabelledActor& actor)
      : width_(static_cast<std::size_t>(source.surfaces.width)),
        height_(static_cast<std::size_t>(source.surfaces.height)),
        by_column_(width_ * height_) {
    for (const SeenPoint& point : seen) {
      if (&source.actors[point.actor] != &actor) continue;
      const std::size_t x = point.pixel % width_, y = point.pixel / width_;
      by_column_[x * height_ + y] = 1;
      ++area_;
      left_ = std::min(left_, x);
      right_ = std::max(right_, x + 1);
      top_ = std::min(top_, y);
      bottom_ = std::max(bottom_, y + 1);
    }
  }

  std::size_t area() const { return area_; }
  Json box() const {
    if (area_ == 0) return {0, 0, 0, 0};
    return {left_, top_, right_ - left_, bottom_ - top_};
  }
  /// COCO's run lengths, column by column, starting with background pixels.
  Json runs() const {
    Json counts = Json::array();
    std::uint8_t current = 0;
    std::size_t length = 0;
    for (const std::uint8_t value : by_column_) {
      if (value != current) {
        counts.push_back(length);
        length = 0;
        current = value;
      }
      ++length;
    }
    counts.push_back(length);
    return {{"size", {height_, width_}}, {"counts", std::move(counts)}};
  }

 private:
  std::size_t width_, height_, area_ = 0;
  std::size_t left_ = std::numeric_limits<std::size_t>::max(), top_ = left_, right_ = 0, bottom_ = 0;
  std::vector<std::uint8_t> by_column_;
};

Json annotation_json(const Mask& mask, std::span<const Keypoint> points, std::uint64_t id,
                     std::uint64_t image) {
  struct Part {
    KeypointGroup group;
    const char *points, *valid, *box;
  };
  static constexpr Part parts[] = {
      {KeypointGroup::foot, "foot_kpts", "foot_valid", nullptr},
      {KeypointGroup::face, "face_kpts", "face_valid", "face_box"},
      {KeypointGroup::left_hand, "lefthand_kpts", "lefthand_valid", "lefthand_box"},
      {KeypointGroup::right_hand, "righthand_kpts", "righthand_valid", "righthand_box"}};
  const auto body = group_of(points, KeypointGroup::body);
  Json out{{"id", id},
           {"image_id", image},
           {"category_id", person_category},
           {"iscrowd", 0},
           {"area", mask.area()},
           {"bbox", mask.box()},
           {"segmentation", mask.runs()},
           {"num_keypoints", labelled(body)},
           {"keypoints", coco_points(body)}};
  for (const Part& part : parts) {
    const auto of_part = group_of(points, part.group);
    out[part.points] = coco_points(of_part);
    out[part.valid] = labelled(of_part) > 0;
    if (part.box != nullptr) out[part.box] = box_json(of_part);
  }
  Json places = Json::array();
  for (const Keypoint& p : points) places.push_back(p.place ? json_of(*p.place) : Json());
  out["keypoints_3d"] = std::move(places);
  return out;
}

Json category_json() {
  const std::vector<std::string> names = keypoint_names();
  Json lines = Json::array();
  for (const auto& line : skeleton) lines.push_back({line[0], line[1]});
  return {{"id", person_category},
          {"name", "person"},
          {"supercategory", "person"},
          {"keypoints", std::vector<std::string>(
                            names.begin(), names.begin() + static_cast<std::ptrdiff_t>(keypoint_counts[0]))},
          {"skeleton", std::move(lines)}};
}

}  // namespace

std::uint64_t coco_id(const std::string& file, std::size_t person) {
  constexpr unsigned unused = 12;
  HashOfParts hash;
  const std::uint64_t id = hash.add(file).add(static_cast<std::int64_t>(person)).take().high >> unused;
  return std::max<std::uint64_t>(id, 1);
}

Bytes coco_label(const LabelSource& source, std::span<const SeenPoint> seen, const std::string& file) {
  const std::uint64_t image = coco_id(file, 0);
  Json annotations = Json::array();
  const auto people = people_in(source);
  for (std::size_t i = 0; i < people.size(); ++i) {
    const auto points = keypoints_of(source, *people[i]);
    const Mask mask(source, seen, *people[i]);
    if (mask.area() == 0 && labelled(points) == 0) continue;
    annotations.push_back(annotation_json(mask, points, coco_id(file, i + 1), image));
  }
  const Json picture{
      {"id", image}, {"file_name", file}, {"width", source.camera.width}, {"height", source.camera.height}};
  return file_of({{"images", Json::array({picture})},
                  {"annotations", std::move(annotations)},
                  {"categories", Json::array({category_json()})}});
}

}  // namespace mmd
