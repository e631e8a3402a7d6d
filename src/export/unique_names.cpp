#include "export/unique_names.h"

#include "base/text.h"

namespace mmd {

std::string UniqueNames::key_of(std::string_view name) const {
  return compare_ == Compare::folded ? fold_name(name) : std::string(name);
}

std::string UniqueNames::take_like(const std::string& name) {
  if (take(name)) return name;
  std::size_t& number = numbers_[key_of(name)];
  std::string out;
  do {
    out = name + "_" + std::to_string(++number);
  } while (!take(out));
  return out;
}

void make_unique(const std::vector<std::string*>& names, const char* nameless, UniqueNames::Compare compare) {
  UniqueNames unique(compare);
  std::vector<std::string*> repeated;
  for (std::string* name : names) {
    if (name->empty()) *name = nameless;
    if (!unique.take(*name)) repeated.push_back(name);
  }
  for (std::string* name : repeated) *name = unique.take_like(*name);
}

}  // namespace mmd
