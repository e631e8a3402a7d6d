#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assets/file_set.h"
#include "base/result.h"

namespace mmd {

enum class FileKind : std::uint8_t { unknown, model, archive, pose, motion };

/// The kind of a file, by its content. X files are models; a VAC file is not recognised.
FileKind recognise(ByteSpan bytes);

/// The JSON key of the version number in each scene file (options/scene_file.h), and that of older ones.
inline constexpr const char *scene_version_member = "mmdview-scene", *state_version_member = "mmdview-state";
/// Largest scene file or project of MMD, bytes. Projects with long motions have some tens of MiB.
inline constexpr std::uint64_t max_scene_bytes = std::uint64_t{256} << 20;

/// Whether a file of unknown kind may be a scene file or a project of MMD, by its first 64 KiB.
bool may_be_scene(ByteSpan beginning);

/// Whether the name ends in ".vac": such files have no signature.
bool is_vac_name(const std::string& name);

/// A file that was read, on disk or in an archive ("models.zip/a/b.pmx").
struct InputFile {
  std::string name;  ///< as given, UTF-8; "-" is standard input
  FileKind kind = FileKind::unknown;
  Bytes bytes;
  std::shared_ptr<const FileSet> archive;  ///< the archive with the file; null: on disk
  std::string member;                      ///< path in that archive
  std::shared_ptr<const FileSet> opened;   ///< if the file is an archive that was opened: its contents
};

/// Reads a file without parsing it, and only the first 64 KiB of one that cannot be an input. Errors: no such
/// file or member, unreadable.
Result<InputFile> read_input(const std::string& name);

/// Reads a file of an archive. `name`: of archive and member, for messages.
Result<InputFile> input_of_member(std::shared_ptr<const FileSet> archive, const std::string& member,
                                  std::string name);

/// Whether the file exists, on disk or in an archive; false for folders.
bool is_input(const std::string& name);

/// Whether both names refer to the same file.
bool same_input(const std::string& a, const std::string& b);

/// Paths of the models in an archive.
std::vector<std::string> models_in(const FileSet& archive);

/// Paths of the poses and motions in an archive.
std::vector<std::string> poses_in(const FileSet& archive);

/// If the input is an archive without models, returns its only pose or motion; else returns the input. Error:
/// several poses or motions, with the advice to name one.
Result<InputFile> unwrap_pose(InputFile input);

/// Limits for untrusted files.
struct LoadLimits {
  /// Bytes for a model's textures while they are drawn; larger textures are decoded at a smaller size. 0:
  /// half of the machine's memory.
  std::uint64_t texture_memory = 0;
  /// Whether links may lead out of a model's folder.
  bool allow_outside = false;
};

/// The limits of the whole program. Set them before loading anything; any thread may read them.
const LoadLimits& load_limits();
void set_load_limits(const LoadLimits& limits);

}  // namespace mmd
