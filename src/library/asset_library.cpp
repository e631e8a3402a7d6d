#include "library/asset_library.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "assets/system_files.h"
#include "base/errors.h"
#include "base/text.h"
#include "scene/file_extensions.h"
#include "scene/input.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

void sort(AssetLibraryEntries& entries) {
  struct Key {
    std::string group, name;
  };
  std::vector<std::pair<Key, AssetLibraryEntry>> keyed;
  keyed.reserve(entries.size());
  for (AssetLibraryEntry& entry : entries) {
    Key key{fold_name(entry.group), fold_name(entry.name)};
    keyed.emplace_back(std::move(key), std::move(entry));
  }
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    if (const int order = compare_folded(a.first.group, b.first.group); order != 0) return order < 0;
    if (const int order = compare_folded(a.first.name, b.first.name); order != 0) return order < 0;
    return a.second.file < b.second.file;
  });
  std::transform(keyed.begin(), keyed.end(), entries.begin(), [](auto& k) { return std::move(k.second); });
}

constexpr std::uint64_t max_unpacked = 64u << 20;  // bytes of an archive's poses

std::vector<std::string> words_of(const std::string& search) {
  std::vector<std::string> out;
  std::istringstream words(fold_name(search));  // folding turns ideographic spaces into plain ones
  for (std::string word; words >> word;) out.push_back(word);
  return out;
}

bool contains_all(const std::string& text, const std::vector<std::string>& words) {
  return std::all_of(words.begin(), words.end(),
                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
}

/// 0: for this model, 1: for another model, 2: broken.
int rank(const EntryFacts& facts) {
  if (facts.broken) return 2;
  return facts.coverage >= 0 && facts.coverage < foreign_coverage ? 1 : 0;
}

/// The sort key; entries with equal keys keep the library's order.
std::int64_t weight(AssetLibrarySort sort, const AssetLibraryEntry& entry, const EntryFacts& facts) {
  if (sort == AssetLibrarySort::newest) return -entry.time;
  if (sort == AssetLibrarySort::coverage) return -facts.coverage;
  return sort == AssetLibrarySort::favourites && !facts.favourite ? 1 : 0;
}

}  // namespace

std::string readable_path(const fs::path& path) {
  return utf8_lossy(to_utf8(path));
}

std::optional<AssetLibraryKind> kind_by_extension(std::string_view name) {
  const auto kind = kind_by_name(name);
  if (!kind) return std::nullopt;
  switch (*kind) {
    case NamedKind::model:
    case NamedKind::archive:  // models are packed with their textures
      return AssetLibraryKind::models;
    case NamedKind::pose:
      return AssetLibraryKind::poses;
    case NamedKind::motion:
      return AssetLibraryKind::motions;
    case NamedKind::scene:
      return AssetLibraryKind::scenes;
  }
  return std::nullopt;
}

std::int64_t change_time(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error).time_since_epoch();
  return error ? 0 : std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}

bool is_folder(const std::string& file) {
  std::error_code error;
  return fs::is_directory(path_from_utf8(file), error);
}

/// Lists a folder and its subfolders.
class AssetLibrary::Lister {
 public:
  Lister(AssetLibrary& asset_library, const AssetLibraryLimits& limits)
      : asset_library_(asset_library), limits_(limits) {}

  void add(AssetLibraryKind kind, AssetLibraryEntry entry) {
    AssetLibraryEntries& entries = asset_library_.entries_[static_cast<std::size_t>(kind)];
    if (entries.size() < limits_.entries) {
      entries.push_back(std::move(entry));
    } else {
      ++left_out_;
    }
  }

  void add_folder(const fs::path& folder, const std::string& group, int depth) {
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    if (error && depth > 0)
      asset_library_.diagnostics_.push_back(
          in_file(make_warning("the folder cannot be read: " + error.message()), readable_path(folder)));
    asset_library_.folders_.push_back(to_utf8(folder));
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) add_one(*entry, group, depth);
  }

  void finish() {
    for (AssetLibraryEntries& entries : asset_library_.entries_) sort(entries);
    if (left_out_ == 0) return;
    asset_library_.diagnostics_.push_back(
        in_file(make_warning(
                    fmt::format("{} files are not shown: more than {} of a kind", left_out_, limits_.entries),
                    "open one of its folders"),
                asset_library_.place_));
  }

 private:
  void add_one(const fs::directory_entry& entry, const std::string& group, int depth) {
    const std::string name = to_utf8(entry.path().filename());
    if (name.front() == '.') return;
    std::error_code error;
    if (entry.is_directory(error)) {
      const std::string inner = readable_path(entry.path().filename());
      if (!is_link(entry.path()) && depth < limits_.depth && asset_library_.folders_.size() < limits_.folders)
        add_folder(entry.path(), group.empty() ? inner : group + "/" + inner, depth + 1);
      return;
    }
    const auto kind = kind_by_extension(name);
    if (!kind || !entry.is_regular_file(error)) return;
    const std::uint64_t size = entry.file_size(error);
    add(*kind, {to_utf8(entry.path()), readable_path(entry.path().stem()), group, change_time(entry.path()),
                error ? 0 : size});
  }

  AssetLibrary& asset_library_;
  const AssetLibraryLimits& limits_;
  std::size_t left_out_ = 0;
};

