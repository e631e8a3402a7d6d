#pragma once

// The checkers' findings about a model, pose or motion, as of a linter.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "formats/places.h"

namespace mmd {

struct Finding {
  Severity severity = Severity::warning;
  std::string_view rule;                ///< the rule's name, which never changes: "bone-order"; a literal
  std::string_view section;             ///< "bones", "bone keys"; a literal; empty: the whole file
  std::optional<std::size_t> element;   ///< index within the section
  std::string name;                     ///< the element's name, UTF-8; may be empty
  std::optional<std::uint64_t> offset;  ///< byte offset into the file, if known
  std::optional<std::uint32_t> line;    ///< from 1, in text formats
  std::string what, hint;               ///< problem and advice, as in Diagnostic
  std::size_t count = 1;                ///< number of equal findings; the place is that of the first
};

Finding make_finding(Severity severity, std::string_view rule, std::string_view section,
                     std::optional<std::size_t> element, std::string name, std::string what,
                     std::string hint = {});

/// Collects findings. It keeps the first ones per rule and section and counts the others in the last of them,
/// so that a hostile file does not make an endless list.
class Findings {
 public:
  static constexpr std::size_t max_rule_bytes = 20;

  void add(Finding finding);
  /// Adds a reader's warning.
  void add(const Diagnostic& diagnostic);

  /// Sets the byte offset of findings about elements that have none yet.
  void locate(const Places& places);

  const std::vector<Finding>& list() const { return list_; }
  /// The number of findings of a severity, including those that are only counted.
  std::size_t count(Severity severity) const;

 private:
  struct Kept {
    std::size_t number = 0, last = 0;
  };
  std::vector<Finding> list_;
  std::map<std::pair<std::string_view, std::string_view>, Kept> kept_;
};

}  // namespace mmd
