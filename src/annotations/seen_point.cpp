#include "annotations/seen_point.h"

#include <algorithm>

namespace mmd {
namespace {

/// Converts face numbers to points. Keeps the last face, because neighbouring pixels often show the same one.
class SurfaceReader {
 public:
  explicit SurfaceReader(const LabelSource& source) : source_(source) {}

  /// `number`: from SurfaceImage, not 0.
  SeenPoint read(std::uint32_t pixel, std::uint32_t number) {
    if (number != number_) take_face(number);
    const auto width = static_cast<std::uint32_t>(source_.surfaces.width);
    const PictureCamera::Sight sight =
        source_.camera.sight_of(glm::dvec2(pixel % width, pixel / width) + 0.5);
    SeenPoint out;
    out.pixel = pixel;
    out.actor = actor_;
    out.face = face_;
    const double towards = glm::dot(normal_, sight.direction);
    out.from_behind = towards > 0.0;
    const glm::dvec3 share = share_of(sight, towards);
    out.share = vec3(share);
    out.depth = static_cast<float>(share.x * corner_[0].z + share.y * corner_[1].z + share.z * corner_[2].z);
    return out;
  }

 private:
  void take_face(std::uint32_t number) {
    number_ = number;
    const auto& actors = source_.actors;
    const auto after =
        std::upper_bound(actors.begin(), actors.end(), number - 1,
                         [](std::uint32_t n, const LabelledActor& a) { return n < a.first_face; });
    const auto actor = after - 1;
    actor_ = static_cast<std::uint32_t>(actor - actors.begin());
    face_ = number - 1 - actor->first_face;
    const std::uint32_t* index = actor->model->indices.data() + std::size_t{3} * face_;
    for (int k = 0; k < 3; ++k) corner_[k] = source_.camera.to_camera(glm::dvec3(actor->positions[index[k]]));
    // Corners are counter-clockwise seen from the front, so the normal of a front face points to the eye.
    normal_ = glm::cross(corner_[1] - corner_[0], corner_[2] - corner_[0]);
  }

  /// Barycentric coordinates of the intersection with the line of sight, clamped against rounding.
  glm::dvec3 share_of(const PictureCamera::Sight& sight, double towards) const {
    const double area = glm::dot(normal_, normal_);
    if (!(std::abs(towards) > 1e-30) || !(area > 0.0)) return glm::dvec3(1.0 / 3.0);
    const double depth = glm::dot(normal_, corner_[0] - sight.origin) / towards;
    const glm::dvec3 p = sight.origin + depth * sight.direction;
    const auto part = [&](int a, int b) {
      return glm::dot(glm::cross(corner_[b] - corner_[a], p - corner_[a]), normal_) / area;
    };
    const glm::dvec3 share = glm::max(glm::dvec3(part(1, 2), part(2, 0), part(0, 1)), 0.0);
    const double sum = share.x + share.y + share.z;
    return sum > 0.0 ? share / sum : glm::dvec3(1.0 / 3.0);
  }

  const LabelSource& source_;
  std::uint32_t number_ = 0, actor_ = 0, face_ = 0;
  glm::dvec3 corner_[3]{}, normal_{0.0};  ///< camera space
};

glm::dvec3 place_of(const KeypointAnchor& anchor, const LabelledActor& actor) {
  if (anchor.bone != none)
    return glm::dvec3(transform_point(actor.bones[static_cast<std::size_t>(anchor.bone)], anchor.offset));
  return place_among(anchor, actor.positions);
}

}  // namespace

std::vector<SeenPoint> seen_points(const LabelSource& source) {
  std::vector<SeenPoint> out;
  SurfaceReader reader(source);
  const auto& numbers = source.surfaces.face;
  out.reserve(numbers.size() - static_cast<std::size_t>(std::count(numbers.begin(), numbers.end(), 0u)));
  for (std::size_t pixel = 0; pixel < numbers.size(); ++pixel)
    if (numbers[pixel] != 0) out.push_back(reader.read(static_cast<std::uint32_t>(pixel), numbers[pixel]));
  return out;
}

std::optional<SeenPoint> seen_at(const LabelSource& source, int x, int y) {
  const SurfaceImage& image = source.surfaces;
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return std::nullopt;
  const auto pixel =
      static_cast<std::uint32_t>(y) * static_cast<std::uint32_t>(image.width) + static_cast<std::uint32_t>(x);
  if (image.face[pixel] == 0) return std::nullopt;
  return SurfaceReader(source).read(pixel, image.face[pixel]);
}

std::size_t material_of(const Model& model, std::uint32_t face) {
  const auto after =
      std::upper_bound(model.materials.begin(), model.materials.end(), std::size_t{3} * face,
                       [](std::size_t index, const Material& m) { return index < m.first_index; });
  auto found = after - 1;
  while (found->index_count == 0) --found;  // a material without faces starts where the next one does
  return static_cast<std::size_t>(found - model.materials.begin());
}

Visibility visibility_of(const LabelSource& source, const glm::dvec3& in_camera, double reach) {
  const auto pixel = source.camera.pixel_in_picture(in_camera);
  if (!pixel) return Visibility::outside;
  const auto seen = seen_at(source, static_cast<int>(pixel->x), static_cast<int>(pixel->y));
  // The surface is sampled at the pixel's middle; on a slope of 45 degrees it may be a pixel's size nearer.
  const double pixel_size = (source.camera.orthographic ? 1.0 : in_camera.z) / source.camera.focal.y;
  const bool hidden = seen && static_cast<double>(seen->depth) < in_camera.z - reach - pixel_size;
  return hidden ? Visibility::hidden : Visibility::seen;
}

std::vector<Keypoint> keypoints_of(const LabelSource& source, const LabelledActor& actor) {
  std::vector<Keypoint> out(actor.marks->anchors.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const KeypointAnchor& anchor = actor.marks->anchors[i];
    if (!anchor.is_known()) continue;
    out[i].place = place_of(anchor, actor);
    const glm::dvec3 in_camera = source.camera.to_camera(*out[i].place);
    const auto pixel = source.camera.pixel_in_picture(in_camera);
    if (!pixel) continue;
    const double reach = static_cast<double>(actor.marks->anchor_reach[i] * actor.scale);
    out[i].pixel = *pixel;
    out[i].visibility = visibility_of(source, in_camera, reach);
  }
  return out;
}

std::vector<const LabelledActor*> people_in(const LabelSource& source) {
  std::vector<const LabelledActor*> out;
  for (const LabelledActor& actor : source.actors)
    if (actor.visible && is_person(actor.marks->anchors)) out.push_back(&actor);
  return out;
}

}  // namespace mmd
