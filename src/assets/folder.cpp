#include <algorithm>
#include <map>
#include <mutex>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/name_lookup.h"
#include "assets/system_files.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {

namespace {

namespace fs = std::filesystem;

class FolderSet final : public FileSet {
 public:
  FolderSet(fs::path root, FolderReach reach)
      : root_(root.empty() ? fs::path(".") : std::move(root)), reach_(std::move(reach)) {}

  std::string name() const override { return utf8_lossy(to_utf8(root_)); }

  Result<Bytes> read(const std::string& path) const override {
    constexpr std::uint64_t max_bytes = std::uint64_t{4} << 30;
    return read_within(path, max_bytes, {});
  }

  Result<Bytes> read_start(const std::string& path, std::size_t max_bytes) const override {
    constexpr std::uint64_t any_size = UINT64_MAX;
    const auto goes_on = [max_bytes](ByteSpan beginning) { return beginning.size() < max_bytes; };
    auto bytes = read_within(path, any_size, goes_on);
    if (bytes && bytes->size() > max_bytes) bytes->resize(max_bytes);
    return bytes;
  }

  std::uint64_t size(const std::string& path) const override {
    if (!reach_.allow_outside && !place_of(path)) return 0;
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
    std::string exact = join_components(*components);
    const auto is_there = [&] {
      std::error_code ignored;
      return fs::is_regular_file(root_ / path_from_utf8(exact), ignored);
    };
    // Most names match exactly: this check saves the listing.
    if (case_distinguishes_files() && is_there()) return exact;
    auto found = find_file(*components, [this](const std::string& folder) { return listing_of(folder); });
    // Not every folder can be listed: on Windows, that of a server's shares.
    if (!found && is_there()) found = std::move(exact);
    return found;
  }

 private:
  std::shared_ptr<const Listing> listing_of(const std::string& folder) const {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const Listing>& slot = listings_[folder];
    if (!slot) slot = std::make_shared<const Listing>(read_names(folder));
    return slot;
  }

  /// The names in a folder; empty if it cannot be read. Follows symbolic links; skips pipes and devices.
  std::vector<Listing::Entry> read_names(const std::string& folder) const {
    std::vector<Listing::Entry> out;
    for (FolderEntry& entry : entries_in_folder(root_ / path_from_utf8(folder)))
      out.push_back({std::move(entry.name), entry.is_folder, {}});
    return out;
  }

  /// A file's path with links resolved, and the folder that must contain it.
  struct Place {
    fs::path folder, file;
  };
  /// nullopt: a link leads out of the folder that must contain the file.
  std::optional<Place> place_of(const std::string& path) const {
    const bool is_own = reach_.own.empty() || path.starts_with(reach_.own + '/');
    const fs::path& home = is_own ? own_home() : root_home();
    std::error_code error;
    const fs::path file = path_without_links(root_ / path_from_utf8(path), error);
    if (error) {  // reading reports the error and follows no link made in the meantime
      const std::size_t within = is_own && !reach_.own.empty() ? reach_.own.size() + 1 : 0;
      return Place{home, home / path_from_utf8(path.substr(within))};
    }
    if (std::mismatch(home.begin(), home.end(), file.begin(), file.end()).first != home.end())
      return std::nullopt;
    return Place{home, file};
  }

  Result<Bytes> read_within(const std::string& path, std::uint64_t max_bytes,
                            const Beginning& is_wanted) const {
    const fs::path named = root_ / path_from_utf8(path);
    if (reach_.allow_outside) return read_file(named, max_bytes, is_wanted);
    const auto place = place_of(path);
    if (!place) return fail(leading_out(path));
    auto bytes = read_file_beneath(place->folder, place->file, max_bytes, is_wanted);
    if (!bytes) bytes.error().file = to_utf8(named);
    return bytes;
  }

  Diagnostic leading_out(const std::string& path) const {
    Diagnostic error = make_error("a link leads out of the model's folder",
                                  "--allow-outside follows it; or copy the file into the folder");
    error.file = utf8_lossy(to_utf8(root_ / path_from_utf8(path)));
    return error;
  }

  /// The folders with links resolved.
  const fs::path& own_home() const {
    std::call_once(own_once_, [&] { own_home_ = home_of(root_ / path_from_utf8(reach_.own)); });
    return own_home_;
  }
  const fs::path& root_home() const {
    std::call_once(root_once_, [&] { root_home_ = home_of(root_); });
    return root_home_;
  }
  static fs::path home_of(const fs::path& folder) {
    std::error_code error;
    fs::path out = path_without_links(folder, error);
    if (error) out = fs::absolute(folder, error).lexically_normal();
    return out.has_filename() || !out.has_relative_path() ? out : out.parent_path();
  }

  fs::path root_;
  const FolderReach reach_;
  mutable std::once_flag own_once_, root_once_;
  mutable fs::path own_home_, root_home_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::shared_ptr<const Listing>> listings_;
};

}  // namespace

std::shared_ptr<const FileSet> open_folder(const fs::path& folder, FolderReach reach) {
  return std::make_shared<const FolderSet>(folder, std::move(reach));
}

std::optional<ArchivePath> archive_path(std::string_view name) {
  std::error_code ignored;
  if (std::filesystem::exists(path_from_utf8(name), ignored)) return std::nullopt;
  constexpr std::string_view slashes = "/\\";
  for (std::size_t slash = name.find_first_of(slashes, 1); slash < name.size();
       slash = name.find_first_of(slashes, slash + 1)) {
    const std::string_view front = name.substr(0, slash);
    if (!std::filesystem::is_regular_file(path_from_utf8(front), ignored)) continue;
    const std::size_t member = name.find_first_not_of(slashes, slash);
    if (member == std::string_view::npos) return std::nullopt;
    return ArchivePath{std::string(front), std::string(name.substr(member))};
  }
  return std::nullopt;
}

std::filesystem::path folder_on_disk(std::string_view name) {
  const auto in_archive = archive_path(name);
  return path_from_utf8(in_archive ? std::string_view(in_archive->archive) : name).parent_path();
}

}  // namespace mmd
