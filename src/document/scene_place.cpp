#include "document/scene_place.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "base/handedness.h"
#include "base/number_text.h"
#include "base/read_real.h"
#include "base/text.h"
#include "document/framing.h"

namespace mmd {
namespace {

constexpr const char* expected_numbers =
    "expected three, six, seven or eight numbers: X,Y,Z in MMD units, RX,RY,RZ in degrees, a scale and an "
    "opacity; then shadow, no-shadow, first, last, additive, no-self-shadow, no-physics or locked";
/// Limits beyond which a value is certainly a mistake; such a model would fill or leave the picture.
constexpr float farthest = 1e5f, smallest_scale = 1e-4f, largest_scale = 1e4f;

/// Sets what a word says; returns whether it is one.
bool take_word(std::string_view word, ScenePlace& out) {
  if (word == "shadow" || word == "no-shadow") {
    out.ground_shadow = word == "shadow";
  } else if (word == "first" || word == "last") {
    out.drawn_first = word == "first";
  } else if (word == "additive") {
    out.additive = true;
  } else if (word == "no-self-shadow") {
    out.self_shadow = false;
  } else if (word == "no-physics") {
    out.physics = false;
  } else if (word == "locked") {
    out.locked = true;
  } else {
    return false;
  }
  return true;
}

}  // namespace

bool parse_place_number(std::string_view text, float& out) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = read_real(text.data(), text.data() + text.size(), out);
  if (error == std::errc::result_out_of_range) out = std::numeric_limits<float>::quiet_NaN();
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

bool is_place_word(std::string_view text) {
  ScenePlace ignored;
  return take_word(text, ignored);
}

std::string parse_place_numbers(std::string_view text, ScenePlace& out) {
  std::array<float, 8> values{0, 0, 0, 0, 0, 0, 1, 1};
  std::size_t count = 0;
  bool has_word = false;
  for (const std::string_view part : split_at(text, ',')) {
    if (take_word(part, out)) {
      has_word = true;
      continue;
    }
    if (has_word || count == values.size() || !parse_place_number(part, values[count]))
      return expected_numbers;
    if (!(std::abs(values[count]) <= farthest)) return "expected numbers from -100000 to 100000";
    ++count;
  }
  if (count == 0 && has_word) return {};
  if (count != 3 && count < 6) return expected_numbers;
  if (!(values[6] >= smallest_scale && values[6] <= largest_scale))
    return "expected a scale above 0, from 0.0001 to 10000";
  if (!(values[7] >= 0.0f && values[7] <= 1.0f)) return "expected an opacity from 0 to 1";
  out.position = {values[0], values[1], values[2]};
  out.degrees = {values[3], values[4], values[5]};
  out.scale = values[6];
  out.opacity = values[7];
  return {};
}

std::string parse_place(std::string_view text, ScenePlace& out) {
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) {
    const std::string_view carrier = text.substr(at + 1);
    const std::size_t colon = carrier.find(':');
    if (colon == std::string_view::npos || !read_whole(carrier.substr(0, colon), out.carrier) ||
        out.carrier == 0)
      return "expected the model's number and its bone behind the @, for example 0,0,0@1:右手首";
    out.bone = carrier.substr(colon + 1);
  }
  const std::string_view numbers = text.substr(0, at);
  return numbers.empty() && out.carrier > 0 ? std::string() : parse_place_numbers(numbers, out);
}

std::string place_text(const ScenePlace& place) {
  std::string out = value_text(place.position);
  if (place.degrees != vec3(0.0f) || place.scale != 1.0f || place.opacity != 1.0f)
    out += fmt::format(",{},{}", value_text(place.degrees), place.scale);
  if (place.opacity != 1.0f) out += fmt::format(",{}", place.opacity);
  if (place.ground_shadow) out += *place.ground_shadow ? ",shadow" : ",no-shadow";
  if (place.drawn_first) out += *place.drawn_first ? ",first" : ",last";
  if (place.additive) out += ",additive";
  if (!place.self_shadow) out += ",no-self-shadow";
  if (!place.physics) out += ",no-physics";
  if (place.locked) out += ",locked";
  if (place.carrier > 0) out += fmt::format("@{}:{}", place.carrier, place.bone);
  return out;
}

std::optional<ScenePlace> place_of_file(const LoadedModel& loaded) {
  if (!loaded.place) return std::nullopt;
  ScenePlace out;
  out.position = loaded.place->position;
  out.degrees = loaded.place->degrees;
  out.scale = loaded.place->scale;
  out.ground_shadow = loaded.place->has_shadow;
  return out;
}

Similarity offset_of(const ScenePlace& place, const Model& model) {
  const auto offset = model.is_accessory ? accessory_offset_from_mmd : offset_from_mmd;
  return offset(place.position, place.degrees, place.scale);
}

ScenePlace default_place(const Scene& scene, const LoadedModel& loaded) {
  ScenePlace out = place_of_file(loaded).value_or(ScenePlace());
  if (!loaded.model->is_accessory) out.position = mirror(place_beside(scene, *loaded.model));
  return out;
}

Attachment attachment_of(const ScenePlace& place, const Model& model, const Model* carrier,
                         std::size_t carrier_actor) {
  Attachment out;
  out.offset = offset_of(place, model);
  if (carrier == nullptr || place.bone.empty()) return out;
  out.bone = carrier->find_bone(place.bone);
  out.carrier = carrier_actor;
  return out;
}

void put_actor(const ScenePlace& place, Actor& actor) {
  const AccessorySettings settings = settings_of(place, actor.model());
  const bool fades = settings.opacity != actor.accessory.opacity;
  actor.accessory = settings;
  if (place.carrier == 0) actor.place(offset_of(place, actor.model()));
  if (fades) actor.evaluate();
}

AccessorySettings settings_of(const ScenePlace& place, const Model& model) {
  AccessorySettings out = initial_settings(model);
  out.opacity = place.opacity;
  out.has_ground_shadow = place.ground_shadow.value_or(out.has_ground_shadow);
  out.is_drawn_first = place.drawn_first.value_or(out.is_drawn_first);
  out.is_additive = place.additive;
  out.has_self_shadow = place.self_shadow;
  out.has_physics = place.physics;
  return out;
}

}  // namespace mmd
