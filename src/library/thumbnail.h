#pragma once

// Thumbnails of poses, motions and models, and their cache.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assets/image.h"
#include "base/content_hash.h"
#include "document/loaded_figure.h"
#include "library/asset_library.h"
#include "scene/choices.h"
#include "session/session.h"

namespace mmd {

/// The user's settings for thumbnails.
struct ThumbnailChoice {
  int side = 128;            ///< pixels
  std::optional<View> view;  ///< unset: the face for poses that only set morphs, else the whole model
  bool operator==(const ThumbnailChoice&) const = default;
};

/// The model on which poses and motions are shown.
struct ThumbnailModel {
  std::shared_ptr<const LoadedFigure> document;
  ContentHash identity;  ///< identity_of() the model; zero: its thumbnails are not stored
};
/// A hash of a model and the names, sizes and times of its textures' files, without reading them.
ContentHash identity_of(const ContentHash& model_hash, const LoadedModel& loaded);

/// Results of reading an entry of a library.
struct EntryReport {
  int coverage = -1;                  ///< EntryFacts::coverage
  std::size_t named = 0;              ///< number of bones and morphs that the entry names
  std::vector<std::string> missing;   ///< the first of them that the model lacks
  std::string made_for;               ///< the model that the file names; empty: none
  std::optional<Diagnostic> problem;  ///< why the entry cannot be used
};

/// A document for a thumbnail, and the report about its entry.
struct LaidEntry {
  LoadedFigure document;
  EntryReport report;
};
/// Applies a pose or motion to the model. Error: the input is neither, or is damaged.
Result<LaidEntry> lay_entry(const InputFile& input, const ThumbnailModel& model);
/// Loads a model in its rest pose, without textures. Error: the input is not a model, or is damaged.
Result<LaidEntry> load_entry(const InputFile& input);
/// Decodes the model's textures, reduced to a size that suits a thumbnail.
Result<void> add_textures(const ThumbnailChoice& choice, LoadedModel& loaded);

/// The cache key for an entry with the hash `content` on a model. `program`: the program's version.
ContentHash thumbnail_key(std::string_view program, const ContentHash& identity, const ContentHash& content,
                          const ThumbnailChoice& choice);

/// The figure as a thumbnail shows it: a motion at its middle, without physics.
Arrangement thumbnail_of(std::shared_ptr<const LoadedFigure> figure, const ThumbnailChoice& choice);
/// Shows it, whatever camera, light and visibility its motion has.
void show_thumbnail(Session& session);

/// Thumbnails on disk, by thumbnail_key(). After an error of the folder there is no cache. Not thread-safe,
/// but several programs can use one folder.
class ThumbnailCache {
 public:
  /// No cache.
  ThumbnailCache() = default;
  /// `max_bytes`: size limit of the folder; the least recently used pictures are removed first.
  explicit ThumbnailCache(std::filesystem::path folder, std::uint64_t max_bytes = std::uint64_t{256} << 20);

  /// nullopt: there is no such picture, or it was damaged and is removed.
  std::optional<Image> find(const ContentHash& key);
  void put(const ContentHash& key, const Image& image);

  /// Whether the last put() succeeded; before the first one, whether there is a folder.
  bool works() const { return works_; }

 private:
  std::filesystem::path path_of(const ContentHash& key) const;
  bool make_folder();
  void trim();

  std::filesystem::path folder_;
  std::uint64_t max_bytes_ = 0;
  std::optional<std::uint64_t> bytes_;  ///< size of the pictures in the folder; unset before the first put()
  bool works_ = false;
};

/// `$XDG_CACHE_HOME/mmdview/thumbnails` or its default; empty without a home folder.
std::filesystem::path default_thumbnail_folder();

}  // namespace mmd
