#include <algorithm>
#include <map>
#include <mutex>
#include <system_error>

#include "assets/file_set.h"
#include "assets/name_lookup.h"
#include "base/text.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

class FolderSet final : public FileSet {
 public:
  explicit FolderSet(fs::path root) : root_(root.empty() ? fs::path(".") : std::move(root)) {}

  std::string name() const override { return utf8_lossy(to_utf8(root_)); }

  Result<Bytes> read(const std::string& path) const override {
    return read_file(root_ / path_from_utf8(path));
  }

  std::uint64_t size(const std::string& path) const override {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(root_ / path_from_utf8(path), error);
    return error ? 0 : bytes;
  }

  std::vector<std::string> list(std::string_view extension) const override {
    std::vector<std::string> out;
    const std::shared_ptr<const Listing> listing = listing_of({});
    for (const Listing::Entry& entry : listing->entries()) {
      if (!entry.is_folder && has_extension(entry.name, extension)) out.push_back(entry.name);
    }
    std::sort(out.begin(), out.end());
    return out;
  }

  std::optional<std::string> resolve(const std::string& base, std::string_view windows_path) const override {
    const auto components = path_components(base, windows_path);
    if (!components) return std::nullopt;
    // Most names are right as they stand: one look saves the listing.
    std::string exact = join_components(*components);
    std::error_code ignored;
    if (fs::is_regular_file(root_ / path_from_utf8(exact), ignored)) return exact;
    return find_file(*components, [this](const std::string& folder) { return listing_of(folder); });
  }

 private:
  std::shared_ptr<const Listing> listing_of(const std::string& folder) const {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Listing>& slot = listings_[folder];
    if (!slot) slot = std::make_shared<const Listing>(read_names(folder));
    return slot;
  }

  /// Empty if the folder cannot be read: its files are then simply not found. Symbolic links count as what
  /// they point to; pipes and devices are neither files nor folders.
  std::vector<Listing::Entry> read_names(const std::string& folder) const {
    std::vector<Listing::Entry> out;
    std::error_code error;
    fs::directory_iterator it(root_ / path_from_utf8(folder), error);
    for (; !error && it != fs::directory_iterator(); it.increment(error)) {
      std::error_code ignored;
      const bool is_folder = it->is_directory(ignored);
      if (!is_folder && !it->is_regular_file(ignored)) continue;
      out.push_back({to_utf8(it->path().filename()), is_folder, {}});
    }
    return out;
  }

  fs::path root_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const Listing>> listings_;
};

}  // namespace

std::shared_ptr<const FileSet> open_folder(const fs::path& folder) {
  return std::make_shared<const FolderSet>(folder);
}

}  // namespace mmd
