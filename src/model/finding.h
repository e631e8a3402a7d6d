#pragma once

// What the checkers say about a model, pose or motion: for people, as a linter would say it.

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
  std::string_view rule;     ///< what is asked, a word that never changes: "bone-order"; a literal
  std::string_view section;  ///< "bones", "bone keys"; a literal, empty if it is about the whole file
  std::optional<std::size_t> element;   ///< index within the section
  std::string name;                     ///< of the element, UTF-8; may be empty
  std::optional<std::uint64_t> offset;  ///< byte offset into the file, where it is known
  std::optional<std::uint32_t> line;    ///< from 1, in text formats
  std::string what, hint;
  std::size_t count = 1;  ///< how many alike there are; the place is the first one's
};

Finding make_finding(Severity severity, std::string_view rule, std::string_view section,
                     std::optional<std::size_t> element, std::string name, std::string what,
                     std::string hint = {});

/// Collects findings. Of one rule about one section the first `max_of_a_rule` are kept; the last of them
/// counts the others, so that a hostile file does not make an endless list.
class Findings {
 public:
  static constexpr std::size_t max_rule_bytes = 20;

  void add(Finding finding);
  /// What a reader tolerated.
  void add(const Diagnostic& diagnostic);

  /// Gives the findings about elements that have no place yet the byte offset of the element.
  void locate(const Places& places);

  const std::vector<Finding>& list() const { return list_; }
  /// How many findings of that severity there are, the ones that are only counted too.
  std::size_t count(Severity severity) const;

 private:
  struct Kept {
    std::size_t number = 0, last = 0;
  };
  std::vector<Finding> list_;
  std::map<std::pair<std::string_view, std::string_view>, Kept> kept_;
};

}  // namespace mmd
