#pragma once

// Reduces samples to the keys between which linear interpolation stays near the other samples.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/vmd.h"
#include "pose/key_groups.h"

namespace mmd {

/// Marks in `keep` the samples to keep, always the first and the last, by Douglas and Peucker: divides each
/// span at the sample with the largest `error(first, last, sample)` until no error is above `bound`. A
/// smaller bound keeps the same samples and more; a negative one keeps all.
template <class Error>
void keep_needed(std::size_t count, float bound, const Error& error, std::vector<std::uint8_t>& keep) {
  keep.assign(count, bound < 0.0f ? 1 : 0);
  if (count == 0 || bound < 0.0f) return;
  keep.front() = keep.back() = 1;
  std::vector<std::pair<std::size_t, std::size_t>> ways{{0, count - 1}};
  while (!ways.empty()) {
    const auto way = ways.back();
    ways.pop_back();
    std::size_t worst = 0;
    float worst_error = bound;
    for (std::size_t i = way.first + 1; i < way.second; ++i) {
      const float e = error(way.first, way.second, i);
      if (e <= worst_error) continue;
      worst_error = e;
      worst = i;
    }
    if (worst == 0) continue;
    keep[worst] = 1;
    ways.emplace_back(way.first, worst);
    ways.emplace_back(worst, way.second);
  }
}

/// Names for a model's bones or morphs in a motion's keys: the first 15 bytes in CP932. Of several elements
/// with the same name the first gets all keys.
struct KeyNames {
  /// By element; nullopt: a motion cannot name it.
  std::vector<std::optional<vmd::Name<15>>> names;
  /// Elements with a character that CP932 lacks, and elements with an earlier element's name.
  std::vector<std::string_view> not_cp932, taken;
};

/// The names for a model's bones or morphs, which must outlive the result.
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
