#include <exception>
#include <new>

#include <fmt/format.h>

#include "formats/vmd.h"
#include "formats/vmd_layout.h"

namespace mmd::vmd {
namespace {

template <std::size_t N>
void put_name(ByteWriter& out, const Name<N>& name) {
  out.append(name.data(), N);
}

void put(ByteWriter& out, const BoneKey& key) {
  put_name(out, key.name);
  out.write(key.frame);
  out.write(key.translation);
  out.write(key.rotation);
  out.write(key.interpolation);
}
void put(ByteWriter& out, const MorphKey& key) {
  put_name(out, key.name);
  out.write(key.frame);
  out.write(key.weight);
}
void put(ByteWriter& out, const CameraKey& key) {
  out.write(key.frame);
  out.write(key.distance);
  out.write(key.target);
  out.write(key.angles);
  out.write(key.interpolation);
  out.write(key.fov_degrees);
  out.write(key.no_perspective);
}
void put(ByteWriter& out, const LightKey& key) {
  out.write(key.frame);
  out.write(key.colour);
  out.write(key.direction);
}
void put(ByteWriter& out, const SelfShadowKey& key) {
  out.write(key.frame);
  out.write(key.mode);
  out.write(key.value);
}
void put(ByteWriter& out, const PropertyKey& key) {
  out.write(key.frame);
  out.write(key.visible);
  out.write(static_cast<std::uint32_t>(key.ik.size()));
  for (const IkState& state : key.ik) {
    put_name(out, state.name);
    out.write(state.enabled);
  }
}

template <class Keys>
void put_section(ByteWriter& out, const File& file, Section section, const Keys& keys) {
  if (!file.has(section)) return;
  out.write(static_cast<std::uint32_t>(keys.size()));
  for (const auto& key : keys) put(out, key);
}

/// The first section that holds keys although the file is said not to have it.
const char* section_left_out(const File& file) {
  const bool filled[section_count] = {!file.bones.empty(),        !file.morphs.empty(),
                                      !file.cameras.empty(),      !file.lights.empty(),
                                      !file.self_shadows.empty(), !file.properties.empty()};
  for (std::size_t s = file.sections; s < section_count; ++s) {
    if (filled[s]) return layout_of(static_cast<Section>(s)).name;
  }
  return nullptr;
}

}  // namespace

File empty_file(std::string_view cp932_model_name) {
  File file;
  file.signature = name_from<30>("Vocaloid Motion Data 0002");
  file.model_name = name_from<20>(cp932_model_name);
  file.sections = section_count;
  return file;
}

Result<Bytes> write(const File& file) try {
  if (const char* section = section_left_out(file)) {
    return fail(fmt::format("{}: present, but the file has only {} sections", section, file.sections));
  }
  ByteWriter out;
  put_name(out, file.signature);
  out.append(file.model_name.data(), model_name_size(file.signature));
  put_section(out, file, Section::bone, file.bones);
  put_section(out, file, Section::morph, file.morphs);
  put_section(out, file, Section::camera, file.cameras);
  put_section(out, file, Section::light, file.lights);
  put_section(out, file, Section::self_shadow, file.self_shadows);
  put_section(out, file, Section::property, file.properties);
  out.append(file.trailing.data(), file.trailing.size());
  return out.take();
} catch (const std::bad_alloc&) {
  return fail("not enough memory to write the motion");
} catch (const std::exception& e) {
  return fail(fmt::format("the motion cannot be written: {}", e.what()));
}

}  // namespace mmd::vmd
