#include "annotations/face_points.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "annotations/face_mesh.h"
#include "model/body_parts.h"

namespace mmd {
namespace {

constexpr std::uint8_t panel_brows = 1;
// The first point of each part.
constexpr std::size_t jaw = 0, right_brow = 17, left_brow = 22, nose = 27, nostrils = 31, right_eye = 36,
                      left_eye = 42, outer_lips = 48, inner_lips = 60;

class FaceFinder {
 public:
  FaceFinder(const Model& model, const Face& face, const Landmarks& landmarks)
      : model_(model),
        face_(face),
        landmarks_(landmarks),
        mesh_(model, face),
        between_((face.left_eye + face.right_eye) * 0.5f),
        apart_(std::abs(face.left_eye.x - face.right_eye.x)) {}

  FacePoints find() {
    note(find_jaw(), "jaw");
    note(find_brow(-1.0f, right_brow) && find_brow(1.0f, left_brow), "brows");
    note(find_nose(), "nose");
    note(find_eye(-1.0f, right_eye), "right eye");
    note(find_eye(1.0f, left_eye), "left eye");
    note(find_lips(), "lips");
    return std::move(out_);
  }

 private:
  void note(bool found, std::string_view part) {
    if (!found) out_.lacks.push_back(part);
  }
  MeshPlace& point(std::size_t number) { return out_.points[number]; }

  /// Corner, upper lid, corner, lower lid.
  bool find_eye(float side, std::size_t first) {
    const vec3 eye = side > 0.0f ? face_.left_eye : face_.right_eye;
    const vec2 half(0.5f * apart_, 0.6f * apart_);
    const FrontBox around{vec2(eye) - half, vec2(eye) + half};
    static constexpr std::string_view left_lids[] = {"まばたき", "blink", "ウィンク２", "ウィンク",
                                                     "ウィンク左"},
                                      right_lids[] = {"まばたき", "blink", "ｳｨﾝｸ２右", "ウィンク２右",
                                                      "ウィンク右"};
    for (const std::string_view name : side > 0.0f ? left_lids : right_lids) {
      if (model_.find_morph(name) == none) continue;
      const std::vector<vec3> moved = offsets_of(model_, name);
      Rim rim = rim_on_border(mesh_, moved, around, 0.0f);
      if (!rim.is_known()) rim = rim_by_movement(mesh_, moved, around, true);
      if (!rim.is_known()) continue;
      point(first) = along(mesh_, rim.upper, 0.0f);
      point(first + 1) = along(mesh_, rim.upper, 1.0f / 3.0f);
      point(first + 2) = along(mesh_, rim.upper, 2.0f / 3.0f);
      point(first + 3) = along(mesh_, rim.upper, 1.0f);
      point(first + 4) = along(mesh_, rim.lower, 2.0f / 3.0f);
      point(first + 5) = along(mesh_, rim.lower, 1.0f / 3.0f);
      return true;
    }
    return false;
  }

  /// Lips of these models are lines: the outer points lie on the skin a tenth of the mouth's width around it.
  bool find_lips() {
    const vec2 half(0.6f * apart_, 0.9f * std::abs(between_.y - face_.mouth.y));
    const FrontBox around{vec2(face_.mouth) - half, vec2(face_.mouth) + half};
    Rim rim;
    for (const std::string_view name : {"あ", "お", "ワ", "え", "a"}) {
      if (model_.find_morph(name) == none) continue;
      const std::vector<vec3> moved = offsets_of(model_, name);
      rim = rim_on_border(mesh_, moved, around, 0.5f);
      if (!rim.is_known()) rim = rim_by_movement(mesh_, moved, around, false);
      if (rim.is_known()) break;
    }
    if (!rim.is_known()) return false;
    const auto inner = [&](bool upper, float share) {
      return along(mesh_, upper ? rim.upper : rim.lower, share);
    };
    const float width = mesh_.at(rim.upper.back()).x - mesh_.at(rim.upper.front()).x;
    const auto outer = [&](bool upper, float share) {
      MeshPlace at = inner(upper, share);
      const vec2 away(share == 0.0f   ? -0.05f
                      : share == 1.0f ? 0.05f
                                      : 0.0f,
                      share == 0.0f || share == 1.0f ? 0.0f : (upper ? 0.1f : -0.1f) * std::sin(pi * share));
      MeshPlace place = mesh_.foremost(vec2(mesh_.at(at)) + width * away);
      return place.vertices.empty() ? std::move(at) : std::move(place);
    };
    for (std::size_t i = 0; i <= 6; ++i) point(outer_lips + i) = outer(true, static_cast<float>(i) / 6.0f);
    for (std::size_t i = 1; i <= 5; ++i)
      point(outer_lips + 12 - i) = outer(false, static_cast<float>(i) / 6.0f);
    for (std::size_t i = 0; i <= 4; ++i) point(inner_lips + i) = inner(true, static_cast<float>(i) / 4.0f);
    for (std::size_t i = 1; i <= 3; ++i)
      point(inner_lips + 8 - i) = inner(false, static_cast<float>(i) / 4.0f);
    return true;
  }

