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

/// The files of lines in which earlier versions kept the same; read while there is no file of this version.
struct OldLibraryFiles {
  std::filesystem::path favourites, favourite_morphs, recent, seen_models, cameras;
};

/// What the program remembers for a person in one JSON file. Each change is made under a lock on what the
/// file holds then, so that windows add to each other's entries. Unknown keys in the file stay. A change
/// returns an error if the file could not be read or written; from then on the entries are this window's
/// alone. A damaged file is renamed and reported, and a new one begins.
class LibraryStore {
 public:
  static constexpr std::size_t max_recent = 15;
  static constexpr std::size_t max_seen = 5000;  ///< the oldest are forgotten first
  static constexpr std::size_t max_cameras = 200;

  /// Stores nothing; every model counts as seen.
  LibraryStore() = default;
  /// `remembers_models`: whether recent and seen models are stored; without, every model counts as seen.
  explicit LibraryStore(std::filesystem::path file, bool remembers_models = true, OldLibraryFiles old = {});

  /// Reads what other windows may have changed; if the file cannot be read, the entries stay.
  Result<void> read();
  /// Why the file could not be read at the start.
  const std::optional<Diagnostic>& problem() const { return problem_; }

  /// Files are known by their absolute paths.
  bool is_favourite(const std::string& file) const;
  Result<void> set_favourite(const std::string& file, bool favourite);
  bool is_favourite_morph(const std::string& model, const std::string& morph) const;
  Result<void> set_favourite_morph(const std::string& model, const std::string& morph, bool favourite);

  /// The models opened last, the newest first, by absolute path (in an archive: "models.zip/a.pmx").
  const std::vector<std::string>& recent() const { return data_.recent; }
  Result<void> add_recent(const std::string& file);

  /// Whether a model with these bytes was opened before: terms of others are shown first.
  bool has_seen(const ContentHash& model) const;
  Result<void> add_seen(const ContentHash& model);

  const std::vector<CameraBookmark>& cameras() const { return data_.cameras; }
  const CameraBookmark* find_camera(const std::string& name) const;
  /// The first of "1", "2" and so on that no camera has.
  std::string free_camera_name() const;
  /// Replaces the camera of that name, or adds one. Error also: there are `max_cameras`.
  Result<void> keep_camera(const std::string& name, const MmdCamera& camera);
  Result<void> forget_camera(const std::string& name);

 private:
  struct Data {
    std::set<std::string> favourites, favourite_morphs;
    std::vector<std::string> recent, seen;  ///< seen: hashes, the oldest first
    std::vector<CameraBookmark> cameras;
  };
  struct File;  ///< the JSON as read, with what this version does not know

  Result<void> load(File& into);
  Result<void> change(const std::function<Result<void>(Data&)>& edit);

  std::filesystem::path file_;  ///< empty: nothing is stored
  OldLibraryFiles old_;
  bool remembers_models_ = false;
  Data data_;
  std::optional<Diagnostic> problem_;
};

/// `$XDG_STATE_HOME/mmdview/library.json`, or where that is by default; without a home nothing is stored.
LibraryStore default_library(bool remembers_models);

/// Where a person's programs keep things (XDG Base Directory Specification).
enum class UserFolder : std::uint8_t { config, data, cache, state };

/// The folder of this program there, which need not exist. Empty: neither the variable nor HOME is set.
/// Variables that hold no absolute path do not count.
std::filesystem::path user_folder(UserFolder which);

}  // namespace mmd
