#include "commands/output/shortened.h"

#include "base/text.h"

namespace mmd {

std::string shortened(const std::string& name, float room,
                      const std::function<float(const std::string&)>& width_of) {
  if (width_of(name) <= room) return name;
  std::u32string units = utf16_units(name);
  while (!units.empty()) {
    units.pop_back();
    std::string part = utf8_from_units(units) + "…";
    if (width_of(part) <= room) return part;
  }
  return "…";
}

}  // namespace mmd
