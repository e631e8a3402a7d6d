#include <array>
#include <cmath>
#include <numeric>

#include "formats/pmx_records.h"
#include "model/builders.h"
#include "model/mender.h"

namespace mmd {
namespace {

/// The normals that the faces give, weighted by area, in MMD's space; made when the first one is needed.
class FaceNormals {
 public:
  explicit FaceNormals(const pmx::File& file) : file_(file) {}

  vec3 at(std::size_t vertex) {
    if (sums_.empty()) add_up();
    const glm::dvec3 sum = sums_[vertex];
    const double length = glm::length(sum);
    return length > 1e-12 && std::isfinite(length) ? vec3(sum / length) : vec3(0.0f, 1.0f, 0.0f);
  }

 private:
  void add_up() {
    sums_.resize(file_.vertices.size(), glm::dvec3(0.0));
    for (std::size_t i = 0; i + 2 < file_.indices.size(); i += 3) {
      const std::uint32_t* corner = &file_.indices[i];
      if (std::any_of(corner, corner + 3, [&](std::uint32_t v) { return v >= sums_.size(); })) continue;
      const auto place = [&](std::size_t k) { return glm::dvec3(file_.vertices.position[corner[k]]); };
      const glm::dvec3 normal = glm::cross(place(1) - place(0), place(2) - place(0));
      if (!std::isfinite(glm::length(normal))) continue;
      for (std::size_t k = 0; k < 3; ++k) sums_[corner[k]] += normal;
    }
  }

  const pmx::File& file_;
  std::vector<glm::dvec3> sums_;
};

/// Repairs bones and weights of a vertex, as settle_weights() (build_vertices.cpp) takes them.
class WeightMender {
 public:
  WeightMender(Mender& mender, std::size_t vertex)
      : mender_(mender),
        element_(mender, "vertices", vertex, nullptr),
        bones_(mender.file.vertices.bones[vertex]),
        weights_(mender.file.vertices.weights[vertex]) {
    const auto type = static_cast<std::size_t>(mender.file.vertices.type[vertex]);
    layout_ = pmx::weight_layouts[type < pmx::weight_layouts.size() ? type : 0];
  }

  void run() {
    const std::size_t count = mender_.file.bones.size();
    const auto is_out = [&](std::int32_t bone) { return bone != none && !is_index(bone, count); };
    if (std::any_of(bones_.begin(), bones_.begin() + used(), is_out)) repair_bones(is_out);
    if (is_outside())
      repair(repair_kind::weight_range, [&](std::array<float, 4>& w) {
        for (float& weight : w)
          weight = weight > 1.0f ? (layout_.weights == 4 ? weight : 1.0f) : weight >= 0.0f ? weight : 0.0f;
      });
    const float sum = usable_sum();
    if (!(sum > 0.0f)) {
      if (count > 0) repair_without_bones();
    } else if (std::abs(sum - 1.0f) > 1e-3f) {
      repair(repair_kind::weight_sum, [&](std::array<float, 4>& w) {
        for (std::size_t i = 0; i < layout_.bones; ++i) w[i] = has_bone(i) ? w[i] / sum : 0.0f;
      });
    }
  }

 private:
  std::ptrdiff_t used() const { return static_cast<std::ptrdiff_t>(layout_.bones); }
  bool has_bone(std::size_t i) const { return is_index(bones_[i], mender_.file.bones.size()); }
  std::array<float, 4> all() const {
    if (layout_.weights == 0) return {1.0f, 0.0f, 0.0f, 0.0f};
    if (layout_.weights == 1) return {weights_[0], 1.0f - weights_[0], 0.0f, 0.0f};
    return weights_;
  }
  bool is_outside() const {
    const auto w = all();
    const float limit = layout_.weights == 4 ? max_weight : 1.0f;
    for (std::size_t i = 0; i < layout_.bones; ++i)
      if (has_bone(i) && !(w[i] >= 0.0f && w[i] <= limit)) return true;
    return false;
  }
  float usable_sum() const {
    const auto w = all();
    float sum = 0.0f;
    for (std::size_t i = 0; i < layout_.bones; ++i)
      if (has_bone(i)) sum += w[i];
    return sum;
  }
  void keep(const std::array<float, 4>& w) {
    if (layout_.weights > 0) weights_[0] = w[0];
    if (layout_.weights == 4) weights_ = w;
  }
  std::string text() const {
    const auto w = all();
    std::string out;
    for (std::size_t i = 0; i < layout_.bones; ++i)
      out += fmt::format("{}{} x {}", i == 0 ? "" : ", ", index_text(bones_[i]), w[i]);
    return out;
  }

