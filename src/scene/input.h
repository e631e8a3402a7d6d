#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assets/file_set.h"
#include "base/result.h"

namespace mmd {

enum class FileKind : std::uint8_t { unknown, model, archive, pose, motion };

/// What a file is, by its content.
FileKind recognise(ByteSpan bytes);

/// A named file that was read: one on disk, or one in an archive ("models.zip/a/b.pmx").
struct InputFile {
  std::string name;  ///< UTF-8, as it was given; "-" is standard input
  FileKind kind = FileKind::unknown;
  Bytes bytes;
  std::shared_ptr<const FileSet> archive;  ///< what it is in; null: it is on disk
  std::string member;                      ///< its path in the archive
  std::shared_ptr<const FileSet> opened;   ///< of an archive: what is in it, once that was looked at
};

/// Errors: no such file or member, it cannot be read. What it holds is not looked at.
Result<InputFile> read_input(const std::string& name);

/// Whether there is such a file, not a folder, on disk or in an archive.
bool is_input(const std::string& name);

/// Whether both names are of one file.
bool same_input(const std::string& a, const std::string& b);

/// The models of an archive, by their paths in it.
std::vector<std::string> models_in(const FileSet& archive);

/// The poses and motions of an archive, by their paths in it.
std::vector<std::string> poses_in(const FileSet& archive);

/// Takes the only pose or motion out of an archive that holds no model; gives back everything else as it is.
/// Error: it holds several, with the advice to name one.
Result<InputFile> unwrap_pose(InputFile input);

/// What the files of strangers may ask of the machine.
struct LoadLimits {
  /// Bytes that the textures of a model may take while they are drawn; larger ones are decoded smaller.
  /// 0: half of the machine's memory.
  std::uint64_t texture_memory = 0;
  /// Whether links may lead out of a model's folder.
  bool allow_outside = false;
};

/// Of the whole program. To be set before anything is loaded; any thread may read it.
const LoadLimits& load_limits();
void set_load_limits(const LoadLimits& limits);

}  // namespace mmd
