#pragma once

// Icons of the font Font Awesome 4.7 (SIL Open Font License 1.1), as UTF-8.

#include <string_view>

namespace mmd::icons {

inline constexpr char32_t first = 0xf000, last = 0xf2e0;

inline constexpr std::string_view none{},
    camera_shot = "\uf030", video = "\uf03d", folder = "\uf07b", open = "\uf07c", bones = "\uf1e0",
    smile = "\uf118", info = "\uf05a", light = "\uf0eb", brush = "\uf1fc", history = "\uf1da",
    people = "\uf0c0", tiles = "\uf009", film = "\uf008", link = "\uf0c1", chain = "\uf0e8",
    physics = "\uf076", edge = "\uf040", self_shadow = "\uf042", ground_shadow = "\uf185", grid = "\uf00a",
    undo = "\uf0e2", redo = "\uf01e", person = "\uf183", globe = "\uf0ac", pointer = "\uf245",
    turn = "\uf021", move = "\uf047", save = "\uf0c7", hand = "\uf256";

}  // namespace mmd::icons