  template <class Change>
  void repair(std::string_view kind, Change&& change) {
    if (!element_.wants(kind)) return;
    const std::string before = text();
    auto w = all();
    change(w);
    keep(w);
    element_.note(kind, before, text());
  }
  template <class IsOut>
  void repair_bones(const IsOut& is_out) {
    repair(repair_kind::bone_index, [&](std::array<float, 4>& w) {
      float sum = 0.0f;
      for (std::size_t i = 0; i < layout_.bones; ++i) {
        if (is_out(bones_[i])) {
          w[i] = 0.0f;
          bones_[i] = 0;
        } else if (bones_[i] != none) {
          sum += w[i];
        }
      }
      if (sum > 0.0f) {
        for (float& weight : w) weight /= sum;
      } else {
        std::fill_n(bones_.begin(), layout_.bones, none);
        w = {1.0f, 0.0f, 0.0f, 0.0f};
      }
    });
  }
  /// The root moves it: bone 0 is one in most models.
  void repair_without_bones() {
    repair(repair_kind::no_weights, [&](std::array<float, 4>& w) {
      std::fill_n(bones_.begin(), layout_.bones, 0);
      w = {1.0f, 0.0f, 0.0f, 0.0f};
    });
  }

  Mender& mender_;
  MendedElement element_;
  std::array<std::int32_t, 4>& bones_;
  std::array<float, 4>& weights_;
  pmx::WeightLayout layout_{};
};

/// Turns SDEF vertices with unusable constants into BDEF2.
void mend_sdef(Mender& mender) {
  pmx::Vertices& vertices = mender.file.vertices;
  if (vertices.sdef.empty() || !mender.wants(repair_kind::sdef_number)) return;
  RawVector<pmx::Sdef> kept;
  std::size_t next = 0;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (vertices.type[v] != WeightType::sdef) continue;
    const pmx::Sdef& raw = vertices.sdef[next++];
    SdefConstants ignored;
    if (sdef_constants(raw, settled_weights(mender.file, v), ignored)) {
      kept.push_back(raw);
      continue;
    }
    vertices.type[v] = WeightType::bdef2;
    mender.note_kind(repair_kind::sdef_number, "vertices", v, "", "SDEF", "BDEF2");
  }
  if (kept.size() != vertices.sdef.size()) vertices.sdef = std::move(kept);
}

/// Takes the faces that build_materials() leaves, without those at `misplaced` vertices.
void mend_faces(Mender& mender, const std::vector<std::uint32_t>& misplaced) {
  if (!mender.wants_damage()) return;
  pmx::File& file = mender.file;
  RawVector<std::uint32_t> before = file.indices, after;
  Repairs repairs;
  std::vector<Material> materials = build_materials(file, after, repairs);
  drop_triangles_at(misplaced, file.vertices.size(), materials, after);
  for (std::size_t i = 0; i < after.size(); i += 3) mirror_winding(&after[i]);
  const auto kept = static_cast<std::int64_t>(after.size());
  bool same_counts = true;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    const auto now = static_cast<std::int32_t>(materials[i].index_count);
    std::int32_t& count = file.materials[i].index_count;
    if (now == count) continue;
    same_counts = false;
    mender.note(damage_rule, "materials", i, file.utf8(file.materials[i].name), "faces that cannot be drawn",
                fmt::format("{} face indices", count), fmt::format("{} face indices", now));
    count = now;
  }
  if (static_cast<std::int64_t>(before.size()) != kept && same_counts)
    mender.note_kind(repair_kind::no_material, "faces", static_cast<std::size_t>(kept) / 3, "",
                     fmt::format("{} face indices", before.size()), fmt::format("{} face indices", kept));
  const bool same = same_counts && before.size() == after.size();
  file.indices = same ? std::move(before) : std::move(after);
}

}  // namespace

