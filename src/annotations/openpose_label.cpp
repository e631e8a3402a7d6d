#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"
#include "assets/image.h"

namespace mmd {
namespace {

/// A point in the middle between two of COCO-WholeBody's points, or one of them if both are equal.
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
  return points_json(points, std::array{0.0, 0.5, 1.0});  // confidences
}

using Colour = std::array<std::uint8_t, 3>;

/// Colours of OpenPose's 18 points, and in the same order of the limbs.
constexpr Colour colours[] = {{255, 0, 0},   {255, 85, 0},  {255, 170, 0}, {255, 255, 0}, {170, 255, 0},
                              {85, 255, 0},  {0, 255, 0},   {0, 255, 85},  {0, 255, 170}, {0, 255, 255},
                              {0, 170, 255}, {0, 85, 255},  {0, 0, 255},   {85, 0, 255},  {170, 0, 255},
                              {255, 0, 255}, {255, 0, 170}, {255, 0, 85}};
constexpr int limbs[][2] = {{1, 2},  {1, 5},   {2, 3},   {3, 4}, {5, 6},  {6, 7},   {1, 8},  {8, 9},  {9, 10},
                            {1, 11}, {11, 12}, {12, 13}, {1, 0}, {0, 14}, {14, 16}, {0, 15}, {15, 17}};
constexpr int fingers[][2] = {{0, 1},   {1, 2},   {2, 3},  {3, 4},   {0, 5},   {5, 6},  {6, 7},
                              {7, 8},   {0, 9},   {9, 10}, {10, 11}, {11, 12}, {0, 13}, {13, 14},
                              {14, 15}, {15, 16}, {0, 17}, {17, 18}, {18, 19}, {19, 20}};
constexpr Colour hand_point{0, 0, 255};
/// Factor by which limbs are darker than points.
constexpr double limb_brightness = 0.6;

constexpr Colour face_point{255, 255, 255};

/// Pixels in a picture whose shorter side has 512 pixels.
constexpr double limb_half_width = 4.0, point_radius = 4.0, finger_half_width = 1.0, face_radius = 3.0;

/// A colour of full saturation and brightness; `hue` from 0 to 1.
Colour colour_of_hue(double hue) {
  const auto channel = [&](double at) {
    const double away = std::abs(std::fmod(hue * 6.0 - at + 9.0, 6.0) - 3.0);
    return static_cast<std::uint8_t>(std::lround(255.0 * std::clamp(2.0 - away, 0.0, 1.0)));
  };
  return {channel(0.0), channel(2.0), channel(4.0)};
}

class Canvas {
 public:
  Canvas(int width, int height) {
    pixels_.width = width;
    pixels_.height = height;
    pixels_.kind = PngKind::rgb8;
    pixels_.bytes.assign(std::size_t{3} * static_cast<std::size_t>(width) * static_cast<std::size_t>(height),
                         0);
    scale_ = std::max(static_cast<double>(std::min(width, height)) / 512.0, 0.25);
  }

  void disc(const glm::dvec2& at, double radius, const Colour& colour) {
    const double r = std::max(radius * scale_, 0.75);
    fill(at - r, at + r, colour, [&](const glm::dvec2& p) { return glm::dot(p - at, p - at) <= r * r; });
  }
  /// An ellipse from one point to the other.
  void ellipse(const glm::dvec2& a, const glm::dvec2& b, double half_width, const Colour& colour) {
    const glm::dvec2 middle = (a + b) * 0.5, way = b - a;
    const double half = glm::length(way) * 0.5, thick = std::max(half_width * scale_, 0.75);
    if (!(half > 0.0)) return;
    const glm::dvec2 along = way / (2.0 * half), across(-along.y, along.x), reach(std::max(half, thick));
    fill(middle - reach, middle + reach, colour, [&](const glm::dvec2& p) {
      const double u = glm::dot(p - middle, along) / half, v = glm::dot(p - middle, across) / thick;
      return u * u + v * v <= 1.0;
    });
  }
  void line(const glm::dvec2& a, const glm::dvec2& b, double half_width, const Colour& colour) {
    const glm::dvec2 way = b - a;
    const double squared = glm::dot(way, way), thick = std::max(half_width * scale_, 0.75);
    fill(glm::min(a, b) - thick, glm::max(a, b) + thick, colour, [&](const glm::dvec2& p) {
      const double t = squared > 0.0 ? std::clamp(glm::dot(p - a, way) / squared, 0.0, 1.0) : 0.0;
      const glm::dvec2 away = p - (a + t * way);
      return glm::dot(away, away) <= thick * thick;
    });
  }
  PngPixels take() { return std::move(pixels_); }

