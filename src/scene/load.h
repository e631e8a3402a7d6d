#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "formats/vpd.h"
#include "scene/scene.h"

namespace mmd {

enum class FileKind : std::uint8_t { unknown, model, archive, pose };

/// What a file is, by its content.
FileKind recognise(ByteSpan bytes);

/// A model with its textures decoded. Diagnostics name the files they are about.
struct LoadedModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const TextureSet> textures;
  Diagnostics diagnostics;
};

/// Called from the loading thread with 0-1 and a word for what is being done; returns false to cancel (the
/// load then fails with "cancelled").
using Progress = std::function<bool(float, const std::string&)>;

/// Loads a PMX, or a ZIP that holds exactly one, with its textures. Missing and unreadable textures are
/// warnings. With `decode_textures` false the texture set is empty.
Result<LoadedModel> load_model(const std::filesystem::path& path, bool decode_textures,
                               const Progress& progress = {});
/// The same from bytes that were read already; `path` is for messages and for finding textures.
Result<LoadedModel> load_model(ByteSpan bytes, const std::filesystem::path& path, bool decode_textures,
                               const Progress& progress = {});

struct LoadedPose {
  vpd::File file;
  Diagnostics diagnostics;
};
Result<LoadedPose> load_pose(const std::filesystem::path& path);
Result<LoadedPose> load_pose(ByteSpan bytes, const std::filesystem::path& path);

}  // namespace mmd
