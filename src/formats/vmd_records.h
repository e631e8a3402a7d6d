#pragma once

// The records of a VMD, and definitions that reader and writer share (formats/records.h).

#include "formats/records.h"
#include "formats/vmd.h"

template <>
inline constexpr bool mmd::has_list<mmd::vmd::PropertyKey> = true;

namespace mmd::vmd {

constexpr void fields(auto& io, RecordOf<BoneKey> auto& key) {
  io(key.name, key.frame, key.translation, key.rotation, key.interpolation);
}
constexpr void fields(auto& io, RecordOf<MorphKey> auto& key) {
  io(key.name, key.frame, key.weight);
}
constexpr void fields(auto& io, RecordOf<CameraKey> auto& key) {
  io(key.frame, key.distance, key.target, key.angles, key.interpolation, key.fov_degrees, key.no_perspective);
}
constexpr void fields(auto& io, RecordOf<LightKey> auto& key) {
  io(key.frame, key.colour, key.direction);
}
constexpr void fields(auto& io, RecordOf<SelfShadowKey> auto& key) {
  io(key.frame, key.mode, key.value);
}
constexpr void fields(auto& io, RecordOf<IkState> auto& state) {
  io(state.name, state.enabled);
}
constexpr void fields(auto& io, RecordOf<PropertyKey> auto& key) {
  io(key.frame, key.visible);
  io.template count<std::uint32_t>("IK states", key.ik);
  io.elements(key.ik);
}

/// Calls `io(section, keys)` for each section in the order of the file.
void for_each_section(auto&& io, RecordOf<File> auto& file) {
  io(Section::bone, file.bones);
  io(Section::morph, file.morphs);
  io(Section::camera, file.cameras);
  io(Section::light, file.lights);
  io(Section::self_shadow, file.self_shadows);
  io(Section::property, file.properties);
}

/// A section's name in messages and in Places.
const char* section_name(Section section);

inline bool has_signature(std::string_view text) {
  constexpr std::string_view signature = "Vocaloid Motion Data";
  return text.substr(0, signature.size()) == signature;
}

/// Bytes of the model's name: 10 in the old form, whose signature ends in "file".
inline std::size_t model_name_size(const Name<30>& signature) {
  return bytes_of(signature) == "Vocaloid Motion Data file" ? 10 : 20;
}

}  // namespace mmd::vmd
