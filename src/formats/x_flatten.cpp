#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "base/text.h"
#include "formats/x.h"

namespace mmd::x {
namespace {

constexpr vec3 up{0.0f, 1.0f, 0.0f};

// ---- Materials

/// Folders divided by `/`; text files often double the `\`.
std::string with_slashes(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool is_separator = c == '\\' || c == '/';
    if (!is_separator) {
      out += c;
    } else if (out.empty() || out.back() != '/') {
      out += '/';
    }
  }
  return out;
}

bool ends_in(std::string_view path, std::string_view ending) {
  return path.size() >= ending.size() && small_letters(path.substr(path.size() - ending.size())) == ending;
}

/// `main.bmp`, `main.bmp*sphere.sph`, `sphere.spa`: the ending tells a sphere map from a texture.
void set_texture(std::string_view names, AccessoryMaterial& out) {
  while (!names.empty()) {
    const std::string name = with_slashes(take_until(names, '*'));
    const bool multiplies = ends_in(name, ".sph"), adds = ends_in(name, ".spa");
    if (multiplies || adds) {
      out.sphere = name;
      out.sphere_mode = multiplies ? SphereMode::multiply : SphereMode::add;
    } else if (!name.empty() && out.texture.empty()) {
      out.texture = name;
    }
  }
  out.is_screen = small_letters(out.texture.substr(out.texture.rfind('/') + 1)) == "screen.bmp";
}

float finite_or_zero(float value) {
  return std::isfinite(value) ? value : 0.0f;
}
template <class Vector>
Vector finite(Vector v) {
  for (int i = 0; i < v.length(); ++i) v[i] = finite_or_zero(v[i]);
  return v;
}

AccessoryMaterial material_from(const Material& from) {
  AccessoryMaterial out;
  out.name = from.name;
  out.diffuse = finite(from.diffuse);
  out.power = finite_or_zero(from.power);
  out.specular = finite(from.specular);
  out.emissive = finite(from.emissive);
  set_texture(from.texture, out);
  return out;
}

// ---- Frames

/// The frame's matrix, which points are multiplied with from the left.
Affine affine_from(const std::array<float, 16>& m) {
  return {{vec4(m[0], m[4], m[8], m[12]), vec4(m[1], m[5], m[9], m[13]), vec4(m[2], m[6], m[10], m[14])}};
}

/// From each frame's space to that of the file.
std::vector<Affine> frames_to_file(const File& file) {
  std::vector<Affine> out;
  out.reserve(file.frames.size());
  for (const Frame& frame : file.frames) {
    const Affine local = affine_from(frame.transform);
    const bool has_parent = frame.parent >= 0 && at(frame.parent) < out.size();
    out.push_back(has_parent ? out[at(frame.parent)] * local : local);
  }
  return out;
}

vec3 normalised(const vec3& v) {
  const double x = v.x, y = v.y, z = v.z;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!std::isfinite(length) || length <= 0.0) return up;
  return vec3(x / length, y / length, z / length);
}

/// Turns normals by the inverse transpose of a transform.
class NormalTransform {
 public:
  explicit NormalTransform(const Affine& a) {
    const glm::dvec3 r0(a.row[0]), r1(a.row[1]), r2(a.row[2]);
    rows_ = {glm::cross(r1, r2), glm::cross(r2, r0), glm::cross(r0, r1)};
    if (glm::dot(r0, rows_[0]) < 0.0)
      for (glm::dvec3& row : rows_) row = -row;
  }
  vec3 operator()(const vec3& normal) const {
    const glm::dvec3 n(normal);
    glm::dvec3 turned(glm::dot(rows_[0], n), glm::dot(rows_[1], n), glm::dot(rows_[2], n));
    const double largest = std::max({std::abs(turned.x), std::abs(turned.y), std::abs(turned.z)});
    return normalised(vec3(turned / largest));
  }

 private:
  std::array<glm::dvec3, 3> rows_;
};

// ---- Meshes