 private:
  /// Fills the pixels of a box whose middles are `inside`.
  template <class Inside>
  void fill(const glm::dvec2& low, const glm::dvec2& high, const Colour& colour, Inside inside) {
    const auto clamped = [](double v, int max) {
      return std::clamp(static_cast<int>(std::floor(v)), 0, max);
    };
    const int right = clamped(high.x + 1.0, pixels_.width), bottom = clamped(high.y + 1.0, pixels_.height);
    for (int y = clamped(low.y, pixels_.height); y < bottom; ++y)
      for (int x = clamped(low.x, pixels_.width); x < right; ++x) {
        if (!inside(glm::dvec2(x, y) + 0.5)) continue;
        const auto pixel = static_cast<std::size_t>(y) * static_cast<std::size_t>(pixels_.width) +
                           static_cast<std::size_t>(x);
        std::copy(colour.begin(), colour.end(),
                  pixels_.bytes.begin() + static_cast<std::ptrdiff_t>(3 * pixel));
      }
  }

  PngPixels pixels_;
  double scale_ = 1.0;
};

void draw_body(std::span<const Keypoint> points, Canvas& canvas) {
  for (std::size_t i = 0; i < std::size(limbs); ++i) {
    const Keypoint &a = points[static_cast<std::size_t>(limbs[i][0])],
                   &b = points[static_cast<std::size_t>(limbs[i][1])];
    if (!a.is_in_picture() || !b.is_in_picture()) continue;
    Colour colour = colours[i];
    for (std::uint8_t& c : colour) c = static_cast<std::uint8_t>(limb_brightness * c);
    canvas.ellipse(a.pixel, b.pixel, limb_half_width, colour);
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i].is_in_picture()) canvas.disc(points[i].pixel, point_radius, colours[i]);
}

void draw_hand(std::span<const Keypoint> points, Canvas& canvas) {
  for (std::size_t i = 0; i < std::size(fingers); ++i) {
    const Keypoint &a = points[static_cast<std::size_t>(fingers[i][0])],
                   &b = points[static_cast<std::size_t>(fingers[i][1])];
    if (a.is_in_picture() && b.is_in_picture())
      canvas.line(a.pixel, b.pixel, finger_half_width,
                  colour_of_hue(static_cast<double>(i) / static_cast<double>(std::size(fingers))));
  }
  for (const Keypoint& p : points)
    if (p.is_in_picture()) canvas.disc(p.pixel, point_radius, hand_point);
}

/// OpenPose's 70 points of a face: COCO-WholeBody's and the pupils. None if the face is seen from behind.
std::vector<Keypoint> openpose_face(std::span<const Keypoint> wholebody) {
  constexpr std::size_t right_corner = 36, left_corner = 45, chin = 8, left_eye = 1, right_eye = 2;
  const auto face = group_of(wholebody, KeypointGroup::face);
  std::vector<Keypoint> out(face.begin(), face.end());
  out.push_back(wholebody[right_eye]);
  out.push_back(wholebody[left_eye]);
  const Keypoint &right = face[right_corner], &left = face[left_corner], &low = face[chin];
  if (!right.is_in_picture() || !left.is_in_picture() || !low.is_in_picture()) return out;
  const glm::dvec2 eyes = left.pixel - right.pixel, down = low.pixel - right.pixel;
  if (eyes.x * down.y - eyes.y * down.x <= 0.0) out.assign(out.size(), Keypoint());
  return out;
}

void draw_face(std::span<const Keypoint> points, Canvas& canvas) {
  for (const Keypoint& p : points)
    if (p.is_in_picture()) canvas.disc(p.pixel, face_radius, face_point);
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
         {"face_keypoints_2d", openpose_points(openpose_face(points))},
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

LabelPixels openpose_pixels(const LabelSource& source) {
  Canvas canvas(source.camera.width, source.camera.height);
  for (const LabelledActor* actor : people_in(source)) {
    const auto points = keypoints_of(source, *actor);
    draw_body(openpose_body(points, OpenposeBody::coco_18), canvas);
    for (const KeypointGroup hand : {KeypointGroup::left_hand, KeypointGroup::right_hand})
      draw_hand(group_of(points, hand), canvas);
    draw_face(openpose_face(points), canvas);
  }
  return {canvas.take(), {}};
}

}  // namespace mmd
