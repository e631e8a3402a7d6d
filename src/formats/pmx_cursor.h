#pragma once

// The PMX reader's cursor. It tracks section and element, so that the first error has section, element and
// byte offset. Behind an error everything reads as zero.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "formats/pmx_records.h"

namespace mmd::pmx {

inline constexpr const char* damaged_file_hint =
    "the file is damaged or cut off; fetch it again, or open and save it in PMXEditor";

inline constexpr const char* hostile_file_hint = "the file is damaged or malicious";

/// Limits: elements of a section whose records may be shorter than `long_record` bytes; IK links of a file.
inline constexpr std::size_t max_elements = std::size_t{1} << 17, max_links = std::size_t{1} << 20;
/// Bytes of a record from which on its element takes at most a small multiple of them in memory (materials,
/// rigid bodies, joints): only the file's size limits such counts.
inline constexpr std::size_t long_record = 64;

/// Reads records without bounds checks; all indices have the signed type Index.
template <class Index>
class IndexedReader : public FieldReader {
 public:
  using FieldReader::FieldReader;

  void index(const IndexKind&, std::int32_t& to) { take_index<Index>(to); }
  /// Vertex indices of 1 and 2 bytes are unsigned.
  void index(const IndexKind&, std::uint32_t& to) { take_index<std::make_unsigned_t<Index>>(to); }

 private:
  template <class Stored, class To>
  void take_index(To& to) {
    Stored value;
    take(&value, sizeof(value));
    to = value;
  }
};

/// Calls `f` with a value of the signed integer type of an index size (1, 2 or 4 bytes).
template <class F>
void with_index_type(std::uint8_t size, F&& f) {
  switch (size) {
    case 1:
      return f(std::int8_t{});
    case 2:
      return f(std::int16_t{});
    default:
      return f(std::int32_t{});
  }
}

class Cursor {
 public:
  /// Adds the elements' offsets to `places`, if given.
  explicit Cursor(ByteSpan bytes, Places* places = nullptr) : in(bytes), places_(places) {}

  ByteReader in;
  Header header;

  bool ok() const { return status_ && in.ok(); }
  std::size_t offset() const { return in.offset(); }

  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  void at_element(std::size_t element) { element_ = element; }

  /// Keeps only the first error: later ones are its consequences.
  void fail_at(std::size_t offset, const std::string& what, const char* hint = damaged_file_hint) {
    if (!ok()) return;
    set_error(offset, what, hint);
  }

  /// The error, if any; a read past the end is "truncated" at that field.
  const Result<void>& status() {
    if (status_ && !in.ok()) set_error(in.offset(), "truncated", damaged_file_hint);
    return status_;
  }

  template <class T>
  T read() {
    return in.read<T>();
  }

  // Interface for the descriptions in pmx_records.h.

  template <class... Fields>
  void operator()(Fields&... to) {
    ((to = in.read<Fields>()), ...);
  }
  void index(const IndexKind& kind, std::int32_t& to) {
    with_index_type(header.index_sizes.*kind.size, [&]<class Index>(Index) { to = in.read<Index>(); });
  }
  /// Vertex indices of 1 and 2 bytes are unsigned.
  void index(const IndexKind& kind, std::uint32_t& to) {
    with_index_type(header.index_sizes.*kind.size,
                    [&]<class Index>(Index) { to = in.read<std::make_unsigned_t<Index>>(); });
  }
  void byte(const char*, std::int32_t& to) { to = in.read<std::uint8_t>(); }
  template <class T>
  void up_to(std::size_t max_value, const char* name, T& to) {
    const std::size_t where = in.offset();
    to = in.read<T>();
    if (static_cast<std::size_t>(to) > max_value)
      fail_at(where, fmt::format("{} {}", name, static_cast<unsigned>(to)));
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
  void list(const char* name, std::vector<Record>& out) {
    const std::size_t smallest = smallest_record<Record>(header.index_sizes);
    out.resize(std::is_same_v<Record, IkLink> ? count_links(name, smallest) : count(smallest, name));
    for (std::size_t i = 0; i < out.size() && ok(); ++i) fields(*this, out[i]);
  }
  void offsets(Morph& morph);
  void text(const char* field, Text& out) {
    const std::size_t where = in.offset();
    const auto length = in.read<std::int32_t>();
    if (!ok()) return;
    if (length < 0 || static_cast<std::size_t>(length) > in.remaining())
      return fail_at(where, fmt::format("{}: {} bytes declared, room for {}", field, length, in.remaining()));
    out.bytes = in.read_bytes(static_cast<std::size_t>(length));
  }

  void vertices(Vertices& out);
  void face_indices(RawVector<std::uint32_t>& out);
  template <class Record>
  void section(const char* name, std::vector<Record>& out) {
    if (!ok()) return;
    enter(name);
    out.resize(limited_count(smallest_record<Record>(header.index_sizes)));
    for (std::size_t i = 0; i < out.size() && ok(); ++i) {
      element_ = i;
      if (places_ != nullptr) places_->add(section_, in.offset());
      fields(*this, out[i]);
    }
  }
  /// The last section of 2.1. It is not drawn, and some editors omit it.
  void soft_bodies(const char* name, std::vector<SoftBody>& out, bool& is_lacking) {
    if (header.version != 2.1f || !ok()) return;
    is_lacking = in.remaining() == 0;
    if (!is_lacking) section(name, out);
  }

  /// Reads a count of records of at least `smallest` bytes. A count that the rest of the file cannot hold is
  /// an error before any allocation. `of` names a list within an element.
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

  /// Reads a count, with a limit for elements that take much more memory than bytes of the file. Real models
  /// have some thousands.
  std::size_t limited_count(std::size_t smallest) {
    const std::size_t where = in.offset();
    const std::size_t declared = count(smallest);
    if (declared <= max_elements || smallest >= long_record) return declared;
    fail_at(where, fmt::format("{} declared, the limit is {}", declared, max_elements), hostile_file_hint);
    return 0;
  }

  /// The same with a limit for the IK links of all bones together.
  std::size_t count_links(const char* name, std::size_t smallest) {
    const std::size_t where = in.offset();
    const std::size_t declared = count(smallest, name);
    links_ += declared;
    if (links_ <= max_links) return declared;
    fail_at(where, fmt::format("{}: {} so far, the limit is {}", name, links_, max_links), hostile_file_hint);
    return 0;
  }

 private:
  void set_error(std::size_t offset, const std::string& what, const char* hint) {
    std::string where = section_;
    if (element_) where += fmt::format(": element {}", *element_);
    Diagnostic error = make_error(where + ": " + what, hint);
    error.offset = offset;
    status_ = mmd::fail(std::move(error));
  }

  Places* places_;
  std::size_t links_ = 0;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  Result<void> status_;
};

}  // namespace mmd::pmx
