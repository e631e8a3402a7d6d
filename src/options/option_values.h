#pragma once

// Helpers for the rows of the option table: command bits, and functions that parse values.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/colour_text.h"
#include "base/math.h"
#include "base/number_text.h"
#include "options/options.h"

namespace mmd {

using Text = std::string_view;

constexpr std::uint16_t bit(Command c) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(c));
}
inline constexpr std::uint16_t on_view = bit(Command::view), on_shot = bit(Command::shot),
                               on_bones = bit(Command::bones), on_info = bit(Command::info),
                               on_export = bit(Command::export_), on_check = bit(Command::check),
                               on_fix = bit(Command::fix), on_pose = bit(Command::pose),
                               on_batch = bit(Command::batch), on_serve = bit(Command::serve),
                               on_thumbnail = bit(Command::thumbnail);
inline constexpr std::uint16_t pictures = on_view | on_shot | on_batch;
inline constexpr std::uint16_t evaluating = pictures | on_bones;
inline constexpr std::uint16_t posing = evaluating | on_export;
inline constexpr std::uint16_t everywhere =
    posing | on_info | on_check | on_fix | on_pose | on_serve | on_thumbnail;

// Building blocks of OptionRow::apply. They return an error message, or an empty text.

template <class T>
std::string assign(T& to, std::type_identity_t<T> value) {
  to = value;
  return {};
}
/// Sets a number, which may be optional, from `min` to `max`; `expected` is the error message.
template <class T>
std::string set_number(T& to, Text text, double min, double max, const char* expected) {
  T value = to;
  if (!parse_number(text, value) || value < min || value > max) return expected;
  to = value;
  return {};
}
template <class T>
std::string set_number(std::optional<T>& to, Text text, double min, double max, const char* expected) {
  T value{};
  std::string problem = set_number(value, text, min, max, expected);
  if (problem.empty()) to = value;
  return problem;
}
/// Sets a text that must not be empty.
std::string set_text(std::string& to, Text text, const char* expected);

/// Sets `out` to the value that `text` names; returns an error message for an unknown name.
template <class T, std::size_t N>
std::string choose(T& out, Text text, const Named<T> (&choices)[N]) {
  std::vector<Text> names;
  for (const auto& [name, value] : choices) {
    if (name == text) {
      out = value;
      return {};
    }
    names.push_back(name);
  }
  return fmt::format("expected one of {}", fmt::join(names, ", "));
}

// Building blocks of OptionRow::shown.

using ShownValues = std::vector<std::string>;

/// The row with its other direction.
constexpr OptionRow in_scene(OptionRow row, ShownValues (*shown)(const Options& options)) {
  row.shown = shown;
  return row;
}
inline ShownValues shown_flag(bool given) {
  return given ? ShownValues{""} : ShownValues{};
}
template <class T>
ShownValues shown_number(const std::optional<T>& value) {
  return value ? ShownValues{fmt::format("{}", *value)} : ShownValues{};
}
/// None for the usual value.
template <class T>
ShownValues shown_number(const T& value, const T& usual) {
  return value == usual ? ShownValues{} : ShownValues{fmt::format("{}", static_cast<double>(value))};
}
inline ShownValues shown_vector(const vec3& v) {
  return {value_text(v)};
}

// OptionRow::apply of the camera and the light.
std::string set_view(Options& o, Text text);
std::string set_camera(Options& o, Text text);
std::string set_light_direction(Options& o, Text text);
std::string set_light_colour(Options& o, Text text);

/// The rows of physics and baking, of picture and look, of effects, of batches, and of files and the window.
std::span<const OptionRow> physics_option_rows();
std::span<const OptionRow> picture_option_rows();
std::span<const OptionRow> effect_option_rows();
std::span<const OptionRow> batch_option_rows();
std::span<const OptionRow> window_option_rows();
/// The rows of `fix`.
std::span<const OptionRow> fix_option_rows();

/// Appends the names of a list "NAME,NAME"; `expected` is the error message for an empty name.
std::string add_names(std::vector<std::string>& to, Text text, const char* expected);

/// Parses the name of a view; lists all names.
std::string name_of(View view);
std::string names_of_views();

}  // namespace mmd
