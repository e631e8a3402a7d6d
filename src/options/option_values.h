#pragma once

// What the rows of the option table have in common: bits of the commands that take them, and values read from
// text.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "options/options.h"

namespace mmd {

using Text = std::string_view;

constexpr std::uint16_t bit(Command c) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(c));
}
inline constexpr std::uint16_t on_view = bit(Command::view), on_shot = bit(Command::shot),
                               on_bones = bit(Command::bones), on_info = bit(Command::info),
                               on_export = bit(Command::export_), on_check = bit(Command::check),
                               on_pose = bit(Command::pose), on_batch = bit(Command::batch),
                               on_serve = bit(Command::serve), on_thumbnail = bit(Command::thumbnail);
inline constexpr std::uint16_t pictures = on_view | on_shot | on_batch;
inline constexpr std::uint16_t evaluating = pictures | on_bones;
inline constexpr std::uint16_t posing = evaluating | on_export;
inline constexpr std::uint16_t everywhere = posing | on_info | on_check | on_pose | on_serve | on_thumbnail;

/// A finite number that fills the whole text.
bool parse_number(Text text, float& out);
bool parse_number(Text text, double& out);
bool parse_number(Text text, int& out);

/// Exactly N numbers between commas.
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

// Where a picture is taken from, and the light (camera_options.cpp): OptionRow::apply.
std::string set_view(Options& o, Text text);
std::string set_camera(Options& o, Text text);
std::string set_fov(Options& o, Text text);
std::string set_roll(Options& o, Text text);
std::string set_light_direction(Options& o, Text text);
std::string set_light_colour(Options& o, Text text);

/// An error where the program has no engine, for options that ask for one.
std::string need_engine();

/// The rows of the physics options.
std::span<const OptionRow> physics_option_rows();
/// The rows of the options of baking.
std::span<const OptionRow> bake_option_rows();
/// The rows of the options of batches.
std::span<const OptionRow> batch_option_rows();
/// The rows of what files may ask for.
std::span<const OptionRow> file_option_rows();
/// The rows of the window's options.
std::span<const OptionRow> window_option_rows();

}  // namespace mmd