Result<std::shared_ptr<const AssetLibrary>> AssetLibrary::list(const std::string& place,
                                                               const AssetLibraryLimits& limits) try {
  auto asset_library = std::make_shared<AssetLibrary>();
  asset_library->place_ = place;
  if (!is_folder(place)) {
    MMD_TRY(Bytes bytes, read_file(path_from_utf8(place)));
    if (!looks_like_archive(bytes))
      return fail(
          in_file(make_error("neither a folder nor an archive", "open a folder of poses or models"), place));
    MMD_TRY(asset_library->list_archive(std::move(bytes), limits));
    return asset_library;
  }
  std::error_code error;
  const fs::directory_iterator readable(path_from_utf8(place), error);
  if (error) return fail(in_file(make_error("the folder cannot be read: " + error.message()), place));
  Lister lister(*asset_library, limits);
  lister.add_folder(path_from_utf8(place), {}, 0);
  lister.finish();
  return asset_library;
} catch (...) {
  return fail(in_file(error_caught("list it", "cannot be listed"), place));
}

Result<void> AssetLibrary::list_archive(Bytes bytes, const AssetLibraryLimits& limits) {
  MMD_TRY(archive_, open_archive(std::move(bytes), place_));
  diagnostics_ = archive_->warnings();
  const std::int64_t time = change_time(path_from_utf8(place_));
  folders_.push_back(to_utf8(path_from_utf8(place_).parent_path()));
  std::vector<std::string> members = poses_in(*archive_), models = models_in(*archive_);
  members.insert(members.end(), models.begin(), models.end());
  Lister lister(*this, limits);
  for (const std::string& member : members) {
    const fs::path path = path_from_utf8(member);
    const auto kind = kind_by_extension(member);
    if (kind)
      lister.add(*kind, {place_ + "/" + member, readable_path(path.stem()), readable_path(path.parent_path()),
                         time, archive_->size(member)});
  }
  lister.finish();
  unpack_poses();
  return {};
}

void AssetLibrary::unpack_poses() {
  std::uint64_t total = 0;
  std::vector<std::string> members;
  for (const AssetLibraryEntry& entry : entries(AssetLibraryKind::poses)) {
    total += entry.size;
    members.push_back(entry.file.substr(place_.size() + 1));
  }
  if (total > max_unpacked) return;
  archive_->prefetch(members);
  for (const std::string& member : members) unpacked_.emplace(place_ + "/" + member, archive_->read(member));
}

AssetLibraryKind AssetLibrary::first_kind() const {
  for (std::size_t kind = 0; kind < asset_library_kinds; ++kind)
    if (!entries_[kind].empty()) return static_cast<AssetLibraryKind>(kind);
  return AssetLibraryKind::poses;
}

Result<Bytes> AssetLibrary::read_member(const AssetLibraryEntry& entry, std::uint64_t max_bytes) const {
  if (entry.size > max_bytes)
    return fail(in_file(make_error(fmt::format("larger than {} bytes", max_bytes)), entry.file));
  if (const auto unpacked = unpacked_.find(entry.file); unpacked != unpacked_.end()) return unpacked->second;
  return archive_->read(entry.file.substr(place_.size() + 1));
}

std::shared_ptr<const AssetLibrary> AssetLibrary::of_models(const std::vector<std::string>& files) {
  auto out = std::make_shared<AssetLibrary>();
  for (const std::string& file : files) {
    const fs::path path = path_from_utf8(file);
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    out->entries_[static_cast<std::size_t>(AssetLibraryKind::models)].push_back(
        {file, readable_path(path.stem()), {}, change_time(path), error ? 0 : size});
  }
  return out;
}

Result<InputFile> AssetLibrary::read(const AssetLibraryEntry& entry, std::uint64_t max_bytes) const {
  if (archive_ == nullptr && (archive_path(entry.file) || is_vac_name(entry.file)))
    return read_input(entry.file);
  InputFile out;
  out.name = entry.file;
  if (archive_ == nullptr) {
    MMD_TRY(out.bytes, read_file(path_from_utf8(entry.file), max_bytes));
  } else {
    MMD_TRY(out.bytes, read_member(entry, max_bytes));
    out.archive = archive_;
    out.member = entry.file.substr(place_.size() + 1);
  }
  out.kind = recognise(out.bytes);
  return out;
}

std::vector<std::optional<std::size_t>> entries_kept(const AssetLibraryEntries& before,
                                                     const AssetLibraryEntries& now) {
  std::map<std::string_view, std::size_t> by_file;
  for (std::size_t i = 0; i < before.size(); ++i) by_file[before[i].file] = i;
  std::vector<std::optional<std::size_t>> out(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto found = by_file.find(now[i].file);
    if (found != by_file.end() && before[found->second].is_same(now[i])) out[i] = found->second;
  }
  return out;
}

std::vector<std::size_t> entries_shown(const AssetLibraryEntries& entries,
                                       const std::vector<EntryFacts>& facts, const AssetLibraryQuery& query) {
  const std::vector<std::string> words = words_of(query.search);
  std::vector<std::tuple<int, std::int64_t, std::size_t>> order;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (query.favourites_only && !facts[i].favourite) continue;
    if (!words.empty() && !contains_all(fold_name(entries[i].group + "/" + entries[i].name), words)) continue;
    order.emplace_back(rank(facts[i]), weight(query.sort, entries[i], facts[i]), i);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> out;
  out.reserve(order.size());
  for (const auto& key : order) out.push_back(std::get<2>(key));
  return out;
}

}  // namespace mmd
