#include <optional>
#include <vector>

#include <fmt/format.h>

#include "base/bit_cast.h"
#include "formats/x_tokens.h"

namespace mmd::x {
namespace {

// Numbers of Direct3D's vertex declarations.
constexpr std::uint32_t type_float2 = 1, type_float3 = 2;
constexpr std::uint32_t usage_normal = 3, usage_texture = 5;

/// 32-bit words of each type, from D3DDECLTYPE_FLOAT1 to D3DDECLTYPE_FLOAT16_4.
constexpr std::uint8_t words_of_type[] = {1, 2, 3, 4, 1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 1, 1, 2};

/// Where normals and texture coordinates stand in the words of a vertex.
struct Layout {
  std::size_t stride = 0;
  std::optional<std::size_t> normal, uv;
};

/// nullopt if a type is unknown.
std::optional<Layout> read_layout(Tokens& in) {
  Layout layout;
  bool is_known = true;
  const std::size_t count = in.take_count(4);
  for (std::size_t i = 0; i < count && in.ok(); ++i) {
    const std::uint32_t type = in.take_whole();
    in.take_whole();  // the method, which means nothing in a file
    const std::uint32_t usage = in.take_whole();
    const std::uint32_t usage_index = in.take_whole();
    if (usage_index == 0 && usage == usage_normal && type == type_float3) layout.normal = layout.stride;
    if (usage_index == 0 && usage == usage_texture && type == type_float2) layout.uv = layout.stride;
    is_known = is_known && type < std::size(words_of_type);
    if (is_known) layout.stride += words_of_type[type];
  }
  return is_known && in.ok() ? std::optional(layout) : std::nullopt;
}

template <class Vector>
void set_from(const RawVector<std::uint32_t>& words, std::size_t first, std::size_t stride,
              RawVector<Vector>& out) {
  for (Vector& v : out) {
    for (int i = 0; i < Vector::length(); ++i)
      v[i] = bit_cast<float>(words[first + static_cast<std::size_t>(i)]);
    first += stride;
  }
}

}  // namespace

/// Normals that the mesh already has stay.
void read_decl_data(Tokens& in, Mesh& mesh) {
  const std::optional<Layout> layout = read_layout(in);
  RawVector<std::uint32_t> words(in.take_count(1));
  for (std::size_t i = 0; i < words.size() && in.ok(); ++i) words[i] = in.take_whole();
  const std::size_t vertex_count = mesh.positions.size();
  if (!in.ok()) return;
  if (!layout) {
    in.warn("an element has an unknown type; the data is skipped");
  } else if (words.size() != layout->stride * vertex_count) {
    in.warn(fmt::format("{} words do not fit {} vertices; the data is skipped", words.size(), vertex_count));
  } else {
    if (layout->normal && vertex_count > 0 && mesh.normals.empty()) {
      mesh.normals.resize(vertex_count);
      set_from(words, *layout->normal, layout->stride, mesh.normals);
      mesh.normal_faces = mesh.faces;
    }
    if (layout->uv) {
      mesh.uvs.resize(vertex_count);
      set_from(words, *layout->uv, layout->stride, mesh.uvs);
    }
  }
  in.skip_object();
}

}  // namespace mmd::x
