#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assets/file_set.h"
#include "base/result.h"
#include "formats/pmx.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "scene/scene.h"

namespace mmd {

enum class FileKind : std::uint8_t { unknown, model, archive, pose, motion };

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

/// Loads a PMX or PMD, or a ZIP that holds exactly one of them, with its textures. Missing and unreadable
/// textures are warnings. With `decode_textures` false the texture set is empty.
Result<LoadedModel> load_model(const std::filesystem::path& path, bool decode_textures,
                               const Progress& progress = {});
/// The same from bytes that were read already; `path` is for messages and for finding textures.
Result<LoadedModel> load_model(ByteSpan bytes, const std::filesystem::path& path, bool decode_textures,
                               const Progress& progress = {});

/// A model as its file says it, before anything is repaired, for checking it.
struct RawModel {
  pmx::File file;
  std::string name;  ///< for messages
  Diagnostics diagnostics;
  std::shared_ptr<const FileSet> files;  ///< where its textures are …
  std::string base;                      ///< … seen from its folder in there
};
Result<RawModel> read_raw_model(ByteSpan bytes, const std::filesystem::path& path);

/// Why a texture that the model names cannot be shown; nullopt if it can, or if it is one of MikuMikuDance's
/// own toon pictures.
std::optional<Diagnostic> texture_problem(const RawModel& model, const std::string& texture);

struct LoadedPose {
  vpd::File file;
  Diagnostics diagnostics;
};
Result<LoadedPose> load_pose(const std::filesystem::path& path);
Result<LoadedPose> load_pose(ByteSpan bytes, const std::filesystem::path& path);

struct LoadedMotion {
  vmd::File file;
  Diagnostics diagnostics;
};
Result<LoadedMotion> load_motion(const std::filesystem::path& path);
Result<LoadedMotion> load_motion(ByteSpan bytes, const std::filesystem::path& path);

}  // namespace mmd