/// Calls `f` with the number of each usable face, where its corners begin, and its corners. A face with a
/// vertex that is not there or not finite is not usable.
template <class F>
void for_each_face(const Mesh& mesh, const RawVector<vec3>& positions, const F& f) {
  const std::span<const std::uint32_t> corners(mesh.faces.corners);
  std::size_t first = 0;
  for (std::size_t i = 0; i < mesh.faces.sizes.size(); ++i) {
    const std::size_t size = mesh.faces.sizes[i];
    if (size > corners.size() - first) return;
    const auto face = corners.subspan(first, size);
    const bool is_sound = std::all_of(face.begin(), face.end(), [&](std::uint32_t vertex) {
      return vertex < positions.size() && is_finite(positions[vertex]);
    });
    if (size >= 3 && is_sound) f(i, first, face);
    first += size;
  }
}

/// Whether each corner has a normal.
bool has_normals(const Mesh& mesh) {
  const auto& corners = mesh.normal_faces.corners;
  return !mesh.normals.empty() && mesh.normal_faces.sizes == mesh.faces.sizes &&
         corners.size() == mesh.faces.corners.size() &&
         std::all_of(corners.begin(), corners.end(),
                     [&](std::uint32_t normal) { return normal < mesh.normals.size(); });
}

/// The normal of a polygon, towards the side from which its corners go clockwise; its length is twice the
/// area.
glm::dvec3 area_normal(std::span<const std::uint32_t> face, const RawVector<vec3>& positions) {
  glm::dvec3 sum(0.0);
  const glm::dvec3 origin(positions[face[0]]);
  for (std::size_t i = 1; i + 1 < face.size(); ++i)
    sum += glm::cross(glm::dvec3(positions[face[i]]) - origin, glm::dvec3(positions[face[i + 1]]) - origin);
  return sum;
}

