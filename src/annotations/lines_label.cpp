// Line art from the visible surfaces.
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "annotations/label_makers.h"
#include "assets/image.h"
#include "base/text.h"

namespace mmd {
namespace {

/// Depth steps of this size are lines, MMD units; on slopes more.
constexpr double least_step = 0.12, slope_steps = 4.0;
/// Normals farther apart than this are a crease.
const double crease_cosine = std::cos(50.0 * 3.14159265358979 / 180.0);

/// Whether a material's name means skin: face and neck often meet in the middle of smooth skin.
bool is_skin(const Material& material) {
  const std::string name = fold_name(material.name + " " + material.name_english);
  static constexpr std::string_view words[] = {"肌", "顔", "体", "首", "skin", "face", "body", "neck"};
  return std::any_of(std::begin(words), std::end(words),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

class LineFinder {
 public:
  LineFinder(const LabelSource& source, std::span<const SeenPoint> seen)
      : source_(source), at_(source.surfaces.face.size(), nullptr) {
    for (const SeenPoint& point : seen) at_[point.pixel] = &point;
    for (const LabelledActor& actor : source.actors) {
      auto& skin = skin_.emplace_back();
      for (const Material& material : actor.model->materials) skin.push_back(is_skin(material));
    }
  }

  /// Whether a line runs between two neighbouring pixels.
  bool between(std::size_t one, std::size_t other) const {
    const SeenPoint *a = at_[one], *b = at_[other];
    if (a == nullptr || b == nullptr) return a != b;
    if (a->actor != b->actor) return true;
    const std::size_t first = material(*a), second = material(*b);
    if (first != second && !(skin_[a->actor][first] && skin_[a->actor][second])) return true;
    if (a->face == b->face) return false;
    const glm::dvec3 n = normal_in_camera(source_, *a), m = normal_in_camera(source_, *b);
    if (glm::dot(n, m) < crease_cosine) return true;
    const double depth = static_cast<double>(std::min(a->depth, b->depth));
    const double pixel = (source_.camera.orthographic ? 1.0 : depth) / source_.camera.focal.y;
    const double slope = std::max(std::min(std::abs(n.z), std::abs(m.z)), 0.05);
    const double step = std::abs(static_cast<double>(a->depth) - static_cast<double>(b->depth));
    return step > least_step + slope_steps * pixel / slope;
  }

 private:
  std::size_t material(const SeenPoint& point) const {
    return material_of(*source_.actors[point.actor].model, point.face);
  }

  const LabelSource& source_;
  std::vector<const SeenPoint*> at_;
  std::vector<std::vector<bool>> skin_;
};

}  // namespace

LabelPixels lines_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  const LineFinder lines(source, seen);
  const auto width = static_cast<std::size_t>(source.surfaces.width),
             height = static_cast<std::size_t>(source.surfaces.height);
  std::vector<std::uint8_t> line(width * height);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t here = y * width + x;
      for (const std::size_t next : {x + 1 < width ? here + 1 : here, y + 1 < height ? here + width : here})
        if (next != here && lines.between(here, next)) line[here] = line[next] = 1;
    }
  PngPixels pixels;
  pixels.width = source.surfaces.width;
  pixels.height = source.surfaces.height;
  pixels.kind = PngKind::rgb8;
  pixels.bytes.assign(3 * width * height, 255);
  // The neighbours' share softens the steps of slanted lines.
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      int dark = 0;
      for (int v = -1; v <= 1; ++v)
        for (int u = -1; u <= 1; ++u) {
          const std::size_t row = std::clamp<std::size_t>(y + 1 + static_cast<std::size_t>(v), 1, height) - 1,
                            column =
                                std::clamp<std::size_t>(x + 1 + static_cast<std::size_t>(u), 1, width) - 1;
          dark += (2 - std::abs(u)) * (2 - std::abs(v)) * line[row * width + column];
        }
      const int value = 255 - std::min(255, 255 * dark / 12);
      std::fill_n(pixels.bytes.begin() + static_cast<std::ptrdiff_t>(3 * (y * width + x)), 3,
                  static_cast<std::uint8_t>(value));
    }
  return {std::move(pixels), {}};
}

}  // namespace mmd
