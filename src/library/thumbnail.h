#pragma once

// What the thumbnail of a pose, a motion or a model shows, and what it is known by.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assets/image.h"
#include "base/content_hash.h"
#include "document/document.h"
#include "library/asset_library.h"
#include "scene/choices.h"

namespace mmd {

/// What people choose about thumbnails.
struct ThumbnailChoice {
  int side = 128;            ///< pixels
  std::optional<View> view;  ///< unset: all of the model, or the face of what moves nothing but the face
  bool operator==(const ThumbnailChoice&) const = default;
};

/// The model that poses and motions are shown on.
struct ThumbnailModel {
  std::shared_ptr<const Document> document;
  /// Of the model with its textures; zero: its thumbnails are not kept.
  ContentHash identity;
};
/// Looks at the textures' files: their names, sizes and times, not their bytes.
ContentHash identity_of(const ContentHash& model_hash, const LoadedModel& loaded);

/// What has been found out about an entry of a library by reading it.
struct EntryReport {
  int coverage = -1;                  ///< as EntryFacts has it
  std::size_t named = 0;              ///< bones and morphs that it is about
  std::vector<std::string> missing;   ///< of these the first that the model lacks
  std::string made_for;               ///< the model that the file names; empty: none
  std::optional<Diagnostic> problem;  ///< why it cannot be used
};

/// What a thumbnail of a document shows: of poses the last, of motions the middle.
struct LaidEntry {
  Document document;
  EntryReport report;
};
/// Lays a pose or a motion over the model. Error: it is neither, or cannot be read.
Result<LaidEntry> lay_entry(const InputFile& input, const ThumbnailModel& model);
/// A model at rest, without textures. Error: it is none, or cannot be read.
Result<LaidEntry> load_entry(const InputFile& input);
/// Gives it textures no larger than a thumbnail needs.
Result<void> add_textures(const ThumbnailChoice& choice, LoadedModel& loaded);

/// What a picture of that content on a model of that identity is known by. `program`: which version of it
/// draws.
ContentHash thumbnail_key(std::string_view program, const ContentHash& identity, const ContentHash& content,
                          const ThumbnailChoice& choice);

/// Poses the scene's actor as the document has it, without physics, and fits the camera to it. A scene of
/// another model gets a new actor.
void pose_for_thumbnail(const Document& document, const ThumbnailChoice& choice, Scene& scene);

/// Small pictures on disk, by what they were made from. Whatever goes wrong with the folder, there is no
/// cache then. Belongs to one thread; several programs can use one folder.
class ThumbnailCache {
 public:
  /// No cache.
  ThumbnailCache() = default;
  /// `max_bytes`: when there is more, the pictures go that were used the longest ago.
  explicit ThumbnailCache(std::filesystem::path folder, std::uint64_t max_bytes = std::uint64_t{256} << 20);

  /// nullopt: it is not there, or damaged (then it is removed).
  std::optional<Image> find(const ContentHash& key);
  void put(const ContentHash& key, const Image& image);

  /// Whether what is put can be found again, as far as is known.
  bool works() const { return works_; }

 private:
  std::filesystem::path path_of(const ContentHash& key) const;
  bool make_folder();
  void trim();

  std::filesystem::path folder_;
  std::uint64_t max_bytes_ = 0;
  std::optional<std::uint64_t> bytes_;  ///< in the folder, and what was put since it was looked at
  bool works_ = false;
};

/// `$XDG_CACHE_HOME/mmdview/thumbnails`, or where that is by default; empty: there is no home.
std::filesystem::path default_thumbnail_folder();

}  // namespace mmd
