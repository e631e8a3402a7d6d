#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "formats/places.h"

namespace mmd {

/// Collects the repairs of build_model(): per kind of damage the first place and the count.
class Repairs {
 public:
  /// `section` ("vertices") and `kind` ("bone index out of range") must outlive this object (literals).
  /// `element` is the index within the section; a `name` that is not empty is added to the place.
  void add(std::string_view section, std::string_view kind, std::size_t element, std::string_view name = {},
           Severity severity = Severity::warning, std::string_view hint = {});

  /// Messages like "vertices: bone index out of range: element 12 (左ひざ) and 5119 more".
  Diagnostics diagnostics() const;
  /// The same with the byte offsets of the first places.
  Diagnostics diagnostics(const Places& places) const;

  /// A kind of damage: its first element and the number of elements.
  struct Entry {
    std::string_view section, kind, hint;
    Severity severity;
    std::size_t first, count;
    std::string name;
  };
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;  // a few dozen kinds at most, so a linear search is enough
};

}  // namespace mmd