  /// Five columns of what brow morphs move: a strip of its own, or the skin below painted brows.
  bool find_brow(float side, std::size_t first) {
    std::vector<float> way(model_.vertices.size(), 0.0f);
    for (std::size_t m = 0; m < model_.morphs.size(); ++m) {
      if (model_.morphs[m].panel != panel_brows) continue;
      const auto* offsets = std::get_if<VertexMorph>(&model_.morphs[m].data);
      for (std::size_t i = 0; offsets != nullptr && i < offsets->vertices.size(); ++i)
        way[offsets->vertices[i]] += glm::length(offsets->offsets[i]);
    }
    std::vector<std::uint32_t> strip;
    for (std::size_t m = 0; m < model_.materials.size(); ++m) {
      std::vector<std::uint32_t> moved;
      for (const std::uint32_t v : model_.triangles_of(m))
        if (way[v] > 0.0f && side * (mesh_.at(v).x - between_.x) > 0.0f) moved.push_back(v);
      std::sort(moved.begin(), moved.end());
      moved.erase(std::unique(moved.begin(), moved.end()), moved.end());
      const bool better = strip.empty() || (m != face_.material && moved.size() > strip.size());
      if (!moved.empty() && better) strip = std::move(moved);
    }
    float most = 0.0f;
    for (const std::uint32_t v : strip) most = std::max(most, way[v]);
    std::erase_if(strip, [&](std::uint32_t v) { return way[v] < 0.3f * most; });
    if (strip.size() < 4) return false;
    const auto [low, high] = std::minmax_element(
        strip.begin(), strip.end(), [&](auto a, auto b) { return mesh_.at(a).x < mesh_.at(b).x; });
    const float from = mesh_.at(*low).x, width = mesh_.at(*high).x - from;
    for (std::size_t i = 0; i < 5; ++i) {
      const float x = from + width * static_cast<float>(i) / 4.0f;
      float nearest = width;
      for (const std::uint32_t v : strip) nearest = std::min(nearest, std::abs(mesh_.at(v).x - x));
      MeshPlace& column = point(first + i);
      for (const std::uint32_t v : strip)
        if (std::abs(mesh_.at(v).x - x) <= nearest + width / 16.0f) column.vertices.push_back(v);
      column.weights.assign(column.vertices.size(), 1.0f / static_cast<float>(column.vertices.size()));
    }
    return true;
  }

  /// The bridge from the height of the eyes to the tip, and five points below it.
  bool find_nose() {
    const auto& found = landmarks_[static_cast<std::size_t>(Landmark::nose)];
    if (found.empty()) return false;
    const vec3 tip = mesh_.at(found.front());
    const vec2 top(between_.x, between_.y);
    bool all = true;
    const auto put = [&](std::size_t number, const vec2& at) {
      point(number) = mesh_.foremost(at);
      all &= !point(number).vertices.empty();
    };
    for (std::size_t i = 0; i < 3; ++i) put(nose + i, glm::mix(top, vec2(tip), static_cast<float>(i) / 3.0f));
    point(nose + 3) = {{found.front()}, {1.0f}};
    const float below = glm::mix(tip.y, face_.mouth.y, 0.25f), half = 0.12f * apart_;
    for (std::size_t i = 0; i < 5; ++i)
      put(nostrils + i, vec2(tip.x + half * (static_cast<float>(i) / 2.0f - 1.0f), below));
    return all;
  }

