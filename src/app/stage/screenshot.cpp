#include "app/stage/screenshot.h"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/output_target.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_name = 60;  // bytes of each part; file systems allow 255 for all
constexpr int max_numbers = 10000;

/// Whether neither the picture nor one of its labels exists.
bool is_free(const fs::path& picture, const LabelChoice& labels) {
  const std::vector<std::string> files = with_labels(to_utf8(picture), labels);
  return std::none_of(files.begin(), files.end(), [](const std::string& file) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path_from_utf8(file), error));
  });
}

}  // namespace

std::string safe_file_part(std::string_view text) {
  std::string out;
  for (const char c : utf8_lossy(text)) {
    const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    out += plain && std::string_view("/\\:*?\"<>|").find(c) == std::string_view::npos ? c : '_';
  }
  if (out.size() > longest_name) {
    std::size_t end = longest_name;
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xc0) == 0x80) --end;  // not within a character
    out.resize(end);
  }
  // Windows drops dots and spaces at the end of a name, and a leading dot would hide the file elsewhere.
  while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
  out.erase(0, out.find_first_not_of(" ."));
  return out;
}

std::string picture_stem(std::string_view model, std::string_view pose, const std::tm& local_time) {
  std::string stem = safe_file_part(model);
  if (stem.empty()) stem = "mmdview";
  if (const std::string part = safe_file_part(pose); !part.empty()) stem += "_" + part;
  return fmt::format("{}_{:04}{:02}{:02}-{:02}{:02}{:02}", stem, local_time.tm_year + 1900,
                     local_time.tm_mon + 1, local_time.tm_mday, local_time.tm_hour, local_time.tm_min,
                     local_time.tm_sec);
}

std::string stem_of(const std::string& file) {
  return to_utf8(path_from_utf8(file).stem());
}

Result<fs::path> current_folder() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  if (error)
    return fail("the current folder no longer exists: " + error.message(), "start in another folder");
  return folder;
}

fs::path free_file(const fs::path& folder, const std::string& stem, std::string_view extension,
                   std::string_view separator) {
  std::error_code error;
  fs::path path = folder / path_from_utf8(fmt::format("{}{}", stem, extension));
  for (int number = 2; fs::exists(fs::symlink_status(path, error)); ++number)
    path = folder / path_from_utf8(fmt::format("{}{}{}{}", stem, separator, number, extension));
  return path;
}

std::string_view extension_of(PictureFormat format) {
  constexpr std::string_view all[] = {".png", ".jpg", ".webp"};
  return all[static_cast<std::size_t>(format)];
}

Result<fs::path> save_picture(const EncodedPicture& picture, const fs::path& folder,
                              const std::string& stem) {
  const LabelChoice labels = picture.labels ? picture.labels->choice : LabelChoice();
  const std::string_view extension = extension_of(picture.format);
  fs::path path = folder / path_from_utf8(fmt::format("{}{}", stem, extension));
  for (int number = 2; !is_free(path, labels); ++number)
    path = folder / path_from_utf8(fmt::format("{}-{}{}", stem, number, extension));
  MMD_TRY(write_picture(picture, path));
  return path;
}

Result<fs::path> save_picture_named(const EncodedPicture& picture, const NameTemplate& names, NameParts parts,
                                    const fs::path& folder) {
  const LabelChoice labels = picture.labels ? picture.labels->choice : LabelChoice();
  std::error_code error;
  fs::path path;
  for (parts.index = 1; parts.index < max_numbers; ++parts.index) {
    path = folder / path_from_utf8(names.fill(parts));
    path.replace_extension(extension_of(picture.format));
    if (!names.has(NameField::index) || is_free(path, labels)) break;
  }
  fs::create_directories(path.parent_path(), error);
  return save_picture(picture, path.parent_path(), to_utf8(path.stem()));
}

Result<void> write_picture(const EncodedPicture& picture, const fs::path& path) {
  if (!picture.labels) return write_file_atomically(path, picture.bytes);
  MMD_TRY(const auto labels, label_files(*picture.labels, to_utf8(path.filename())));
  MMD_TRY(const auto target, find_target(path));
  std::vector<OutputBytes> files;
  for (const OutputFile& file : picture_files(to_utf8(path), picture.bytes, labels))
    files.push_back({own_target(path_from_utf8(file.name)), file.bytes});
  files.back().target = target;
  return write_files(files, Lasting::yes);
}

std::tm local_time() {
  const std::time_t now = std::time(nullptr);
  return *std::localtime(&now);
}

}  // namespace mmd
