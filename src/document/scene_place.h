#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/math.h"
#include "base/result.h"
#include "scene/attachment.h"
#include "scene/load.h"
#include "scene/scene.h"

namespace mmd {

/// Where a model or an accessory stands in a scene, in the terms of MMD's accessory panel: MMD's left-handed
/// space, MMD units and degrees. Written X,Y,Z[,RX,RY,RZ[,SCALE[,OPACITY]]][,WORD…][@MODEL:BONE]. The words
/// are shadow and no-shadow (on the ground), first and last (drawn before or after models), additive,
/// no-self-shadow, no-physics, and locked (in the window, clicks on it do nothing).
struct ScenePlace {
  vec3 position{0.0f};
  vec3 degrees{0.0f};    ///< models rotate about X, then Y, then Z; accessories about Z, then X, then Y
  float scale = 1.0f;    ///< 0.0001-10000; MMD's Si
  float opacity = 1.0f;  ///< 0-1; MMD's Tr
  std::optional<bool> ground_shadow = {}, drawn_first = {};  ///< unset: as initial_settings()
  bool additive = false;                                     ///< colours are added to what is behind it
  bool self_shadow = true, physics = true, locked = false;
  std::size_t carrier = 0;  ///< number of the model with the bone; 0: none
  std::string bone = {};    ///< UTF-8; empty without a carrier

  bool operator==(const ScenePlace& other) const = default;
};

/// Parses a place without @MODEL:BONE. Returns an error message, or an empty string.
std::string parse_place_numbers(std::string_view text, ScenePlace& out);
/// Parses a place. Returns an error message, or an empty string.
std::string parse_place(std::string_view text, ScenePlace& out);
/// The number of a text like those in a place; NaN beyond the range of float. False: not a number.
bool parse_place_number(std::string_view text, float& out);
/// Whether a text is one of the words of a place.
bool is_place_word(std::string_view text);
/// The inverse of parse_place().
std::string place_text(const ScenePlace& place);

/// The place that a VAC file gives its accessory; nullopt for other files.
std::optional<ScenePlace> place_of_file(const LoadedModel& loaded);

/// The place of a model without a given one: accessories and the first model at the origin, or where the VAC
/// file says; others beside those of the scene.
ScenePlace default_place(const Scene& scene, const LoadedModel& loaded);

/// The transform from the model's space to that of the bone or scene.
Similarity offset_of(const ScenePlace& place, const Model& model);
AccessorySettings settings_of(const ScenePlace& place, const Model& model);
/// Where the place puts a model. `carrier`: the model with the place's bone and its actor; null: none. A bone
/// that it lacks is ignored.
Attachment attachment_of(const ScenePlace& place, const Model& model, const Model* carrier,
                         std::size_t carrier_actor);
/// Sets the settings of an actor, and its place unless it hangs on another one.
void put_actor(const ScenePlace& place, Actor& actor);

}  // namespace mmd
