#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assets/file_set.h"
#include "base/content_hash.h"
#include "base/result.h"
#include "formats/pmx.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "scene/input.h"
#include "scene/scene.h"

namespace mmd {

/// Where the files that a model names are.
struct ModelOrigin {
  std::shared_ptr<const FileSet> files;  ///< the folder or archive …
  std::string base;                      ///< … and the model's folder in there
  std::string name;                      ///< of the model, for messages
  std::string member;                    ///< the model's path in an archive; empty in a folder
};

/// A model with its textures. Diagnostics name the files they are about.
struct LoadedModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const TextureSet> textures;  ///< one per texture of the model, each null until decoded
  Diagnostics diagnostics;
  ModelOrigin origin;
  ContentHash hash = {};  ///< of the model's bytes
  ContentHash textures_hash =
      {};  ///< of the bytes of the textures in use, with their names; zero: not decoded
};

/// Called from the loading thread with 0-1 and a word for what is being done; returns false to cancel (the
/// load then fails with "cancelled").
using Progress = std::function<bool(float, const std::string&)>;

/// Loads a PMX or PMD, also one in an archive, or an archive that holds exactly one of them, with its
/// textures. Missing and unreadable textures are warnings. With `with_textures` false no texture is decoded.
Result<LoadedModel> load_model(const std::filesystem::path& path, bool with_textures,
                               const Progress& progress = {});
/// The same of a file that was read already.
Result<LoadedModel> load_model(const InputFile& input, bool with_textures, const Progress& progress = {});
/// The same of bytes; `path` is for messages and for finding textures.
Result<LoadedModel> load_model(ByteSpan bytes, const std::filesystem::path& path, bool with_textures,
                               const Progress& progress = {});

/// How many bytes the files hold of the textures that the materials use: a measure of how long decoding
/// takes.
std::uint64_t texture_bytes(const LoadedModel& loaded);

/// The pictures of a model that was loaded without.
struct DecodedTextures {
  std::shared_ptr<const TextureSet> textures;
  Diagnostics diagnostics;
  ContentHash hash = {};  ///< as LoadedModel::textures_hash
};
/// Takes each picture as soon as it is decoded, from any of the threads that decode, also at the same time.
/// Must not throw. Whoever has it on a graphics card may take its pixels away.
using OnPicture = std::function<void(const std::shared_ptr<Image>&)>;

/// Decodes the textures that the materials use and builds their mips, on all processors, the largest files
/// first. Missing and unreadable ones are warnings. Errors: cancelled by `progress`, out of memory.
Result<DecodedTextures> decode_textures(const LoadedModel& loaded, const Progress& progress = {},
                                        const OnPicture& on_picture = {});

/// A model as its file says it, before anything is repaired, for checking it.
struct RawModel {
  pmx::File file;
  Diagnostics diagnostics;
  Places places;  ///< of the elements of `file`
  ModelOrigin origin;
  /// By path in `origin`: files that cannot be shown and, as notes, what was not looked into.
  std::map<std::string, Diagnostic> texture_faults;
  std::set<std::string>
      base_textures;  ///< names that a material shows as base; others are sphere maps and toons
};
/// Textures are looked through as long as they are `wanted`, one at a time.
Result<RawModel> read_raw_model(const InputFile& input, const std::function<bool()>& wanted = {});

/// Why a texture that the model names cannot be shown, or, as a note, that it lies outside the model's
/// folder or was not looked into; nullopt if it is as it should be, or if it is one of MikuMikuDance's own
/// toon pictures.
std::optional<Diagnostic> texture_problem(const RawModel& model, const std::string& texture);

struct LoadedPose {
  vpd::File file;
  Diagnostics diagnostics;
};
/// Loads a VPD from disk, or from bytes with `path` for messages. Errors: unreadable, not a VPD, damaged.
Result<LoadedPose> load_pose(const std::filesystem::path& path);
Result<LoadedPose> load_pose(ByteSpan bytes, const std::filesystem::path& path);

struct LoadedMotion {
  vmd::File file;
  Diagnostics diagnostics;
};
/// Loads a VMD from disk, or from bytes with `path` for messages. Errors: unreadable, not a VMD, damaged.
Result<LoadedMotion> load_motion(const std::filesystem::path& path);
Result<LoadedMotion> load_motion(ByteSpan bytes, const std::filesystem::path& path);

}  // namespace mmd
