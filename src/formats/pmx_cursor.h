#pragma once

// Inside of the PMX reader: a cursor that knows where in the file's structure it stands, so that the first
// thing that does not fit is reported by section, element and byte offset. Everything after it reads as zero.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/pmx.h"

namespace mmd::pmx {

inline constexpr const char* damaged_file_hint =
    "the file is damaged or cut off; fetch it again, or open and save it in PMXEditor";

inline constexpr const char* hostile_file_hint = "the file is damaged, or made to do harm";

/// Elements of a section whose records may be shorter than `long_record` bytes, and IK links of a file.
inline constexpr std::size_t most_elements = std::size_t{1} << 17, most_links = std::size_t{1} << 20;
/// Elements with records at least as long take no more than some times their bytes (materials, rigid bodies,
/// joints): as many as the file has room for are taken.
inline constexpr std::size_t long_record = 64;

/// Reads one record of known size whose bytes are known to be there.
class RawCursor {
 public:
  explicit RawCursor(const std::byte* at) : at_(at) {}

  template <class T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    std::memcpy(&value, at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::int32_t index(std::uint8_t size) {
    switch (size) {
      case 1:
        return read<std::int8_t>();
      case 2:
        return read<std::int16_t>();
      default:
        return read<std::int32_t>();
    }
  }

 private:
  const std::byte* at_;
};

class Cursor {
 public:
  /// Where elements stand goes to `places`, if it is given.
  explicit Cursor(ByteSpan bytes, Places* places = nullptr) : in(bytes), places_(places) {}

  ByteReader in;
  Header header;

  bool ok() const { return !error_ && in.ok(); }
  std::size_t offset() const { return in.offset(); }

  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  void at_element(std::size_t element) { element_ = element; }
  /// The same at an element's beginning.
  void begin_element(std::size_t element) {
    element_ = element;
    if (places_ != nullptr) places_->add(section_, in.offset());
  }

  /// Only the first error is kept: what follows it would be a consequence.
  void fail_at(std::size_t offset, const std::string& what, const char* hint = damaged_file_hint) {
    if (!ok()) return;
    set_error(offset, what, hint);
  }

  /// The error, if any; a read that did not fit is "truncated" at the field that lacks bytes.
  Diagnostic take_error() {
    if (!error_) set_error(in.offset(), "truncated", damaged_file_hint);
    return std::move(*error_);
  }

  template <class T>
  T read() {
    return in.read<T>();
  }

  std::int32_t index(std::uint8_t size) {
    switch (size) {
      case 1:
        return in.read<std::int8_t>();
      case 2:
        return in.read<std::int16_t>();
      default:
        return in.read<std::int32_t>();
    }
  }
  /// Vertex indices of 1 and 2 bytes are unsigned.
  std::uint32_t vertex_index() {
    switch (header.index_sizes.vertex) {
      case 1:
        return in.read<std::uint8_t>();
      case 2:
        return in.read<std::uint16_t>();
      default:
        return in.read<std::uint32_t>();
    }
  }
  std::int32_t texture_index() { return index(header.index_sizes.texture); }
  std::int32_t material_index() { return index(header.index_sizes.material); }
  std::int32_t bone_index() { return index(header.index_sizes.bone); }
  std::int32_t morph_index() { return index(header.index_sizes.morph); }
  std::int32_t body_index() { return index(header.index_sizes.rigid_body); }

  /// A count of records of at least `smallest` bytes. What cannot fit into the rest of the file is an error
  /// here, before anyone allocates for it. `of` says what is counted if it is not the section itself.
  std::size_t count(std::size_t smallest, const char* of = nullptr) {
    const std::size_t where = in.offset();
    const auto declared = in.read<std::int32_t>();
    if (!ok()) return 0;
    const std::size_t room = in.remaining() / smallest;
    if (declared >= 0 && static_cast<std::size_t>(declared) <= room)
      return static_cast<std::size_t>(declared);
    fail_at(where, fmt::format("{}{}{} declared, room for {}", of ? of : "", of ? ": " : "", declared, room));
    return 0;
  }

  /// A count of elements that take much more memory than bytes of the file, if they are empty. Real models
  /// have some thousands.
  std::size_t limited_count(std::size_t smallest) {
    const std::size_t where = in.offset();
    const std::size_t declared = count(smallest);
    if (declared <= most_elements || smallest >= long_record) return declared;
    fail_at(where, fmt::format("{} declared, the limit is {}", declared, most_elements), hostile_file_hint);
    return 0;
  }

  /// The same for the IK links of all bones together.
  std::size_t count_links() {
    const std::size_t where = in.offset();
    const std::size_t declared = count(header.index_sizes.bone + 1u, "IK links");
    links_ += declared;
    if (links_ <= most_links) return declared;
    fail_at(where, fmt::format("IK links: {} up to here, the limit is {}", links_, most_links),
            hostile_file_hint);
    return 0;
  }

  Text text(const char* field) {
    const std::size_t where = in.offset();
    const auto length = in.read<std::int32_t>();
    if (!ok()) return {};
    if (length < 0 || static_cast<std::size_t>(length) > in.remaining()) {
      fail_at(where, fmt::format("{}: {} bytes declared, room for {}", field, length, in.remaining()));
      return {};
    }
    return Text{std::string(in.read_bytes(static_cast<std::size_t>(length)))};
  }

 private:
  void set_error(std::size_t offset, const std::string& what, const char* hint) {
    std::string place = section_;
    if (element_) place += fmt::format(": element {}", *element_);
    error_ = make_error(place + ": " + what, hint);
    error_->offset = offset;
  }

  Places* places_;
  std::size_t links_ = 0;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  std::optional<Diagnostic> error_;
};

/// Reads the vertex section. Errors stay in the cursor.
void read_vertices(Cursor& c, Vertices& out);
/// The sizes of vertex records by WeightType.
std::array<std::uint32_t, 8> vertex_sizes(const Header& header);
/// Reads the face section.
void read_indices(Cursor& c, RawVector<std::uint32_t>& out);

}  // namespace mmd::pmx
