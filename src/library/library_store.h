#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/content_hash.h"
#include "base/diagnostic.h"
#include "base/result.h"
#include "scene/camera.h"

namespace mmd {

struct CameraBookmark {
  std::string name;
  MmdCamera camera;
};

/// The user's favourites, recent models and cameras in one JSON file. Each change locks and reads the file
/// again, so that windows keep each other's entries. Unknown keys stay. If the file cannot be read or
/// written, a change returns an error, and later ones stay in memory. A damaged file is renamed and replaced.
class LibraryStore {
 public:
  static constexpr std::size_t max_recent = 15;
  static constexpr std::size_t max_seen = 5000;  ///< the oldest are dropped first
  static constexpr std::size_t max_cameras = 200;

  /// Stores nothing, and treats every model as seen.
  LibraryStore() = default;
  /// `remembers_models`: store recent and seen models; otherwise every model is treated as seen.
  explicit LibraryStore(std::filesystem::path file, bool remembers_models = true);

  /// Reads changes of other windows; if the file cannot be read, the entries stay.
  Result<void> read();
  /// The error of the constructor's read().
  const std::optional<Diagnostic>& problem() const { return problem_; }

  /// Favourite files are stored by absolute path.
  bool is_favourite(const std::string& file) const;
  Result<void> set_favourite(const std::string& file, bool favourite);
  bool is_favourite_morph(const std::string& model, const std::string& morph) const;
  Result<void> set_favourite_morph(const std::string& model, const std::string& morph, bool favourite);

  /// Recently opened models, newest first, by absolute path (in an archive: "models.zip/a.pmx").
  const std::vector<std::string>& recent() const { return data_.recent; }
  Result<void> add_recent(const std::string& file);

  /// Whether a model with these bytes was opened before; others show their terms first.
  bool has_seen(const ContentHash& model) const;
  Result<void> add_seen(const ContentHash& model);

  const std::vector<CameraBookmark>& cameras() const { return data_.cameras; }
  const CameraBookmark* find_camera(const std::string& name) const;
  /// The first unused name among "1", "2" and so on.
  std::string free_camera_name() const;
  /// Replaces the camera of that name or adds one. Further error: there are `max_cameras` already.
  Result<void> keep_camera(const std::string& name, const MmdCamera& camera);
  Result<void> forget_camera(const std::string& name);

 private:
  struct Data {
    std::set<std::string> favourites, favourite_morphs;
    std::vector<std::string> recent, seen;  ///< seen: hashes, oldest first
    std::vector<CameraBookmark> cameras;
  };
  struct File;  ///< the JSON as read, including unknown parts

  Result<void> load(File& into);
  Result<void> change(const std::function<Result<void>(Data&)>& edit);

  std::filesystem::path file_;  ///< empty: nothing is stored
  bool remembers_models_ = false;
  Data data_;
  std::optional<Diagnostic> problem_;
};

/// The store in `$XDG_STATE_HOME/mmdview/library.json`. Without that variable and HOME, nothing is stored.
LibraryStore default_library(bool remembers_models);

/// The user's base folders (XDG Base Directory Specification).
enum class UserFolder : std::uint8_t { config, data, cache, state };

/// This program's folder in a base folder; it may not exist. On Windows below %APPDATA% (config, data) or
/// %LOCALAPPDATA% (cache, state). Empty if neither the XDG variable nor HOME is an absolute path.
std::filesystem::path user_folder(UserFolder which);

/// The person's own folder; the root of the file system if the system does not tell.
std::filesystem::path home_folder();
/// The person's folder for pictures; home_folder() if there is none.
std::filesystem::path pictures_folder();

}  // namespace mmd
