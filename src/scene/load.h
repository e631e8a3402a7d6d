#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assets/file_set.h"
#include "base/content_hash.h"
#include "base/result.h"
#include "formats/pmx.h"
#include "formats/vmd.h"
#include "formats/vpd.h"
#include "model/mend.h"
#include "scene/input.h"
#include "scene/scene.h"

namespace mmd {

struct ImageSize;

/// The place of the files that a model names.
struct ModelOrigin {
  std::shared_ptr<const FileSet> files;  ///< the folder or archive
  std::string base;                      ///< the model's folder in `files`
  std::string name;                      ///< the model's file name, for messages
  std::string member;                    ///< the model's path in an archive; empty in a folder
};

/// Where a VAC file puts its accessory: in MMD's left-handed space, MMD units, degrees.
struct VacPlace {
  vec3 position{0.0f}, degrees{0.0f};
  float scale = 1.0f;
  bool has_shadow = true;
};

/// A model with its textures. Diagnostics name their files.
struct LoadedModel {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const TextureSet> textures;  ///< one per texture of the model, each null until decoded
  Diagnostics diagnostics;
  ModelOrigin origin;
  ContentHash hash = {};                  ///< of the model's bytes
  ContentHash textures_hash = {};         ///< of the used textures' names and bytes; zero: not decoded
  std::optional<VacPlace> place = {};     ///< of a VAC file
  std::vector<std::string> repairs = {};  ///< rules of mend() by which the model was repaired
  std::vector<Mended> mended = {};        ///< what they changed
};

/// Called from the loading thread with the progress (0-1) and a word for the current step. Returns false to
/// cancel: the load then fails with "cancelled".
using Progress = std::function<bool(float, const std::string&)>;

/// Loads a PMX, a PMD, an X file or the X file of a VAC, also from an archive, or an archive with exactly one
/// PMX or PMD. Decodes the textures if
/// `with_textures`; missing and unreadable ones are warnings. Errors: unreadable, damaged, no or several
/// models, cancelled.
Result<LoadedModel> load_model(const std::filesystem::path& path, bool with_textures,
                               const Progress& progress = {});
/// The same for a file that was read already. `repairs`: rules of mend() whose repairs are made in memory.
Result<LoadedModel> load_model(const InputFile& input, bool with_textures, const Progress& progress = {},
                               std::span<const std::string> repairs = {});
/// The same for bytes; `path` is for messages and for finding textures.
Result<LoadedModel> load_model(ByteSpan bytes, const std::filesystem::path& path, bool with_textures,
                               const Progress& progress = {});

/// Total size in bytes of the files of used textures: an estimate of the time for decoding.
std::uint64_t texture_bytes(const LoadedModel& loaded);

/// Textures of a model that was loaded without them.
struct DecodedTextures {
  std::shared_ptr<const TextureSet> textures;
  Diagnostics diagnostics;
  ContentHash hash = {};  ///< as LoadedModel::textures_hash
};
/// Receives each picture as soon as it is decoded, from several threads at once. Must not throw. After an
/// upload to the GPU it may free the pixels (Image::give_up_colours).
using OnPicture = std::function<void(const std::shared_ptr<Image>&)>;

/// Decodes the textures that materials use and builds their mips, on all processors, largest files first.
/// Missing and unreadable ones are warnings. Errors: cancelled by `progress`, out of memory.
Result<DecodedTextures> decode_textures(const LoadedModel& loaded, const Progress& progress = {},
                                        const OnPicture& on_picture = {});

/// A model's raw file, before repairs, for check_model().
struct RawModel {
  pmx::File file;
  bool is_pmx = false;  ///< `file` was read as it is, not converted from a PMD or an X file
  Diagnostics diagnostics;
  Places places;  ///< byte offsets of the elements of `file`
  ModelOrigin origin;
  /// By path in `origin`: files that cannot be decoded and, as notes, files that were not checked.
  std::map<std::string, Diagnostic> texture_faults;
  /// Names of textures used as base; others are sphere maps and toons.
  std::set<std::string> base_textures;
};
/// Reads a model's raw file. Checks its textures one at a time while `wanted` returns true (empty: always).
Result<RawModel> read_raw_model(const InputFile& input, const std::function<bool()>& wanted = {});

/// The problem of a texture (name in the model): it cannot be shown, or, as a note, is outside the model's
/// folder or was not checked. nullopt: no problem, or one of MikuMikuDance's toons.
std::optional<Diagnostic> texture_problem(const RawModel& model, const std::string& texture);

/// The size of a texture by its header; nullopt: the file is missing or not a picture.
std::optional<ImageSize> texture_size(const ModelOrigin& origin, const std::string& texture);

/// The file of a texture, or of another file that a model names: where the name says, or, for an absolute
/// name of somebody's disk, beside the model. nullopt: there is none.
std::optional<std::string> find_texture(const ModelOrigin& origin, std::string_view name);

/// The number of MikuMikuDance's "toon01.bmp" to "toon10.bmp" that a texture names, or 0.
int shared_toon_number(const std::string& texture);

using LoadedPose = vpd::ReadResult;
/// Loads a VPD from disk, or from bytes with `path` for messages. Errors: unreadable, not a VPD, damaged.
Result<LoadedPose> load_pose(const std::filesystem::path& path);
Result<LoadedPose> load_pose(ByteSpan bytes, const std::filesystem::path& path);

using LoadedMotion = vmd::ReadResult;
/// Loads a VMD from disk, or from bytes with `path` for messages. Errors: unreadable, not a VMD, damaged.
Result<LoadedMotion> load_motion(const std::filesystem::path& path);
Result<LoadedMotion> load_motion(ByteSpan bytes, const std::filesystem::path& path);

}  // namespace mmd
