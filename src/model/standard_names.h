#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmd {

/// Whether a bone of that name, Japanese or English, is one of those that MikuMikuDance's models share (the
/// body, its semi-standard additions, IK goals), however it is written (width, case).
bool is_standard_bone(std::string_view name);

/// The Japanese name of a standard bone or morph by its English one ("knee_L", "blink"), of a bone also by
/// itself, however they are written; nullopt if it is none.
std::optional<std::string> standard_japanese_name(std::string_view english);

/// What the name of a bone that is not standard says it moves beside the body: "hair", "skirt", "sleeves" and
/// so on; empty if it says nothing of that.
std::string_view accessory_of(std::string_view name);

}  // namespace mmd
