#pragma once

// What differs between two versions of a model, by name: for people who check what an editor has changed.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pmx.h"

namespace mmd {

/// A difference between two versions.
struct ModelChange {
  enum class Kind : std::uint8_t { added, removed, changed };
  struct Field {
    std::string name, before, after;
  };
  std::string_view section;  ///< "bones"; a literal
  std::string name;          ///< the element's name; of vertices: their material's; UTF-8
  Kind kind = Kind::changed;
  std::vector<Field> fields;  ///< of a changed element
};

/// Compares elements of one name; of several elements with one name the first with the first, and so on.
/// References are compared by name, so elements that only have other numbers are equal. Vertices are compared
/// by number if both versions have as many.
std::vector<ModelChange> model_changes(const pmx::File& before, const pmx::File& after);

}  // namespace mmd