  /// The outline of the face from the height of the eyes to the chin: in front of the ears, and farther down
  /// in front of the neck.
  bool find_jaw() {
    constexpr int slices = 48;
    const auto& ears = landmarks_[static_cast<std::size_t>(Landmark::left_ear)];
    const auto head = StandardBones(model_).find("頭");
    if (ears.empty() && head == none) return false;
    const float back = !ears.empty() ? mesh_.at(ears.front()).z : model_.bone(head).rest.z;
    const float top_plane = glm::mix(back, between_.z, 0.2f), low_plane = glm::mix(back, face_.mouth.z, 0.6f);
    std::int32_t chin = none;
    for (const std::uint32_t v : face_.skin) {
      const vec3 p = mesh_.at(v);
      if (std::abs(p.x - between_.x) > 0.15f * apart_ || p.z < low_plane) continue;
      if (chin == none || p.y < mesh_.at(static_cast<std::uint32_t>(chin)).y)
        chin = static_cast<std::int32_t>(v);
    }
    if (chin == none) return false;
    const MeshPlace bottom{{static_cast<std::uint32_t>(chin)}, {1.0f}};
    const float low = mesh_.at(bottom).y;
    for (const float side : {-1.0f, 1.0f}) {
      std::vector<MeshPlace> line;
      std::vector<float> length{0.0f};
      for (int i = 0; i <= slices; ++i) {
        const float share = static_cast<float>(i) / slices;
        MeshPlace place = i == slices ? bottom
                                      : silhouette(side, glm::mix(between_.y, low, share),
                                                   glm::mix(top_plane, low_plane, share));
        if (place.vertices.empty()) continue;
        if (!line.empty())
          length.push_back(length.back() + glm::distance(vec2(mesh_.at(line.back())), vec2(mesh_.at(place))));
        line.push_back(std::move(place));
      }
      if (line.size() < slices / 2) return false;
      for (std::size_t i = 0; i <= 8; ++i) {
        const float goal = length.back() * static_cast<float>(i) / 8.0f;
        const auto at = std::lower_bound(length.begin(), length.end(), goal - 1e-5f) - length.begin();
        point(side < 0.0f ? jaw + i : jaw + 16 - i) = line[static_cast<std::size_t>(at)];
      }
    }
    return true;
  }

  /// The outermost skin on a side at a height, in front of a plane.
  MeshPlace silhouette(float side, float y, float behind) const {
    MeshPlace best;
    float most = 0.0f;
    for (const auto& corner : mesh_.triangles())
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = corner[i], b = corner[(i + 1) % 3];
        const vec3 p = mesh_.at(a), q = mesh_.at(b);
        if ((p.y < y) == (q.y < y)) continue;
        const float share = (y - p.y) / (q.y - p.y);
        const vec3 here = glm::mix(p, q, share);
        const float out = side * (here.x - between_.x);
        if (here.z < behind || out <= most) continue;
        most = out;
        best = {{a, b}, {1.0f - share, share}};
      }
    return best;
  }

  const Model& model_;
  const Face& face_;
  const Landmarks& landmarks_;
  const FaceMesh mesh_;
  const vec3 between_;  ///< the middle of the eyes
  const float apart_;   ///< of the eyes
  FacePoints out_;
};

}  // namespace

FacePoints find_face_points(const Model& model, const std::vector<std::uint8_t>& parts,
                            const Landmarks& landmarks) {
  const auto face = find_face(model, parts, landmarks);
  if (face) return FaceFinder(model, *face, landmarks).find();
  FacePoints out;
  out.lacks = {"face"};
  return out;
}

}  // namespace mmd