/// The angle at corner `i` of a face, in radians.
double corner_angle(std::span<const std::uint32_t> face, std::size_t i, const RawVector<vec3>& positions) {
  const glm::dvec3 here(positions[face[i]]);
  const glm::dvec3 a = glm::dvec3(positions[face[(i + 1) % face.size()]]) - here;
  const glm::dvec3 b = glm::dvec3(positions[face[(i + face.size() - 1) % face.size()]]) - here;
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

/// For each vertex the mean of the normals of its faces, weighted by the angle that a face has there.
/// Direct3D's D3DXComputeNormals is documented as a mean; the weights are unconfirmed.
RawVector<vec3> computed_normals(const Mesh& mesh, const RawVector<vec3>& positions) {
  std::vector<glm::dvec3> sums(positions.size(), glm::dvec3(0.0));
  for_each_face(mesh, positions, [&](std::size_t, std::size_t, std::span<const std::uint32_t> face) {
    const glm::dvec3 normal = area_normal(face, positions);
    const double length = glm::length(normal);
    if (!(length > 0.0) || !std::isfinite(length)) return;
    for (std::size_t i = 0; i < face.size(); ++i)
      sums[face[i]] += normal / length * corner_angle(face, i, positions);
  });
  RawVector<vec3> out(positions.size());
  std::transform(sums.begin(), sums.end(), out.begin(),
                 [](const auto& sum) { return normalised(vec3(sum)); });
  return out;
}

/// Adds one mesh to the accessory.
class MeshFlattener {
 public:
  MeshFlattener(const File& file, const Mesh& mesh, const Affine& to_file, Accessory& out)
      : file_(file), mesh_(mesh), has_normals_(has_normals(mesh)), out_(out) {
    positions_.resize(mesh.positions.size());
    std::transform(mesh.positions.begin(), mesh.positions.end(), positions_.begin(),
                   [&](const vec3& p) { return units_per_file_unit * transform_point(to_file, p); });
    if (!has_normals_) {
      normals_ = computed_normals(mesh, positions_);
      return;
    }
    normals_.resize(mesh.normals.size());
    std::transform(mesh.normals.begin(), mesh.normals.end(), normals_.begin(), NormalTransform(to_file));
  }

  void run() {
    add_vertices();
    add_materials();
    add_triangles();
  }

 private:
  /// A vertex of the accessory: a vertex of the mesh in the upper half, one of its normals in the lower.
  using Key = std::uint64_t;
  Key key(std::size_t corner) const {
    const std::uint32_t vertex = mesh_.faces.corners[corner];
    const std::uint32_t normal = has_normals_ ? mesh_.normal_faces.corners[corner] : vertex;
    return Key{vertex} << 32 | normal;
  }

  void add_vertices() {
    for_each_face(mesh_, positions_,
                  [&](std::size_t, std::size_t first, std::span<const std::uint32_t> face) {
                    for (std::size_t i = 0; i < face.size(); ++i) keys_.push_back(key(first + i));
                  });
    std::sort(keys_.begin(), keys_.end());
    keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
    first_vertex_ = out_.positions.size();
    for (const Key k : keys_) {
      const std::size_t vertex = k >> 32;
      out_.positions.push_back(positions_[vertex]);
      out_.normals.push_back(normals_[k & 0xFFFFFFFF]);
      out_.uvs.push_back(vertex < mesh_.uvs.size() ? finite(mesh_.uvs[vertex]) : vec2(0.0f));
    }
  }

  void add_materials() {
    first_material_ = out_.materials.size();
    for (const std::int32_t material : mesh_.materials) {
      const bool is_known = material >= 0 && at(material) < file_.materials.size();
      out_.materials.push_back(is_known ? material_from(file_.materials[at(material)]) : AccessoryMaterial());
    }
    if (mesh_.materials.empty() && !keys_.empty()) out_.materials.emplace_back();
  }

  std::size_t material_of(std::size_t face) const {
    if (mesh_.face_materials.empty()) return 0;
    const std::size_t entry = std::min(face, mesh_.face_materials.size() - 1);
    const std::size_t last = out_.materials.size() - first_material_ - 1;
    return std::min<std::size_t>(mesh_.face_materials[entry], last);
  }

  /// Cuts the faces into fans (0,1,2 + 0,2,3 …) and sorts them by material, in the order of the file.
  void add_triangles() {
    if (keys_.empty()) return;
    const std::span<AccessoryMaterial> materials = std::span(out_.materials).subspan(first_material_);
    for_each_face(mesh_, positions_, [&](std::size_t i, std::size_t, std::span<const std::uint32_t> face) {
      materials[material_of(i)].index_count += static_cast<std::uint32_t>(3 * (face.size() - 2));
    });
    std::vector<std::size_t> next;  // where each material's next index goes
    std::size_t end = out_.indices.size();
    for (const AccessoryMaterial& material : materials) {
      next.push_back(end);
      end += material.index_count;
    }
    out_.indices.resize(end);
    for_each_face(mesh_, positions_,
                  [&](std::size_t i, std::size_t first, std::span<const std::uint32_t> face) {
                    std::size_t& to = next[material_of(i)];
                    const std::uint32_t fan = index_of(first);
                    std::uint32_t before = index_of(first + 1);
                    for (std::size_t corner = 2; corner < face.size(); ++corner) {
                      const std::uint32_t here = index_of(first + corner);
                      for (const std::uint32_t index : {fan, before, here}) out_.indices[to++] = index;
                      before = here;
                    }
                  });
  }

  std::uint32_t index_of(std::size_t corner) const {
    const auto found = std::lower_bound(keys_.begin(), keys_.end(), key(corner));
    return static_cast<std::uint32_t>(first_vertex_ + static_cast<std::size_t>(found - keys_.begin()));
  }

  const File& file_;
  const Mesh& mesh_;
  bool has_normals_;
  Accessory& out_;
  RawVector<vec3> positions_, normals_;  ///< of the mesh, as in the accessory
  std::vector<Key> keys_;                ///< sorted
  std::size_t first_vertex_ = 0, first_material_ = 0;
};

}  // namespace

Accessory flatten(const File& file) {
  Accessory out;
  const std::vector<Affine> frames = frames_to_file(file);
  for (const Mesh& mesh : file.meshes) {
    const bool has_frame = mesh.frame >= 0 && at(mesh.frame) < frames.size();
    MeshFlattener(file, mesh, has_frame ? frames[at(mesh.frame)] : Affine(), out).run();
  }
  return out;
}

}  // namespace mmd::x
