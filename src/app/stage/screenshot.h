#pragma once

#include <ctime>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "annotations/label_choice.h"
#include "annotations/labels.h"
#include "assets/image.h"
#include "options/name_template.h"
#include "options/output_file.h"

namespace mmd {

/// A text as a part of a file name, without characters that some system forbids.
std::string safe_file_part(std::string_view text);

/// "MODEL_POSE_20240131-235959", without characters that some system forbids; `pose` may be empty.
std::string picture_stem(std::string_view model, std::string_view pose, const std::tm& local_time);

/// A file's name without its folder and extension.
std::string stem_of(const std::string& file);
/// The current folder. Error: it was removed.
Result<std::filesystem::path> current_folder();
/// The first free name of STEM.EXT, STEM-2.EXT, …. `extension`: with its dot.
std::filesystem::path free_file(const std::filesystem::path& folder, const std::string& stem,
                                std::string_view extension, std::string_view separator = "-");

/// An encoded picture and what its label files are made of.
struct EncodedPicture {
  Bytes bytes;
  PictureFormat format = PictureFormat::png;
  std::optional<LabelSource> labels = {};
};
/// ".png", ".jpg" or ".webp".
std::string_view extension_of(PictureFormat format);
/// Writes a picture and its labels, all or none. Files of these names are overwritten.
Result<void> write_picture(const EncodedPicture& picture, const std::filesystem::path& path);
/// Writes a picture into `folder` as STEM or STEM-2, …, where labels are free, too. Returns
/// its path.
Result<std::filesystem::path> save_picture(const EncodedPicture& picture, const std::filesystem::path& folder,
                                           const std::string& stem);
/// Writes a picture by a file name template, relative to `folder`; {index} is the first free number from 1.
Result<std::filesystem::path> save_picture_named(const EncodedPicture& picture, const NameTemplate& names,
                                                 NameParts parts, const std::filesystem::path& folder);
/// The local time, for names.
std::tm local_time();

/// What a scene says of saved pictures.
struct PictureShape {
  int width = 0, height = 0;  ///< pixels; 0: window size
  bool transparent = false;   ///< transparent background

  bool operator==(const PictureShape& other) const = default;
};

/// Settings of pictures saved from the window.
struct PictureFile {
  int width = 0, height = 0;  ///< pixels; 0: window size
  int samples = 0;            ///< per pixel; 0: as in the window
  bool transparent = false;   ///< transparent background
  std::string name = {};      ///< template (options/name_template.h); empty: model, pose and time
  bool overlays = true;       ///< with bones, rigid bodies, grid and axes if the window shows them
  PictureFormat format = PictureFormat::png;
  std::string folder = {};  ///< empty: the user's folder for pictures
  LabelChoice labels = {};  ///< written beside the picture

  bool has_size() const { return width > 0 && height > 0; }
  PictureShape shape() const { return {width, height, transparent}; }
};

/// The maximum side length.
inline constexpr int largest_picture_side = 16384;

}  // namespace mmd
