#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "assets/image.h"
#include "base/content_hash.h"

namespace mmd {

/// Small pictures on disk, by what they were made from. Whatever goes wrong with the folder, there is no
/// cache then. Belongs to one thread; several programs can use one folder.
class ThumbnailCache {
 public:
  /// No cache.
  ThumbnailCache() = default;
  /// `most_bytes`: when there is more, the pictures go that were used the longest ago.
  explicit ThumbnailCache(std::filesystem::path folder, std::uint64_t most_bytes = std::uint64_t{256} << 20);

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
  std::uint64_t most_bytes_ = 0;
  std::optional<std::uint64_t> bytes_;  ///< in the folder, and what was put since it was looked at
  bool works_ = false;
};

/// `$XDG_CACHE_HOME/mmdview/thumbnails`, or where that is by default; empty: there is no home.
std::filesystem::path default_thumbnail_folder();

}  // namespace mmd
