#include <algorithm>
#include <array>

#include "formats/pmx_cursor.h"

// The two sections that make up most of a file. One bounds check per vertex, at the size of the largest
// record; where fewer bytes are left, the record is read from a padded copy and its true end checked
// afterwards.

namespace mmd::pmx {
namespace {

constexpr std::size_t head_size = sizeof(vec3) * 2 + sizeof(vec2);
constexpr std::size_t largest_weights = 4 * sizeof(std::int32_t) + 4 * sizeof(float) + sizeof(Sdef);
constexpr std::size_t largest_record = head_size + 4 * sizeof(vec4) + 1 + largest_weights + sizeof(float);

static_assert(sizeof(vec2) == 8 && sizeof(vec3) == 12 && sizeof(vec4) == 16 && sizeof(Sdef) == 36);

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

/// Where the next record goes.
struct Sink {
  vec3* position;
  vec3* normal;
  vec2* uv;
  vec4* additional_uv;
  WeightType* type;
  std::array<std::int32_t, 4>* bones;
  std::array<float, 4>* weights;
  float* edge_scale;
  RawVector<Sdef>* sdef;
  std::size_t sdef_count;
};

void append_sdef(Sink& sink, const std::byte* at) {
  if (sink.sdef_count == sink.sdef->size())
    sink.sdef->resize(std::max<std::size_t>(256, sink.sdef_count * 2));
  std::memcpy(&(*sink.sdef)[sink.sdef_count++], at, sizeof(Sdef));
}

/// Reads one record at `p`, where `largest_record` bytes may be touched; the byte after it, or null at a
/// weight type that does not exist. `BoneIndex` is the signed integer of the file's bone index size.
template <class BoneIndex, std::size_t Uvs>
const std::byte* read_vertex(const std::byte* p, std::size_t v, Sink& sink) {
  std::memcpy(static_cast<void*>(sink.position + v), p, sizeof(vec3));
  std::memcpy(static_cast<void*>(sink.normal + v), p + 12, sizeof(vec3));
  std::memcpy(static_cast<void*>(sink.uv + v), p + 24, sizeof(vec2));
  p += head_size;
  if constexpr (Uvs > 0) {
    std::memcpy(static_cast<void*>(sink.additional_uv + v * Uvs), p, sizeof(vec4) * Uvs);
    p += sizeof(vec4) * Uvs;
  }
  const auto bone = [&p](std::size_t i) -> std::int32_t {
    return load<BoneIndex>(p + i * sizeof(BoneIndex));
  };
  const auto type = static_cast<WeightType>(*p++);
  auto& bones = sink.bones[v];
  auto& weights = sink.weights[v];
  sink.type[v] = type;
  switch (type) {
    case WeightType::bdef1:
      bones = {bone(0), -1, -1, -1};
      weights = {1.0f, 0.0f, 0.0f, 0.0f};
      p += sizeof(BoneIndex);
      break;
    case WeightType::bdef2:
      bones = {bone(0), bone(1), -1, -1};
      p += 2 * sizeof(BoneIndex);
      weights = {load<float>(p), 0.0f, 0.0f, 0.0f};
      p += sizeof(float);
      break;
    case WeightType::bdef4:
    case WeightType::qdef:
      bones = {bone(0), bone(1), bone(2), bone(3)};
      p += 4 * sizeof(BoneIndex);
      std::memcpy(weights.data(), p, sizeof(weights));
      p += sizeof(weights);
      break;
    case WeightType::sdef:
      bones = {bone(0), bone(1), -1, -1};
      p += 2 * sizeof(BoneIndex);
      weights = {load<float>(p), 0.0f, 0.0f, 0.0f};
      append_sdef(sink, p + sizeof(float));
      p += sizeof(float) + sizeof(Sdef);
      break;
    default:
      return nullptr;
  }
  std::memcpy(sink.edge_scale + v, p, sizeof(float));
  return p + sizeof(float);
}

/// The offset of the weight type in a record.
template <std::size_t Uvs>
constexpr std::size_t type_offset = head_size + Uvs * sizeof(vec4);

template <class BoneIndex, std::size_t Uvs>
void fail_weight_type(Cursor& c, std::size_t v, std::size_t record, std::byte type) {
  c.at_element(v);
  c.fail_at(record + type_offset<Uvs>, fmt::format("weight type {}", static_cast<unsigned>(type)));
}

template <class BoneIndex, std::size_t Uvs>
void read_records(Cursor& c, std::size_t count, Sink& sink) {
  const ByteSpan rest = c.in.rest();
  const std::size_t start = c.offset();
  const std::byte* p = rest.data();
  const std::byte* const end = p + rest.size();
  const auto place = [&](const std::byte* at) { return start + static_cast<std::size_t>(at - rest.data()); };
  std::size_t v = 0;
  for (; v < count && static_cast<std::size_t>(end - p) >= largest_record; ++v) {
    const std::byte* next = read_vertex<BoneIndex, Uvs>(p, v, sink);
    if (!next) return fail_weight_type<BoneIndex, Uvs>(c, v, place(p), p[type_offset<Uvs>]);
    p = next;
  }
  for (; v < count; ++v) {
    std::array<std::byte, largest_record> padded{};
    const auto left = static_cast<std::size_t>(end - p);
    const std::size_t there = std::min(left, padded.size());
    std::copy_n(p, there, padded.data());
    const std::byte* next = read_vertex<BoneIndex, Uvs>(padded.data(), v, sink);
    if (!next) return fail_weight_type<BoneIndex, Uvs>(c, v, place(p), padded[type_offset<Uvs>]);
    const auto used = static_cast<std::size_t>(next - padded.data());
    if (used > left) {
      c.at_element(v);
      return c.fail_at(place(p), fmt::format("truncated, {} of {} bytes there", left, used));
    }
    p += used;
  }
  c.in.skip(static_cast<std::size_t>(p - rest.data()));
}

template <class BoneIndex>
void read_records(Cursor& c, std::size_t count, Sink& sink) {
  switch (c.header.additional_uv_count) {
    case 0:
      return read_records<BoneIndex, 0>(c, count, sink);
    case 1:
      return read_records<BoneIndex, 1>(c, count, sink);
    case 2:
      return read_records<BoneIndex, 2>(c, count, sink);
    case 3:
      return read_records<BoneIndex, 3>(c, count, sink);
    default:
      return read_records<BoneIndex, 4>(c, count, sink);
  }
}

template <class Index>
void widen(const std::byte* from, std::uint32_t* to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to[i] = load<Index>(from + i * sizeof(Index));
}

}  // namespace

void read_vertices(Cursor& c, Vertices& out) {
  c.enter("vertices");
  const std::size_t uvs = c.header.additional_uv_count;
  const std::size_t smallest =
      head_size + uvs * sizeof(vec4) + 1 + c.header.index_sizes.bone + sizeof(float);  // BDEF1
  const std::size_t count = c.count(smallest);
  if (!c.ok() || count == 0) return;
  out.position.resize(count);
  out.normal.resize(count);
  out.uv.resize(count);
  out.additional_uv.resize(count * uvs);
  out.type.resize(count);
  out.bones.resize(count);
  out.weights.resize(count);
  out.edge_scale.resize(count);
  Sink sink{out.position.data(), out.normal.data(),
            out.uv.data(),       out.additional_uv.data(),
            out.type.data(),     out.bones.data(),
            out.weights.data(),  out.edge_scale.data(),
            &out.sdef,           0};
  switch (c.header.index_sizes.bone) {
    case 1:
      read_records<std::int8_t>(c, count, sink);
      break;
    case 2:
      read_records<std::int16_t>(c, count, sink);
      break;
    default:
      read_records<std::int32_t>(c, count, sink);
      break;
  }
  out.sdef.resize(sink.sdef_count);
}

std::array<std::uint32_t, 8> vertex_sizes(const Header& header) {
  const std::uint32_t bone = header.index_sizes.bone;
  const auto fixed =
      static_cast<std::uint32_t>(head_size + header.additional_uv_count * sizeof(vec4) + 1 + sizeof(float));
  const std::uint32_t four = fixed + 4 * bone + 16, sdef = static_cast<std::uint32_t>(sizeof(Sdef));
  return {fixed + bone, fixed + 2 * bone + 4, four, fixed + 2 * bone + 4 + sdef, four, 0, 0, 0};
}

void read_indices(Cursor& c, RawVector<std::uint32_t>& out) {
  c.enter("face indices");
  const std::size_t size = c.header.index_sizes.vertex;
  const std::size_t count = c.count(size);
  if (!c.ok() || count == 0) return;
  out.resize(count);
  const std::byte* from = c.in.rest().data();
  switch (size) {
    case 1:
      widen<std::uint8_t>(from, out.data(), count);
      break;
    case 2:
      widen<std::uint16_t>(from, out.data(), count);
      break;
    default:
      std::memcpy(out.data(), from, count * size);
      break;
  }
  c.in.skip(count * size);
}

}  // namespace mmd::pmx
