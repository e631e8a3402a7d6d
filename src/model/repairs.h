#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "formats/places.h"

namespace mmd {

/// Collects what was repaired while a model is built: one line per kind of damage with its first place and
/// how often it was met, however many there are.
class Repairs {
 public:
  /// `section` ("vertices") and `kind` ("bone index out of range") must outlive the collector (literals).
  /// `element` is the index within the section; `name` is added to the place when it is not empty.
  void add(std::string_view section, std::string_view kind, std::size_t element, std::string_view name = {},
           Severity severity = Severity::warning, std::string_view hint = {});

  /// "vertices: bone index out of range: element 12 (左ひざ) and 5119 more".
  Diagnostics diagnostics() const;
  /// The same with the byte offsets of the first places.
  Diagnostics diagnostics(const Places& places) const;

  /// A kind of damage: its first place and how often it was met.
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
