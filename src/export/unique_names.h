#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace mmd {

/// Gives names that occur once, by numbers behind the others: "D", "D_1", "D_2".
class UniqueNames {
 public:
  enum class Compare : std::uint8_t { exactly, folded };  ///< folded: without case and width
  explicit UniqueNames(Compare compare = Compare::exactly) : compare_(compare) {}

  /// Takes a name if it is free.
  bool take(std::string_view name) { return taken_.insert(key_of(name)).second; }
  /// Takes the name, or one like it that is free.
  std::string take_like(const std::string& name);

 private:
  std::string key_of(std::string_view name) const;

  Compare compare_;
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> numbers_;  ///< by key: the last one behind it
};

/// Makes names unique. The first of equal names stays; `nameless` stands for an empty one.
void make_unique(const std::vector<std::string*>& names, const char* nameless,
                 UniqueNames::Compare compare = UniqueNames::Compare::exactly);

}  // namespace mmd
