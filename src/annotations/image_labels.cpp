#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"
#include "assets/image.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

/// An all-zero picture of the source's size.
PngPixels blank_pixels(const LabelSource& source, PngKind kind) {
  PngPixels out;
  out.width = source.surfaces.width;
  out.height = source.surfaces.height;
  out.kind = kind;
  out.bytes.assign(source.surfaces.face.size() * bytes_per_pixel(kind), 0);
  return out;
}

/// Sets a 16-bit channel of a pixel, most significant byte first as PNG requires.
void put16(PngPixels& pixels, std::size_t pixel, std::uint16_t value, std::size_t channel = 0) {
  std::uint8_t* to = pixels.bytes.data() + pixel * bytes_per_pixel(pixels.kind) + 2 * channel;
  to[0] = static_cast<std::uint8_t>(value >> 8);
  to[1] = static_cast<std::uint8_t>(value & 0xff);
}

/// The number of the first material of each actor, and at the end the number after the last one.
std::vector<std::size_t> first_materials(const LabelSource& source) {
  std::vector<std::size_t> out;
  std::size_t first = 1;
  for (const LabelledActor& actor : source.actors) {
    out.push_back(first);
    first += actor.model->materials.size();
  }
  out.push_back(first);
  return out;
}

/// Distinct colours for neighbouring numbers: hues a golden section apart.
std::array<std::uint8_t, 3> colour_of(std::size_t number) {
  if (number == 0) return {0, 0, 0};
  const double hue = std::fmod(static_cast<double>(number) * 0.61803398875, 1.0) * 6.0;
  const auto channel = [&](double at) {
    const double away = std::abs(std::fmod(hue - at + 9.0, 6.0) - 3.0);
    return static_cast<std::uint8_t>(255.0 * std::clamp(2.0 - away, 0.15, 1.0));
  };
  return {channel(0.0), channel(2.0), channel(4.0)};
}

std::uint8_t part_at(const LabelledActor& actor, const SeenPoint& point) {
  std::array<float, 32> weight{};
  const VertexStreams& vertices = actor.model->vertices;
  for (int k = 0; k < 3; ++k) {
    const std::uint32_t vertex =
        actor.model->indices[std::size_t{3} * point.face + static_cast<std::size_t>(k)];
    for (int i = 0; i < 4; ++i)
      weight[actor.marks->part[vertices.bones[vertex][static_cast<std::size_t>(i)]]] +=
          point.share[k] * vertices.weights[vertex][i];
  }
  const auto part =
      static_cast<std::uint8_t>(std::max_element(weight.begin(), weight.end()) - weight.begin());
  static const std::uint8_t head = body_part("head"), hair = body_part("hair");
  return part == head && actor.marks->hair[material_of(*actor.model, point.face)] ? hair : part;
}

}  // namespace

glm::dvec3 normal_in_camera(const LabelSource& source, const SeenPoint& point) {
  const LabelledActor& actor = source.actors[point.actor];
  glm::dvec3 normal(at(point, *actor.model, actor.normals));
  if (!(glm::dot(normal, normal) > 1e-12)) {
    const std::uint32_t* corner = actor.model->indices.data() + std::size_t{3} * point.face;
    const glm::dvec3 a(actor.positions[corner[0]]), b(actor.positions[corner[1]]),
        c(actor.positions[corner[2]]);
    normal = glm::cross(b - a, c - a);
  }
  if (!(glm::dot(normal, normal) > 0.0)) normal = glm::dvec3(0.0, 1.0, 0.0);
  normal = source.camera.rotation * glm::normalize(normal);
  return point.from_behind ? -normal : normal;
}

LabelPixels depth_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  PngPixels pixels = blank_pixels(source, PngKind::grey16);
  for (const SeenPoint& point : seen) {
    const double steps = std::round(static_cast<double>(point.depth) * metres_per_unit / depth_step);
    put16(pixels, point.pixel, static_cast<std::uint16_t>(std::clamp(steps, 1.0, 65535.0)));
  }
  const ImageMetadata metadata{
      {"Depth", fmt::format("along the view, {} m per step, {} m per MMD unit, 0: nothing", depth_step,
                            metres_per_unit)}};
  return {std::move(pixels), metadata};
}

