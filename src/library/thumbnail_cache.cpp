#include "library/thumbnail_cache.h"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include "assets/file_set.h"
#include "library/user_folders.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_picture = 4u << 20;

struct Kept {
  fs::file_time_type used;
  fs::path path;
  std::uint64_t bytes = 0;
};

/// The pictures of a folder, and how many bytes they take.
std::pair<std::vector<Kept>, std::uint64_t> pictures_in(const fs::path& folder) {
  std::pair<std::vector<Kept>, std::uint64_t> out{{}, 0};
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code gone;
    if (entry->path().extension() != ".png") continue;
    Kept kept{entry->last_write_time(gone), entry->path(), gone ? 0 : entry->file_size(gone)};
    if (gone) continue;
    out.second += kept.bytes;
    out.first.push_back(std::move(kept));
  }
  return out;
}

}  // namespace

ThumbnailCache::ThumbnailCache(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes), works_(!folder_.empty()) {}

fs::path ThumbnailCache::path_of(const ContentHash& key) const {
  return folder_ / (to_hex(key) + ".png");
}

std::optional<Image> ThumbnailCache::find(const ContentHash& key) {
  if (folder_.empty()) return std::nullopt;
  const fs::path path = path_of(key);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  const auto bytes = read_file(path, largest_picture);
  auto image = bytes ? decode_image(*bytes) : Result<Image>(fail(bytes.error()));
  if (!image) {
    fs::remove(path, error);
    return std::nullopt;
  }
  fs::last_write_time(path, fs::file_time_type::clock::now(), error);
  return std::move(*image);
}

/// Others may not look into it, as the specification of the folders wants.
bool ThumbnailCache::make_folder() {
  std::error_code error;
  if (fs::is_directory(folder_, error)) return true;
  if (!fs::create_directories(folder_, error)) return fs::is_directory(folder_, error);
  fs::permissions(folder_, fs::perms::owner_all, error);
  return true;
}

void ThumbnailCache::put(const ContentHash& key, const Image& image) {
  if (folder_.empty()) return;
  const auto png = encode_png(image);
  works_ = png && make_folder() && write_file_atomically(path_of(key), *png, Lasting::no).has_value();
  if (!works_) return;
  bytes_ = bytes_ ? *bytes_ + png->size() : pictures_in(folder_).second;
  if (*bytes_ > most_bytes_) trim();
}

/// Down to three quarters, so that it is not done with every picture.
void ThumbnailCache::trim() {
  auto [pictures, bytes] = pictures_in(folder_);
  std::sort(pictures.begin(), pictures.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& picture : pictures) {
    if (bytes <= most_bytes_ / 4 * 3) break;
    std::error_code error;
    if (fs::remove(picture.path, error)) bytes -= picture.bytes;
  }
  bytes_ = bytes;
}

fs::path default_thumbnail_folder() {
  const fs::path folder = user_folder(UserFolder::cache);
  return folder.empty() ? folder : folder / "thumbnails";
}

}  // namespace mmd
