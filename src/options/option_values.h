#pragma once

// Helpers for the rows of the option table: command bits, and functions that parse values.

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/math.h"
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

/// Parses a number that fills the whole text.
template <class T>
bool read_whole(Text text, T& out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}
/// The same for finite numbers; a float may start with '+'.
bool parse_number(Text text, float& out);
bool parse_number(Text text, double& out);
bool parse_number(Text text, int& out);

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

/// Parses exactly N numbers separated by commas.
template <std::size_t N>
bool parse_numbers(Text text, std::array<float, N>& values) {
  for (std::size_t i = 0; i < N; ++i) {
    const std::size_t comma = text.find(',');
    if ((comma == Text::npos) != (i + 1 == N) || !parse_number(text.substr(0, comma), values[i]))
      return false;
    if (comma != Text::npos) text.remove_prefix(comma + 1);
  }
  return true;
}

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
  return {fmt::format("{},{},{}", v.x, v.y, v.z)};
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

/// Parses RGB, RGBA, RRGGBB or RRGGBBAA in hexadecimal, with or without '#', or a CSS name, in any case.
/// Returns straight RGBA, 0-1; nullopt for other texts.
std::optional<vec4> parse_colour(std::string_view text);

/// The names, separated by commas.
std::string colour_names();

}  // namespace mmd
