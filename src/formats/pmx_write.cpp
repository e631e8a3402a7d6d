#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "formats/pmx_records.h"

namespace mmd::pmx {
namespace {

constexpr const char* sizes_hint = "choose larger index sizes (smallest_index_sizes)";
constexpr std::size_t largest_count = std::numeric_limits<std::int32_t>::max();

/// Keeps the first error, with section and element.
class Writer {
 public:
  explicit Writer(const Header& header) : header_(header) {}

  const Header& header() const { return header_; }
  bool ok() const { return status_.has_value(); }
  const Result<void>& status() const { return status_; }
  Bytes take() { return out_.take(); }

  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  void at_element(std::size_t element) { element_ = element; }

  void fail_with(const std::string& what, const char* hint = "") {
    if (!status_) return;
    std::string where = section_;
    if (element_) where += fmt::format(": element {}", *element_);
    status_ = fail(where + ": " + what, hint);
  }

  void count(std::size_t n) {
    if (n > largest_count) fail_with(fmt::format("{} elements are too many for a PMX file", n));
    (*this)(static_cast<std::int32_t>(n));
  }
  void put_bytes(std::string_view bytes) { out_.write_bytes(bytes); }

  // Interface for the descriptions in pmx_records.h.

  template <class... Fields>
  void operator()(const Fields&... values) {
    (out_.write(values), ...);
  }
  template <class Index>
  void index(const IndexKind& kind, Index index) {
    constexpr bool is_unsigned = std::is_unsigned_v<Index>;
    switch (header_.index_sizes.*kind.size) {
      case 1:
        return narrow_index<std::conditional_t<is_unsigned, std::uint8_t, std::int8_t>>(kind, index);
      case 2:
        return narrow_index<std::conditional_t<is_unsigned, std::uint16_t, std::int16_t>>(kind, index);
      default:
        return out_.write(index);
    }
  }
  void text(const char*, const Text& text) {
    count(text.bytes.size());
    put_bytes(text.bytes);
  }
  void byte(const char* name, std::int32_t value) {
    if (!std::in_range<std::uint8_t>(value)) fail_with(fmt::format("{} {}", name, value));
    out_.write(static_cast<std::uint8_t>(value));
  }
  template <class T>
  void up_to(std::size_t max_value, const char* name, const T& value) {
    if (static_cast<std::size_t>(value) > max_value)
      fail_with(fmt::format("{} {}", name, static_cast<unsigned>(value)));
    out_.write(value);
  }
  template <class F>
  void when(bool holds, F&& f) {
    if (holds) f();
  }
  template <class F, class G>
  void either(bool holds, F&& f, G&& g) {
    holds ? f() : g();
  }
  template <class Record>
  void list(const char*, const std::vector<Record>& records) {
    count(records.size());
    for (const Record& record : records) fields(*this, record);
  }
  void offsets(const Morph& morph) {
    if (!ok()) return;
    if (offset_alternatives[static_cast<std::size_t>(morph.type)] != morph.offsets.index())
      return fail_with("the offsets belong to another morph type");
    std::visit([this](const auto& offsets) { list("offsets", offsets); }, morph.offsets);
  }

  void unused(const auto&, auto) {}
  void additional_uvs(const RawVector<vec4>& uvs, std::size_t v) {
    const std::size_t sets = header_.additional_uv_count;
    for (std::size_t set = 0; set < sets; ++set) out_.write(uvs[v * sets + set]);
  }
  void sdef(const RawVector<Sdef>& of_all) { out_.write(of_all[sdef_count_++]); }

  void vertices(const Vertices& v);
  void face_indices(const RawVector<std::uint32_t>& indices);
  template <class Record>
  void section(const char* name, const std::vector<Record>& records) {
    if (!ok()) return;
    enter(name);
    count(records.size());
    for (std::size_t i = 0; i < records.size() && ok(); ++i) {
      at_element(i);
      fields(*this, records[i]);
    }
  }
  void soft_bodies(const char* name, const std::vector<SoftBody>& records, bool is_lacking) {
    if (header_.version == 2.1f && is_lacking) return;
    if (header_.version == 2.1f) return section(name, records);
    if (!ok() || records.empty()) return;
    enter(name);
    fail_with("PMX 2.0 does not support this", "write the model as PMX 2.1");
  }

 private:
  template <class Stored, class Index>
  void narrow_index(const IndexKind& kind, Index index) {
    if (!std::in_range<Stored>(index))
      fail_with(fmt::format("{} index {} does not fit into {} bytes", kind.name, index, sizeof(Stored)),
                sizes_hint);
    out_.write(static_cast<Stored>(index));
  }

