#include <algorithm>
#include <array>

#include "formats/pmx_cursor.h"

// The two sections that make up most of a file. One bounds check per vertex, for the largest record; near the
// end of the file, the reader uses a padded copy and checks the record's true end afterwards.

namespace mmd::pmx {
namespace {

constexpr std::array all_types = {WeightType::bdef1, WeightType::bdef2, WeightType::bdef4, WeightType::sdef,
                                  WeightType::qdef};
static_assert(all_types.size() == weight_layouts.size());

constexpr std::size_t largest_vertex() {
  std::size_t largest = 0;
  for (const WeightType type : all_types) largest = std::max(largest, vertex_size(type, 4, 4));
  return largest;
}
constexpr std::size_t largest_record = largest_vertex();

std::size_t smallest_vertex(const Header& header) {
  return vertex_size(WeightType::bdef1, header.index_sizes.bone, header.additional_uv_count);
}

/// Pointers into the arrays of Vertices, which have their final size.
struct Arrays {
  vec3* position;
  vec3* normal;
  vec2* uv;
  vec4* additional_uv;
  WeightType* type;
  std::array<std::int32_t, 4>* bones;
  std::array<float, 4>* weights;
  float* edge_scale;
  RawVector<Sdef>& sdef;  ///< grows
};

/// Reads one record at `at`; `largest_record` bytes there must be readable. `BoneIndex` is the signed integer
/// type of the file's bone index size.
template <class BoneIndex, std::size_t uvs>
class VertexReader : public IndexedReader<BoneIndex> {
 public:
  VertexReader(const std::byte* at, std::size_t& sdef_count)
      : IndexedReader<BoneIndex>(at), sdef_count_(sdef_count) {}

  template <class T>
  void unused(T& to, T value) {
    to = value;
  }
  void additional_uvs(vec4* to, std::size_t v) {
    if constexpr (uvs > 0) this->take(to + v * uvs, uvs * sizeof(vec4));
  }
  void sdef(RawVector<Sdef>& to) {
    if (sdef_count_ == to.size()) to.resize(std::max<std::size_t>(256, sdef_count_ * 2));
    (*this)(to[sdef_count_++]);
  }

 private:
  std::size_t& sdef_count_;
};

/// Reads `count` vertices; returns the number of SDEF vertices.
template <class BoneIndex, std::size_t uvs>
std::size_t read_records(Cursor& c, std::size_t count, Arrays arrays) {
  const ByteSpan rest = c.in.rest();
  const std::size_t start = c.offset();
  const std::byte* p = rest.data();
  const std::byte* const end = p + rest.size();
  const auto offset_of = [&](const std::byte* at) {
    return start + static_cast<std::size_t>(at - rest.data());
  };
  /// `type` is the weight type's byte, `at` its offset in the file.
  const auto fail_type = [&c](std::size_t v, std::size_t at, std::byte type) {
    c.at_element(v);
    c.fail_at(at, fmt::format("weight type {}", static_cast<unsigned>(type)));
    return std::size_t{0};
  };
  std::size_t sdef_count = 0, v = 0;
  for (; v < count && static_cast<std::size_t>(end - p) >= largest_record; ++v) {
    VertexReader<BoneIndex, uvs> record(p, sdef_count);
    if (!vertex_fields(record, arrays, v)) {
      const std::byte* type = record.at() - 1;
      return fail_type(v, offset_of(type), *type);
    }
    p = record.at();
  }
  for (; v < count; ++v) {
    std::array<std::byte, largest_record> padded{};
    const auto left = static_cast<std::size_t>(end - p);
    std::copy_n(p, std::min(left, padded.size()), padded.data());
    VertexReader<BoneIndex, uvs> record(padded.data(), sdef_count);
    const bool known = vertex_fields(record, arrays, v);
    const auto used = static_cast<std::size_t>(record.at() - padded.data());
    if (!known) return fail_type(v, offset_of(p) + used - 1, *(record.at() - 1));
    if (used > left) {
      c.at_element(v);
      c.fail_at(offset_of(p), fmt::format("truncated, {} of {} bytes there", left, used));
      return 0;
    }
    p += used;
  }
  c.in.skip(static_cast<std::size_t>(p - rest.data()));
  return sdef_count;
}

template <class BoneIndex>
std::size_t read_records(Cursor& c, std::size_t count, const Arrays& arrays) {
  switch (c.header.additional_uv_count) {
    case 0:
      return read_records<BoneIndex, 0>(c, count, arrays);
    case 1:
      return read_records<BoneIndex, 1>(c, count, arrays);
    case 2:
      return read_records<BoneIndex, 2>(c, count, arrays);
    case 3:
      return read_records<BoneIndex, 3>(c, count, arrays);
    default:
      return read_records<BoneIndex, 4>(c, count, arrays);
  }
}

template <class Index>
void widen(const std::byte* from, std::uint32_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Index index;
    std::memcpy(&index, from + i * sizeof(Index), sizeof(Index));
    to[i] = index;
  }
}

std::vector<std::uint8_t> types_of(const Vertices& vertices) {
  std::vector<std::uint8_t> types(vertices.size());
  for (std::size_t i = 0; i < types.size(); ++i) types[i] = static_cast<std::uint8_t>(vertices.type[i]);
  return types;
}

/// Bytes of a vertex record, by WeightType.
std::array<std::uint32_t, 8> vertex_sizes(const Header& header) {
  std::array<std::uint32_t, 8> sizes{};
  for (const WeightType type : all_types)
    sizes[static_cast<std::size_t>(type)] =
        static_cast<std::uint32_t>(vertex_size(type, header.index_sizes.bone, header.additional_uv_count));
  return sizes;
}

}  // namespace

void Cursor::vertices(Vertices& out) {
  enter("vertices");
  const std::size_t uvs = header.additional_uv_count;
  const std::size_t count = this->count(smallest_vertex(header));
  const std::size_t first = offset();
  if (!ok() || count == 0) return;
  out.position.resize(count);
  out.normal.resize(count);
  out.uv.resize(count);
  out.additional_uv.resize(count * uvs);
  out.type.resize(count);
  out.bones.resize(count);
  out.weights.resize(count);
  out.edge_scale.resize(count);
  const Arrays arrays{out.position.data(),      out.normal.data(),     out.uv.data(),
                      out.additional_uv.data(), out.type.data(),       out.bones.data(),
                      out.weights.data(),       out.edge_scale.data(), out.sdef};
  with_index_type(header.index_sizes.bone, [&]<class BoneIndex>(BoneIndex) {
    out.sdef.resize(read_records<BoneIndex>(*this, count, arrays));
  });
  if (ok() && places_ != nullptr) places_->set_kinds(section_, first, types_of(out), vertex_sizes(header));
}

void Cursor::face_indices(RawVector<std::uint32_t>& out) {
  if (!ok()) return;
  enter("face indices");
  const std::size_t size = header.index_sizes.vertex;
  const std::size_t count = this->count(size);
  if (!ok() || count == 0) return;
  out.resize(count);
  const std::byte* from = in.rest().data();
  with_index_type(header.index_sizes.vertex, [&]<class Index>(Index) {
    if constexpr (sizeof(Index) == sizeof(std::uint32_t)) {
      std::memcpy(out.data(), from, count * size);
    } else {
      widen<std::make_unsigned_t<Index>>(from, out.data(), count);
    }
  });
  constexpr std::size_t corners = 3;
  if (places_ != nullptr) places_->set_fixed("faces", offset(), corners * size, count / corners);
  in.skip(count * size);
}

}  // namespace mmd::pmx