LabelPixels normals_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  PngPixels pixels = blank_pixels(source, PngKind::rgb8);
  for (const SeenPoint& point : seen) {
    // Camera space has Y down and Z ahead.
    const glm::dvec3 normal = normal_in_camera(source, point) * glm::dvec3(1.0, -1.0, -1.0);
    for (int i = 0; i < 3; ++i)
      pixels.bytes[std::size_t{3} * point.pixel + static_cast<std::size_t>(i)] =
          static_cast<std::uint8_t>(std::lround((normal[i] * 0.5 + 0.5) * 255.0));
  }
  return {std::move(pixels), {}};
}

LabelPixels materials_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  const std::vector<std::size_t> first = first_materials(source);
  const bool few = first.back() <= 256;
  PngPixels pixels = blank_pixels(source, few ? PngKind::indexed : PngKind::grey16);
  for (const SeenPoint& point : seen) {
    const std::size_t number =
        first[point.actor] + material_of(*source.actors[point.actor].model, point.face);
    if (few) {
      pixels.bytes[point.pixel] = static_cast<std::uint8_t>(number);
    } else {
      put16(pixels, point.pixel, static_cast<std::uint16_t>(std::min<std::size_t>(number, 65535)));
    }
  }
  for (std::size_t i = 0; few && i < first.back(); ++i) pixels.palette.push_back(colour_of(i));
  return {std::move(pixels), {}};
}

LabelPixels parts_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  PngPixels pixels = blank_pixels(source, PngKind::indexed);
  for (const SeenPoint& point : seen) pixels.bytes[point.pixel] = part_at(source.actors[point.actor], point);
  for (const BodyPart& part : body_parts()) pixels.palette.push_back(part.colour);
  return {std::move(pixels), {}};
}

Bounds rest_box(const LabelledActor& actor) {
  return {actor.model->bounds_min, actor.model->bounds_max};
}

LabelPixels rest_pixels(const LabelSource& source, std::span<const SeenPoint> seen) {
  PngPixels pixels = blank_pixels(source, PngKind::rgb16);
  for (const SeenPoint& point : seen) {
    const LabelledActor& actor = source.actors[point.actor];
    const Bounds box = rest_box(actor);
    const vec3 rest = at(point, *actor.model, actor.model->vertices.position);
    for (int i = 0; i < 3; ++i) {
      const double size = static_cast<double>(box.max[i] - box.min[i]);
      const double share = size > 0.0 ? static_cast<double>(rest[i] - box.min[i]) / size : 0.0;
      const double value = 1.0 + std::round(std::clamp(share, 0.0, 1.0) * 65534.0);
      put16(pixels, point.pixel, static_cast<std::uint16_t>(value), static_cast<std::size_t>(i));
    }
  }
  return {std::move(pixels), {}};
}

Bytes image_facts(const LabelSource& source, const std::string& file) {
  Json materials = Json::array(), parts = Json::array(), boxes = Json::array();
  const std::vector<std::size_t> first = first_materials(source);
  for (std::size_t a = 0; a < source.actors.size(); ++a) {
    const Model& model = *source.actors[a].model;
    for (std::size_t i = 0; i < model.materials.size(); ++i)
      materials.push_back({{"value", first[a] + i},
                           {"actor", a},
                           {"index", i},
                           {"name", model.materials[i].name},
                           {"name_english", model.materials[i].name_english}});
    const Bounds box = rest_box(source.actors[a]);
    boxes.push_back({{"actor", a},
                     {"model", model.name},
                     {"min", json_of(glm::dvec3(box.min))},
                     {"max", json_of(glm::dvec3(box.max))}});
  }
  for (std::size_t i = 0; i < body_parts().size(); ++i)
    parts.push_back({{"value", i}, {"name", body_parts()[i].name}});
  return file_of({{"file", file},
                  {"width", source.camera.width},
                  {"height", source.camera.height},
                  {"alpha_threshold", label_alpha},
                  {"metres_per_unit", metres_per_unit},
                  {"depth", {{"png_metres_per_step", depth_step}, {"exr_metres_per_unit", metres_per_unit}}},
                  {"materials", std::move(materials)},
                  {"parts", std::move(parts)},
                  {"rest", std::move(boxes)}});
}

}  // namespace mmd
