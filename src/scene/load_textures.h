#pragma once

// Within scene/: the pictures of a model.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "scene/load.h"

namespace mmd {

/// Where decoding begins, as a share of loading.
inline constexpr float textures_start = 0.4f;

Diagnostic cancellation(const ModelOrigin& origin);

/// Looks through the files of these textures, one at a time while they are `wanted`. By path: what is wrong
/// or, as a note, that a file is packed so well that it was not looked into.
std::map<std::string, Diagnostic> texture_faults(const ModelOrigin& origin,
                                                 const std::vector<std::string>& textures,
                                                 const std::function<bool()>& wanted);

/// Decodes the picture at a path in the model's set of files, each side halved that often. `hash`, if there
/// is one, becomes that of the file's bytes. Errors: without the name of the texture.
Result<std::shared_ptr<Image>> load_picture(const ModelOrigin& origin, const std::string& path,
                                            int halvings = 0, ContentHash* hash = nullptr);

/// What is wrong with a texture, in a line that names it. `is_base`: whether a material shows it as base;
/// white is drawn then, and no sphere map or toon otherwise.
Diagnostic unusable_texture(const std::string& name, const Diagnostic& why, bool is_base);
/// A note about one that can be used.
Diagnostic about_texture(const std::string& name, const Diagnostic& note);
Diagnostic missing_texture(const ModelOrigin& origin, const std::string& name, bool is_base);

}  // namespace mmd