void mend_mesh(Mender& mender) {
  pmx::File& file = mender.file;
  pmx::Vertices& vertices = file.vertices;
  const std::size_t uv_sets = file.header.additional_uv_count;
  std::vector<std::uint32_t> misplaced;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    MendedElement element(mender, "vertices", v, nullptr);
    if (!usable_position(vertices.position[v]) && mender.wants(repair_kind::vertex_position)) {
      element.set(repair_kind::vertex_position, vertices.position[v], vec3(0.0f));
      misplaced.push_back(static_cast<std::uint32_t>(v));
    }
    if (!is_finite(vertices.uv[v])) element.set(repair_kind::uv_number, vertices.uv[v], vec2(0.0f));
    if (uv_sets > 0 && !is_finite(vertices.additional_uv[v * uv_sets]))
      element.set(repair_kind::additional_uv_number, vertices.additional_uv[v * uv_sets], vec4(0.0f));
    if (!std::isfinite(vertices.edge_scale[v]))
      element.set(repair_kind::edge_scale_number, vertices.edge_scale[v], 1.0f);
    WeightMender(mender, v).run();
  }
  mend_sdef(mender);
  mend_faces(mender, misplaced);
  FaceNormals normals(file);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const vec3 normal = vertices.normal[v];
    const float length = glm::length(normal);
    if (length > 1e-12f && std::isfinite(length)) continue;
    const std::string_view kind = is_finite(normal) ? repair_kind::zero_normal : repair_kind::normal_number;
    if (mender.wants(kind))
      MendedElement(mender, "vertices", v, nullptr).set(kind, vertices.normal[v], normals.at(v));
  }
}

void mend_materials(Mender& mender) {
  pmx::File& file = mender.file;
  for (std::size_t i = 0; i < file.materials.size(); ++i) {
    pmx::Material& m = file.materials[i];
    MendedElement element(mender, "materials", i, &m.name);
    const auto finite = [&](std::string_view kind, auto& value, const auto& usual) {
      bool usable = false;
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, float>)
        usable = std::isfinite(value);
      else
        usable = is_finite(value);
      if (!usable) element.set(kind, value, usual);
    };
    finite(repair_kind::colour_number, m.diffuse, vec4(1.0f));
    finite(repair_kind::colour_number, m.specular, vec3(0.0f));
    finite(repair_kind::specular_power_number, m.specular_power, 0.0f);
    finite(repair_kind::colour_number, m.ambient, vec3(0.0f));
    finite(repair_kind::colour_number, m.edge_colour, vec4(0.0f, 0.0f, 0.0f, 1.0f));
    finite(repair_kind::edge_size_number, m.edge_size, 0.0f);
    element.index(repair_kind::texture_index, m.texture, file.textures.size());
    element.index(repair_kind::texture_index, m.sphere_texture, file.textures.size());
    if (m.sphere_mode > 3 && mender.wants(repair_kind::sphere_mode)) {
      element.note(repair_kind::sphere_mode, value_text(int{m.sphere_mode}), "0");
      m.sphere_mode = 0;
    }
    if (m.toon_flag != 1) {
      element.index(repair_kind::texture_index, m.toon, file.textures.size());
    } else if ((m.toon < 0 || m.toon > 9) && mender.wants(repair_kind::shared_toon)) {
      element.note(repair_kind::shared_toon, value_text(int{m.toon}), "no toon");
      m.toon_flag = 0;
      m.toon = -1;
    }
  }
}

}  // namespace mmd
