#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "scene/scene.h"
#include "scene/scene_physics.h"

namespace mmd {

/// A copy whose hint is its advice in the words of the command line: names ready to be pasted into a shell,
/// commands, options.
Diagnostic in_words(Diagnostic diagnostic);

/// A path as a shell takes it for one word: in quotes where it needs them.
std::string shell_word(std::string_view path);

/// What bodies still move after they were to settle, for `-v`; empty: none.
std::string restless_text(const ScenePhysics& physics);

/// The warning that weights are to be shown and no bone is named; nullopt if one is, or none is needed.
std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight);

}  // namespace mmd