  Header header_;
  ByteWriter out_;
  std::size_t sdef_count_ = 0;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  Result<void> status_;
};

void check_header(Writer& w) {
  const Header& h = w.header();
  if (h.version != 2.0f && h.version != 2.1f) w.fail_with(fmt::format("version {}", h.version));
  if (h.additional_uv_count > 4)
    w.fail_with(fmt::format("{} additional UVs; at most 4 are allowed", h.additional_uv_count));
  if (h.encoding > TextEncoding::utf8)
    w.fail_with(fmt::format("text encoding {}", static_cast<int>(h.encoding)));
  if (h.extra_globals.size() > 247) w.fail_with(fmt::format("{} extra globals", h.extra_globals.size()));
  for (const IndexKind& kind : index_kinds) {
    const std::uint8_t size = h.index_sizes.*kind.size;
    if (size != 1 && size != 2 && size != 4)
      w.fail_with(fmt::format("index size {}; it must be 1, 2 or 4", size));
  }
}

void write_header(Writer& w) {
  const Header& h = w.header();
  w.put_bytes(magic);
  w(h.version, static_cast<std::uint8_t>(known_globals + h.extra_globals.size()), h.encoding,
    h.additional_uv_count);
  for (const IndexKind& kind : index_kinds) w(h.index_sizes.*kind.size);
  for (const std::uint8_t extra : h.extra_globals) w(extra);
}

/// Checks that the arrays' lengths agree, and reports one that does not.
bool check_vertices(Writer& w, const Vertices& v) {
  const std::size_t n = v.size();
  const std::size_t uvs = n * w.header().additional_uv_count;
  const auto agrees = [&w](const char* of, std::size_t have, std::size_t want) {
    if (have != want) w.fail_with(fmt::format("{} {} entries, {} needed", have, of, want));
    return have == want;
  };
  if (!agrees("normal", v.normal.size(), n) || !agrees("uv", v.uv.size(), n) ||
      !agrees("additional_uv", v.additional_uv.size(), uvs) || !agrees("type", v.type.size(), n) ||
      !agrees("bones", v.bones.size(), n) || !agrees("weights", v.weights.size(), n) ||
      !agrees("edge_scale", v.edge_scale.size(), n)) {
    return false;
  }
  std::size_t sdef = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (v.type[i] > WeightType::qdef) {
      w.at_element(i);
      w.fail_with(fmt::format("weight type {}", static_cast<int>(v.type[i])));
      return false;
    }
    if (v.type[i] == WeightType::sdef) ++sdef;
  }
  return agrees("sdef", v.sdef.size(), sdef);
}

void Writer::vertices(const Vertices& v) {
  enter("vertices");
  if (!check_vertices(*this, v)) return;
  count(v.size());
  for (std::size_t i = 0; i < v.size() && ok(); ++i) {
    at_element(i);
    vertex_fields(*this, v, i);
  }
}

void Writer::face_indices(const RawVector<std::uint32_t>& indices) {
  if (!ok()) return;
  enter("face indices");
  count(indices.size());
  for (std::size_t i = 0; i < indices.size() && ok(); ++i) {
    at_element(i);
    index(vertex_index, indices[i]);
  }
}

std::uint8_t smallest_size(std::size_t count, std::size_t in_one_byte, std::size_t in_two_bytes) {
  if (count <= in_one_byte) return 1;
  return count <= in_two_bytes ? 2 : 4;
}
std::uint8_t smallest_unsigned_size(std::size_t count) {
  return smallest_size(count, 0xff, 0xffff);
}
std::uint8_t smallest_signed_size(std::size_t count) {
  return smallest_size(count, 0x7f, 0x7fff);
}

}  // namespace

Result<Bytes> write(const File& file) {
  Writer w(file.header);
  check_header(w);
  if (w.ok()) write_header(w);
  if (w.ok()) fields(w, file);
  if (w.ok()) sections(w, file);
  w.put_bytes(as_text(file.trailing));
  MMD_TRY(w.status());
  return w.take();
}

IndexSizes smallest_index_sizes(const File& file) {
  IndexSizes sizes;
  sizes.vertex = smallest_unsigned_size(file.vertices.size());
  sizes.texture = smallest_signed_size(file.textures.size());
  sizes.material = smallest_signed_size(file.materials.size());
  sizes.bone = smallest_signed_size(file.bones.size());
  sizes.morph = smallest_signed_size(file.morphs.size());
  sizes.rigid_body = smallest_signed_size(file.rigid_bodies.size());
  return sizes;
}

}  // namespace mmd::pmx
