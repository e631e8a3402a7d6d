#pragma once

// The figure's colours, as 0xRRGGBB. Change them here and run make_sample for a figure of your own
// (docs/dev/figure.md).

#include <cstdint>

namespace mmd::sample::palette {

// Skin.
inline constexpr std::uint32_t skin = 0xffe8da, skin_shade = 0xf0b3a0, skin_line = 0xc9705f, cheek = 0xff9c96;
inline constexpr std::uint32_t skin_edge = 0x8a4a40, nail = 0xffc2bb;

// Hair.
inline constexpr std::uint32_t hair = 0x7c66b4, hair_dark = 0x4a3a7c, hair_tip = 0xc795d2;
inline constexpr std::uint32_t hair_light = 0xc4b0fa, hair_edge = 0x2e2350;

// Eyes.
inline constexpr std::uint32_t iris_high = 0x0f5a78, iris_low = 0x45cfc4, iris_glow = 0xb8fff0;
inline constexpr std::uint32_t iris_rim = 0x123049, pupil = 0x0a1d30, eye_shade = 0xa9a8cc;
inline constexpr std::uint32_t lash = 0x1f1528, lash_warm = 0x6a3a4c, brow = 0x4a3a74;

// Clothes.
inline constexpr std::uint32_t blouse = 0xfaf6ee, blouse_shade = 0xcfc8de, seam = 0x9a8fae;
inline constexpr std::uint32_t accent = 0xe0655f, accent_dark = 0xa83c44, gold = 0xe8c15a;
inline constexpr std::uint32_t skirt = 0x2e3f68, skirt_dark = 0x1d2a4d, skirt_line = 0xe9e3d2;
inline constexpr std::uint32_t shorts = 0x27345a, sock = 0xfbf7f0, leather = 0x6b3a2c, sole = 0xe8d8c0;
inline constexpr std::uint32_t leather_dark = 0x3a1c16, leather_light = 0xb0705a, leather_lining = 0xc9a68c;
inline constexpr std::uint32_t accent_edge = 0x6a2a32, dark_edge = 0x141a30, leather_edge = 0x2e1812;

}  // namespace mmd::sample::palette
