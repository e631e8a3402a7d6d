#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace mmd {

using ByteSpan = std::span<const std::byte>;
using Bytes = std::vector<std::byte>;

static_assert(std::endian::native == std::endian::little,
              "the binary formats are little endian and are read and written without swapping");

/// Reads little-endian values from a span of bytes, never past its end. A read that does not fit returns
/// zero, keeps the position and makes `ok()` false from then on; check `ok()` once after a record.
class ByteReader {
 public:
  explicit ByteReader(ByteSpan bytes) : bytes_(bytes) {}

  /// Bytes read so far, and bytes left.
  std::size_t offset() const { return offset_; }
  std::size_t remaining() const { return bytes_.size() - offset_; }
  /// Whether all reads so far were within the bytes.
  bool ok() const { return !failed_; }

  /// The next value; T is trivially copyable.
  template <class T>
  T read() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    if (!fits(sizeof(T))) return value;
    std::memcpy(&value, bytes_.data() + offset_, sizeof(T));
    offset_ += sizeof(T);
    return value;
  }

  /// The next `count` bytes as a view into the input; empty on failure.
  std::string_view read_bytes(std::size_t count) {
    if (!fits(count)) return {};
    const auto* p = reinterpret_cast<const char*>(bytes_.data() + offset_);
    offset_ += count;
    return {p, count};
  }

  /// The bytes from here to the end; the position stays.
  ByteSpan rest() const { return bytes_.subspan(offset_); }
  /// Moves forward. Precondition: `count` <= `remaining()`.
  void skip(std::size_t count) { offset_ += count; }

 private:
  bool fits(std::size_t count) {
    if (failed_ || count > remaining()) {
      failed_ = true;
      return false;
    }
    return true;
  }

  ByteSpan bytes_;
  std::size_t offset_ = 0;
  bool failed_ = false;
};

/// Appends little-endian values to a growing buffer.
class ByteWriter {
 public:
  template <class T>
  void write(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  void write_bytes(std::string_view bytes) { append(bytes.data(), bytes.size()); }
  void append(const void* data, std::size_t size) {
    const auto* p = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), p, p + size);
  }

  /// Reserves memory for `size` bytes in total.
  void reserve(std::size_t size) { bytes_.reserve(size); }
  std::size_t size() const { return bytes_.size(); }
  /// Moves the bytes out.
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

inline ByteSpan as_byte_span(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
/// A copy of a text's bytes.
inline Bytes bytes_of_text(std::string_view text) {
  const ByteSpan bytes = as_byte_span(text);
  return Bytes(bytes.begin(), bytes.end());
}
inline std::string_view as_text(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Unsigned integers at byte offset `at`, big or little endian. Precondition: the bytes exist.

inline std::uint32_t byte_at(ByteSpan bytes, std::size_t at) {
  return std::to_integer<std::uint32_t>(bytes[at]);
}
inline std::uint32_t big_16(ByteSpan bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}
inline std::uint32_t little_16(ByteSpan bytes, std::size_t at) {
  return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8;
}
inline std::uint32_t big_32(ByteSpan bytes, std::size_t at) {
  return big_16(bytes, at) << 16 | big_16(bytes, at + 2);
}
inline std::uint32_t little_32(ByteSpan bytes, std::size_t at) {
  return little_16(bytes, at) | little_16(bytes, at + 2) << 16;
}

}  // namespace mmd
