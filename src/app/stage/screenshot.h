#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>

#include "assets/image.h"
#include "options/name_template.h"

namespace mmd {

/// A text as a part of a file's name, without characters that some system does not allow there.
std::string safe_file_part(std::string_view text);

/// "MODEL_POSE_20240131-235959", without characters that some system does not allow in a file name; `pose`
/// may be empty.
std::string picture_stem(std::string_view model, std::string_view pose, const std::tm& local_time);

/// A file's name without its folder and extension.
std::string stem_of(const std::string& file);
/// Error: it was removed.
Result<std::filesystem::path> current_folder();
/// The first of STEM.EXT, STEM-2.EXT … that is not there yet. `extension`: with its dot.
std::filesystem::path free_file(const std::filesystem::path& folder, const std::string& stem,
                                std::string_view extension, std::string_view separator = "-");

/// Writes a PNG into `folder`, under `stem` or, where that is taken, `stem-2` and so on. Returns where it is.
Result<std::filesystem::path> save_picture(const Image& image, const std::filesystem::path& folder,
                                           const std::string& stem);
/// Into the current folder or below it, as the template says; its {index} is the first number from 1 of which
/// there is no such file.
Result<std::filesystem::path> save_picture_named(const Image& image, const NameTemplate& names,
                                                 NameParts parts);
/// For names.
std::tm local_time();

/// How pictures are saved from the window.
struct PictureFile {
  int width = 0, height = 0;  ///< pixels; 0: as the window has it
  int samples = 0;            ///< per pixel; 0: as the window has it
  bool transparent = false;   ///< instead of the background
  std::string name = {};      ///< template (options/name_template.h); empty: by model, pose and time

  bool has_size() const { return width > 0 && height > 0; }
};

/// The largest side that can be asked for.
inline constexpr int largest_picture_side = 16384;

}  // namespace mmd
