#pragma once

// Repairs of a model's file. What build_model() repairs in memory (repair_kinds.h), mend() writes into the
// file's values; besides, it repairs some of the warnings of check_model().

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pmx.h"

namespace mmd {

/// Which repairs to make: those of errors, and what is asked for.
struct MendChoice {
  bool warnings = false;                ///< of warnings, too
  std::vector<std::string> rules = {};  ///< only of these rules, whatever their severity; empty: of all
};

/// A change of a file.
struct Mended {
  std::string_view rule;               ///< of check_model(); a literal
  std::string_view section;            ///< "bones"; a literal; empty: the whole file
  std::optional<std::size_t> element;  ///< index within the section, before the repairs
  std::string name;                    ///< the element's name before the repair, UTF-8; may be empty
  std::string what;                    ///< the problem
  std::string before, after;           ///< values
};

/// Repairs the file in place and returns the changes. Elements keep their indices, apart from joints, which
/// nothing refers to. A file without damage stays as it is, bit for bit.
std::vector<Mended> mend(pmx::File& file, const MendChoice& choice);

/// The rules that mend() knows.
std::vector<std::string_view> repair_rules();
bool is_repair_rule(std::string_view rule);

}  // namespace mmd
