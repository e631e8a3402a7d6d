#include "tests/support/pmm_samples.h"

#include <string>
#include <string_view>

#include "base/math.h"
#include "base/text.h"

namespace mmd::test {
namespace {

class Writer {
 public:
  template <class... T>
  void put(const T&... values) {
    (out_.write(values), ...);
  }
  void zeros(std::size_t count) { out_.write_bytes(std::string(count, '\0')); }
  void fixed(std::string_view text, std::size_t size) {
    std::string bytes = cp932_from_utf8(text).value();
    bytes.resize(bytes.size() + 1);
    bytes.resize(size, '\xCC');  // as MMD leaves it
    out_.write_bytes(bytes);
  }
  void short_text(std::string_view text) {
    const std::string bytes = cp932_from_utf8(text).value();
    put(static_cast<std::uint8_t>(bytes.size()));
    out_.write_bytes(bytes);
  }
  void links(std::int32_t frame, std::int32_t previous = 0, std::int32_t next = 0) {
    put(frame, previous, next);
  }
  Bytes take() { return out_.take(); }

 private:
  ByteWriter out_;
};

using I32 = std::int32_t;
using U8 = std::uint8_t;

void bone_key(Writer& w, const vec3& at) {
  for (int i = 0; i < 4; ++i) w.put(U8{20}, U8{20}, U8{107}, U8{107});
  w.put(at, vec4(0, 0, 0, 1), U8{0}, U8{0});
}

void model(Writer& w) {
  w.put(U8{3});
  w.short_text("初音ミク");
  w.short_text("Miku");
  w.fixed("UserFile\\Model\\ミク.pmx", 256);
  w.put(U8{1}, I32{3});
  for (const char* name : {"センター", "左腕", "左足ＩＫ"}) w.short_text(name);
  w.put(I32{1});
  w.short_text("笑い");
  w.put(I32{1}, I32{2});           // IK bones
  w.put(I32{2}, I32{-1}, I32{0});  // outside parents
  w.put(U8{1}, U8{1});
  w.zeros(5 * 4);
  w.put(U8{2}, U8{1}, U8{1});
  w.put(I32{0}, I32{10});
  w.links(0, 0, 3);
  bone_key(w, vec3(0));
  for (int i = 0; i < 2; ++i) {
    w.links(0);
    bone_key(w, vec3(0));
  }
  w.put(I32{1}, I32{3});
  w.links(10, 0, 0);
  bone_key(w, vec3(1, 2, 3));
  w.links(0);
  w.put(0.0f, U8{0}, I32{0});
  w.links(0);
  w.put(U8{1}, U8{1}, I32{-1}, I32{0}, I32{-1}, I32{0}, U8{0}, I32{0});
  w.put(vec3(0.7f, 1.4f, 2.1f), vec4(0, 0, 0, 1), U8{0}, U8{0}, U8{0});
  w.put(vec3(0.5f, 0, 0), vec4(0, 0, 0.70710678f, 0.70710678f), U8{1}, U8{0}, U8{1});
  w.put(vec3(0), vec4(0, 0, 0, 1), U8{0}, U8{0}, U8{0});
  w.put(0.25f, U8{0});
  for (int i = 0; i < 2; ++i) w.put(I32{0}, I32{0}, I32{-1}, I32{0});
  w.put(U8{0}, 1.5f, U8{1}, U8{1});
}

void camera_key(Writer& w, float distance) {
  w.put(distance, vec3(0, 10, 0), vec3(0.1f, 0, 0), I32{-1}, I32{0});
  for (int i = 0; i < 6; ++i) w.put(U8{1}, U8{2}, U8{3}, U8{4});
  w.put(U8{0}, I32{30}, U8{0});
}

void accessory(Writer& w) {
  w.put(U8{0}, I32{0}, U8{1});
  w.fixed("ねぎ", 100);
  w.put(U8{5});
  w.fixed("ねぎ", 100);
  w.fixed("UserFile\\Accessory\\negi.x", 256);
  w.put(U8{0});
  w.links(0);
  w.put(U8{1}, I32{3}, I32{1}, vec3(0), vec3(0), 1.0f, U8{1}, U8{0}, I32{0});
  w.put(U8{41}, I32{3}, I32{1}, vec3(0, 0.5f, 0), 2.0f, vec3(-0.5f, -1, 0), U8{1}, U8{0});
}

void rest(Writer& w) {
  w.put(I32{7});
  w.zeros(3 * 4 + 4 + 2 * 4 + 1);
  w.fixed("song.wav", 256);
  w.put(I32{0}, I32{0}, 1.0f);
  w.fixed("", 256);
  w.put(I32{1}, I32{0}, I32{0}, 1.0f);
  w.fixed("sky.png", 256);
  w.put(U8{1}, U8{1}, U8{1}, U8{0}, 60.0f, I32{0});
  w.put(I32{1}, 0.5f, U8{0}, U8{1});
  w.put(9.8f, I32{10}, vec3(0, -1, 0), U8{0});
  w.links(0);
  w.put(U8{0}, I32{10}, 9.8f, vec3(0, -1, 0), U8{0}, I32{0});
  w.put(U8{1}, 0.02f);
  w.links(0);
  w.put(U8{1}, 0.02f, U8{0}, I32{0});
  w.put(I32{10}, I32{20}, I32{30}, U8{0}, I32{-1}, I32{0});
  w.zeros(16 * 4 + 2);
  w.put(U8{1}, I32{7}, U8{1}, U8{3}, I32{0});
}

}  // namespace

Bytes pmm_project(std::int32_t camera_keys) {
  Writer w;
  w.fixed("Polygon Movie maker 0002", 30);
  w.put(I32{1280}, I32{720}, I32{250}, 45.0f, U8{1});
  w.zeros(6);
  w.put(U8{3}, U8{1});
  model(w);
  w.links(0, 0, 1);
  camera_key(w, -45.0f);
  w.put(camera_keys);
  for (I32 i = 1; i <= camera_keys; ++i) {
    w.put(i);
    w.links(10 * i, i - 1, i < camera_keys ? i + 1 : 0);
    camera_key(w, -30.0f);
  }
  w.put(vec3(0, 12.25f, 0), vec2(0), -48.0f, vec3(0.2f, 0, 0), U8{0});
  w.links(0);
  w.put(vec3(0.6f), vec3(-0.5f, -1, 0.5f), U8{0}, I32{0}, vec3(0.5f), vec3(0, -1, 0));
  accessory(w);
  rest(w);
  return w.take();
}

namespace {

void scene_model(Writer& w, const PmmScene::Model& from) {
  w.put(from.id);
  w.short_text("m");
  w.short_text("m");
  w.fixed(from.path, 256);
  w.put(U8{0}, I32{1});
  w.short_text("センター");
  w.put(I32{0}, I32{0}, I32{1}, I32{-1});  // no morphs, no IK; one outside parent
  w.put(from.draw_order, U8{1});
  w.zeros(5 * 4 + 1 + 2 * 4);
  w.links(0);
  bone_key(w, from.moved);
  w.put(I32{0}, I32{0});  // no further keys of bones, none of morphs
  w.links(0);
  w.put(U8{1}, I32{-1}, I32{0}, U8{0}, I32{0});
  w.put(from.moved, vec4(0, 0, 0, 1), U8{0}, U8{0}, U8{0});
  w.put(I32{0}, I32{0}, I32{-1}, I32{0});
  w.put(from.additive, from.edge_width, from.self_shadow, U8{1});
}

void scene_accessory(Writer& w, std::uint8_t id, const PmmScene::Accessory& from) {
  w.put(id);
  w.fixed("a", 100);
  w.fixed(from.path, 256);
  w.put(from.draw_order);
  w.links(0);
  w.put(U8{1}, from.model, I32{0}, from.position, vec3(0), 1.0f, U8{0}, U8{0}, I32{0});
  w.put(U8{1}, from.model, I32{0}, vec3(0), 1.0f, from.position, U8{0}, from.additive);
}

void scene_settings(Writer& w, const PmmScene& from) {
  constexpr float usual_range = 0.01125f;
  w.put(I32{0});
  w.zeros(3 * 4 + 4 + 2 * 4 + 1 + 256);
  for (int background = 0; background < 2; ++background) {
    w.put(I32{0}, I32{0}, 1.0f);
    w.zeros(256);
    background == 0 ? w.put(I32{0}) : w.put(U8{0});
  }
  w.put(U8{0}, U8{0}, from.ground_shadow, 60.0f, I32{0});
  w.put(from.split, from.brightness, from.translucent, U8{0});
  w.put(9.8f, I32{0}, vec3(0, -1, 0), U8{0});
  w.links(0);
  w.put(U8{0}, I32{0}, 9.8f, vec3(0, -1, 0), U8{0}, I32{0});
  w.put(from.self_shadow, usual_range);
  w.links(0);
  w.put(U8{0}, usual_range, U8{0}, I32{0});
  w.put(I32{0}, I32{0}, I32{0}, U8{0}, I32{-1}, I32{0});
  w.zeros(16 * 4 + 2);
  w.put(U8{0}, I32{0}, U8{0});
}

}  // namespace

Bytes pmm_file(const PmmScene& scene) {
  Writer w;
  w.fixed("Polygon Movie maker 0002", 30);
  w.put(I32{64}, I32{64}, I32{250}, 30.0f, U8{1});
  w.zeros(6);
  w.put(scene.selected_model, static_cast<U8>(scene.models.size()));
  for (const PmmScene::Model& model : scene.models) scene_model(w, model);
  w.links(0);
  camera_key(w, -60.0f);
  w.put(I32{0}, vec3(0, 10, 0), vec2(0), -60.0f, vec3(0), U8{0});
  w.links(0);
  w.put(vec3(0.6f), vec3(-0.5f, -1, 0.5f), U8{0}, I32{0}, vec3(0.6f), vec3(-0.5f, -1, 0.5f));
  w.put(U8{0}, I32{0}, static_cast<U8>(scene.accessories.size()));
  w.zeros(scene.accessories.size() * 100);
  for (std::size_t i = 0; i < scene.accessories.size(); ++i)
    scene_accessory(w, static_cast<U8>(i), scene.accessories[i]);
  scene_settings(w, scene);
  return w.take();
}

}  // namespace mmd::test
