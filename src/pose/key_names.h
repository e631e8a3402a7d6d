#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/vmd.h"
#include "pose/key_groups.h"

namespace mmd {

/// The names that a motion's keys have for a model's bones or morphs. A name is its first 15 bytes in CP932;
/// of several elements with the same the first gets all keys.
struct KeyNames {
  /// By element; none: no key can be for it.
  std::vector<std::optional<vmd::Name<15>>> names;
  /// Elements whose name CP932 does not hold, and those whose name an earlier element has already.
  std::vector<std::string_view> not_cp932, taken;
};

/// Of a model's bones or morphs, which stay.
template <class Elements>
KeyNames key_names(const Elements& elements) {
  KeyNames out;
  NameTable seen;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    out.names.emplace_back();
    const auto name = key_name(elements[i].name);
    if (!name) {
      out.not_cp932.push_back(elements[i].name);
    } else if (seen.find_or_add(ShortName(*name), static_cast<std::uint32_t>(i)) != i) {
      out.taken.push_back(elements[i].name);
    } else {
      out.names.back() = vmd::name_from<15>(*name);
    }
  }
  return out;
}

}  // namespace mmd
