#pragma once

// Shared by the descriptions of PMX, PMD and VMD records. A function `fields(io, record)` lists a record's
// fields once, in file order. `io` is a reader, a writer or a sum of sizes; the record is const for the
// latter two.

#include <array>
#include <concepts>
#include <cstring>
#include <type_traits>

#include "base/byte_io.h"

namespace mmd {

/// `Record`, const or not.
template <class T, class Record>
concept RecordOf = std::same_as<std::remove_const_t<T>, Record>;

template <class T>
inline constexpr bool is_plain_field = std::is_arithmetic_v<T>;
template <class T, std::size_t N>
inline constexpr bool is_plain_field<std::array<T, N>> = std::is_arithmetic_v<T>;
/// A list's element that is a single value: a number, or a name of fixed size.
template <class T>
concept PlainField = is_plain_field<std::remove_const_t<T>>;

/// Whether a record contains a list and so varies in size.
template <class Record>
inline constexpr bool has_list = false;

/// The fields of a record, or the plain value itself.
template <class Io, class Element>
constexpr void element_fields(Io& io, Element& element) {
  if constexpr (PlainField<Element>) {
    io(element);
  } else {
    fields(io, element);
  }
}

/// Reads fields without bounds checks.
class FieldReader {
 public:
  explicit FieldReader(const std::byte* at) : at_(at) {}

  template <class... Fields>
  void operator()(Fields&... to) {
    static_assert((std::is_trivially_copyable_v<Fields> && ...));
    (take(&to, sizeof(to)), ...);
  }
  /// The first unread byte.
  const std::byte* at() const { return at_; }

 protected:
  void take(void* to, std::size_t size) {
    std::memcpy(to, at_, size);
    at_ += size;
  }

 private:
  const std::byte* at_;
};

/// Sums the sizes of fields in bytes.
class FieldSizes {
 public:
  std::size_t bytes = 0;

  template <class... Fields>
  constexpr void operator()(const Fields&...) {
    bytes += (sizeof(Fields) + ...);
  }
  template <class Count, class List>
  constexpr void count(const char*, const List&) {
    bytes += sizeof(Count);
  }
  template <class List>
  constexpr void elements(const List& list) {
    for (const auto& element : list) element_fields(*this, element);
  }
};

/// The size of a record in a file, in bytes; by default with an empty list.
template <class Record>
std::size_t record_size(const Record& record = {}) {
  FieldSizes sizes;
  element_fields(sizes, record);
  return sizes.bytes;
}

}  // namespace mmd
