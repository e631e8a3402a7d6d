#pragma once

// Inside of the VMD reader and writer: what both must agree on.

#include "formats/vmd.h"

namespace mmd::vmd {

struct SectionLayout {
  const char* name;         ///< for messages
  std::size_t record_size;  ///< bytes; of a property key without its IK states
};

inline const SectionLayout& layout_of(Section section) {
  static constexpr SectionLayout layouts[section_count] = {{"bone keys", 111},      {"morph keys", 23},
                                                           {"camera keys", 61},     {"light keys", 28},
                                                           {"self-shadow keys", 9}, {"property keys", 9}};
  return layouts[static_cast<std::size_t>(section)];
}

inline constexpr std::size_t ik_state_size = 21;

inline bool has_signature(std::string_view text) {
  constexpr std::string_view signature = "Vocaloid Motion Data";
  return text.substr(0, signature.size()) == signature;
}

/// 10 bytes in the old form, which says "file" where the present one has its number.
inline std::size_t model_name_size(const Name<30>& signature) {
  return bytes_of(signature) == "Vocaloid Motion Data file" ? 10 : 20;
}

}  // namespace mmd::vmd
