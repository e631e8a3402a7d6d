#include "base/text.h"
#include "tests/support/format_samples.h"

namespace mmd::test {

vmd::BoneKey bone_key(std::string_view name, std::uint32_t frame, const vec3& translation,
                      const vec4& rotation) {
  vmd::BoneKey key;
  key.name = vmd::name_from<15>(cp932_from_utf8(name).value());
  key.frame = frame;
  key.translation = translation;
  key.rotation = rotation;
  for (std::size_t channel = 0; channel < 4; ++channel) set_curve(key, channel, 20, 20, 107, 107);
  return key;
}

void set_curve(vmd::BoneKey& key, std::size_t channel, std::uint8_t x1, std::uint8_t y1, std::uint8_t x2,
               std::uint8_t y2) {
  const std::uint8_t bytes[4] = {x1, y1, x2, y2};
  for (std::size_t i = 0; i < 4; ++i) key.interpolation[channel * 16 + i * 4] = bytes[i];
}

vmd::MorphKey morph_key(std::string_view name, std::uint32_t frame, float weight) {
  vmd::MorphKey key;
  key.name = vmd::name_from<15>(cp932_from_utf8(name).value());
  key.frame = frame;
  key.weight = weight;
  return key;
}

vmd::File full_motion() {
  vmd::File file = vmd::empty_file(cp932_from_utf8("初音ミク").value());
  file.bones.push_back(bone_key("センター", 0, {1, 2, 3}));
  file.bones.push_back(bone_key("左ひざ", 10, {}, {0.5f, 0.5f, 0.5f, 0.5f}));
  file.bones.back().name[14] = '\x7f';  // garbage after the NUL
  file.morphs.push_back(morph_key("あ", 3, 0.25f));
  vmd::CameraKey camera;
  camera.distance = -45.0f;
  camera.target = {0, 10, 0};
  camera.fov_degrees = 30;
  for (std::size_t i = 0; i < camera.interpolation.size(); ++i)
    camera.interpolation[i] = static_cast<std::uint8_t>(i);
  file.cameras.push_back(camera);
  file.lights.push_back({7, {0.6f, 0.6f, 0.6f}, {-0.5f, -1.0f, 0.5f}});
  file.self_shadows.push_back({8, 1, 0.01125f});
  vmd::PropertyKey property;
  property.frame = 9;
  property.ik.push_back({vmd::name_from<20>(cp932_from_utf8("左足ＩＫ").value()), 0});
  property.ik.push_back({vmd::name_from<20>(cp932_from_utf8("右足ＩＫ").value()), 1});
  file.properties.push_back(property);
  return file;
}

}  // namespace mmd::test
