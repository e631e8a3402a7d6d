// An archive as a FileSet: selects its entries, names them and unpacks them.

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "assets/archive_reader.h"
#include "assets/file_set.h"
#include "assets/name_lookup.h"
#include "base/errors.h"
#include "base/parallel_for.h"

namespace mmd {
namespace {

constexpr std::size_t max_depth = 64;     // nested folders; deeper files are skipped
constexpr std::uint64_t zip_header = 30;  // minimum bytes before a ZIP entry's data
const char* const hint_to_unpack = "unpack it and open the model from the folder";

/// With random access, several threads can unpack at once.
bool has_random_access(ByteSpan archive) {
  return archive_kind(archive) == ArchiveKind::zip;
}

/// Peculiarities of entries that warnings report, in the order of the messages.
enum Oddity : std::uint8_t { climbing, absolute, deep, special, disagreeing, doubled, oddities };
constexpr std::array<const char*, oddities> oddity_text{
    "leads out of the archive; skipped",
    "is an absolute path; read from the archive's root, or skipped if it names a drive",
    "is nested in too many folders; skipped",
    "is neither a file nor a folder; skipped",
    "has two conflicting descriptions",
    "is there more than once; the last one is used",
};

struct OddEntries {
  std::size_t count = 0;
  std::string first;
};

struct Member {
  std::size_t number = 0;  ///< index of the entry in the archive
  ArchiveEntry entry;
  std::uint64_t max_data_end = UINT64_MAX;  ///< the packed bytes must end before this offset
};

struct PathInSet {
  std::string path;  ///< empty: not in the set
  std::optional<Oddity> oddity;
};

/// Skips folders and resource forks of macOS without a warning.
PathInSet path_in_set(std::string name, ArchiveEntry::Type type) {
  std::replace(name.begin(), name.end(), '\\', '/');
  const std::size_t start = name.find_first_not_of('/');
  if (type == ArchiveEntry::Type::folder || start == std::string::npos) return {};
  if (type == ArchiveEntry::Type::other) return {{}, special};
  const auto components = path_components({}, std::string_view(name).substr(start));
  const bool drive = name.size() > start + 1 && name[start + 1] == ':';
  if (!components) return {{}, drive ? absolute : climbing};
  if (components->size() > max_depth) return {{}, deep};
  if (components->front() == "__MACOSX") return {};
  PathInSet out{join_components(*components), {}};
  if (start > 0) out.oddity = absolute;
  return out;
}

class ArchiveSet final : public FileSet {
 public:
  ArchiveSet(Bytes archive, std::string name, const ArchiveLimits& limits)
      : archive_(std::move(archive)), name_(std::move(name)), limits_(limits) {}

  /// Reads the archive's directory. Call once, before all other functions.
  Result<void> open() {
    MMD_TRY(auto entries, read_entries());
    MMD_TRY(add_files(std::move(entries)));
    find_ends_of_data();
    build_listings();
    return {};
  }

  std::string name() const override { return name_; }
  Result<Bytes> read(const std::string& path) const override {
    const std::string shown = name_ + "/" + path;
    const auto file = files_.find(path);
    if (file == files_.end()) return fail(in_file(make_error("there is no such file in the archive"), shown));
    Result<Bytes> out;
    std::unique_lock lock(mutex_);
    if (const auto ready = ahead_.find(path); ready != ahead_.end()) {
      const bool last = --ready->second.reads_to_come == 0;
      out = last ? std::move(ready->second.bytes) : ready->second.bytes;
      if (last) ahead_.erase(ready);
    } else {
      lock.unlock();
      unpack({&*file}, [&](const File&, Result<Bytes> bytes) {
        out = std::move(bytes);
        return false;
      });
    }
    return in_file(std::move(out), shown);
  }

  Result<Bytes> read_start(const std::string& path, std::size_t count) const override {
    {
      const std::lock_guard lock(mutex_);
      if (const auto ready = ahead_.find(path); ready != ahead_.end()) {
        const Result<Bytes>& bytes = ready->second.bytes;
        if (!bytes) return bytes;
        return Bytes(bytes->begin(),
                     bytes->begin() + static_cast<std::ptrdiff_t>(std::min(count, bytes->size())));
      }
    }
    if (const auto file = files_.find(path); file != files_.end() && !file->second.entry.size) {
      std::optional<ArchiveReader> reader;  // unpacks and keeps only the beginning, however large the file is
      std::size_t next = 0;
      return in_file(unpack_next(reader, next, file->second, count), name_ + "/" + path);
    }
    auto bytes = read(path);
    if (bytes && bytes->size() > count) bytes->resize(count);
    return bytes;
  }

  std::uint64_t size(const std::string& path) const override {
    const auto file = files_.find(path);
    return file == files_.end() ? 0 : file->second.entry.size.value_or(0);
  }

  std::vector<std::string> list(std::string_view extension) const override {
    std::vector<std::string> out;
    for (const auto& file : files_) {
      if (has_extension(file.first, extension)) out.push_back(file.first);
    }
    return out;
  }

  std::optional<std::string> resolve(const std::string& base, std::string_view windows_path) const override {
    const auto components = path_components(base, windows_path);
    if (!components) return std::nullopt;
    return find_file(*components, [this](const std::string& folder) { return listings_.at(folder); });
  }

  void prefetch(const std::vector<std::string>& paths) const override {
    std::vector<const File*> files;
    {
      const std::lock_guard lock(mutex_);
      for (const std::string& path : paths) {
        const auto file = files_.find(path);
        if (file == files_.end()) continue;
        const bool is_new = ahead_.try_emplace(path).second;
        ++ahead_[path].reads_to_come;
        if (is_new) files.push_back(&*file);
      }
    }
    std::sort(files.begin(), files.end(),
              [](const File* a, const File* b) { return a->second.number < b->second.number; });
    if (!has_random_access(archive_)) return unpack_ahead(files);
    const std::size_t shares = std::min<std::size_t>(processor_threads(), 16);
    std::vector<std::vector<const File*>> share(shares);
    for (std::size_t i = 0; i < files.size(); ++i) share[i % shares].push_back(files[i]);
    parallel_for(
        std::min(shares, files.size()), [&](std::size_t i) { unpack_ahead(share[i]); }, shares);
  }

  void read_each(const std::vector<std::string>& paths, const TakeFile& take) const override {
    std::vector<const File*> files;
    for (const std::string& path : paths)
      if (const auto file = files_.find(path); file != files_.end()) files.push_back(&*file);
    std::sort(files.begin(), files.end(),
              [](const File* a, const File* b) { return a->second.number < b->second.number; });
    unpack(files, [&](const File& file, Result<Bytes> bytes) {
      return take(file.first, in_file(std::move(bytes), name_ + "/" + file.first));
    });
  }

  Diagnostics warnings() const override { return warnings_; }

 private:
  using File = std::map<std::string, Member>::value_type;
  struct Unpacked {
    Result<Bytes> bytes;
    std::size_t reads_to_come = 0;
  };

  Result<std::vector<ArchiveEntry>> read_entries() {
    MMD_TRY(ArchiveReader reader, ArchiveReader::open(archive_));
    std::vector<ArchiveEntry> out;
    std::uint64_t& total = declared_;
    for (;;) {
      MMD_TRY(auto entry, reader.next());
      if (!entry) break;
      if (out.size() == limits_.entries)
        return fail(fmt::format("the archive has more than {} files", limits_.entries), hint_to_unpack);
      // Check before next(), which unpacks everything up to the next entry in a solid archive.
      const std::uint64_t size = entry->size.value_or(0);
      if (size > limits_.bytes || (total += size) > limits_.bytes)
        return fail(fmt::format("the archive unpacks to more than {} bytes", limits_.bytes), hint_to_unpack);
      if (total > max_bytes())
        return fail(fmt::format("the archive unpacks to more than {} times its size", limits_.ratio),
                    "unpack it only if you trust its source");
      out.push_back(std::move(*entry));
    }
    const auto claimed = reader.claimed_entries();
    if (claimed && out.size() < *claimed)
      return fail(damaged_archive(
          fmt::format("its directory has {} entries, but {} files; some overlap", *claimed, out.size())));
    return out;
  }

  Result<void> add_files(std::vector<ArchiveEntry> entries) {
    std::vector<std::string> names;
    names.reserve(entries.size());
    for (const ArchiveEntry& entry : entries) names.push_back(entry.raw_name);
    names = decode_names(std::move(names));
    std::array<OddEntries, oddities> odd;
    const auto is_odd = [&](Oddity oddity, std::size_t i) {
      if (odd[oddity].count++ == 0) odd[oddity].first = names[i];
    };
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const PathInSet stored = path_in_set(names[i], entries[i].type);
      if (stored.oddity) is_odd(*stored.oddity, i);
      if (!entries[i].warning.empty()) is_odd(disagreeing, i);
      if (stored.path.empty()) continue;
      if (entries[i].encrypted) return fail(encrypted_archive(fmt::format(" (\"{}\" in it)", stored.path)));
      if (!files_.insert_or_assign(stored.path, Member{i, std::move(entries[i])}).second) is_odd(doubled, i);
    }
    for (std::size_t o = 0; o < oddities; ++o) {
      if (odd[o].count == 0) continue;
      const std::string more = odd[o].count > 1 ? fmt::format("; {} more like this", odd[o].count - 1) : "";
      warnings_.push_back(
          in_file(make_warning(fmt::format("\"{}\" in it {}{}", odd[o].first, oddity_text[o], more)), name_));
    }
    return {};
  }

  /// ZIP: an entry's packed bytes must end before the next entry's header.
  void find_ends_of_data() {
    std::vector<Member*> by_offset;
    for (auto& file : files_) {
      if (file.second.entry.data_offset > 0) by_offset.push_back(&file.second);
    }
    std::sort(by_offset.begin(), by_offset.end(),
              [](const Member* a, const Member* b) { return a->entry.data_offset < b->entry.data_offset; });
    for (std::size_t i = 0; i + 1 < by_offset.size(); ++i) {
      const std::uint64_t next = by_offset[i + 1]->entry.data_offset;
      by_offset[i]->max_data_end = std::max(next, zip_header) - zip_header;
    }
  }

  void build_listings() {
    std::map<std::string, std::set<std::pair<std::string, bool>>> names;
    names[""];
    for (const auto& file : files_) {
      std::string path = file.first;
      bool is_folder = false;
      while (!path.empty()) {
        const std::size_t slash = path.rfind('/');
        const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
        const bool added = names[folder].emplace(path.substr(slash + 1), is_folder).second;
        if (!added) break;  // the folders above are known too
        path = folder;
        is_folder = true;
      }
    }
    for (const auto& folder : names) {
      std::vector<Listing::Entry> entries;
      for (const auto& name : folder.second) entries.push_back({name.first, name.second, {}});
      listings_[folder.first] = std::make_shared<const Listing>(std::move(entries));
    }
  }

  std::uint64_t max_bytes() const {
    return std::min(limits_.bytes, std::max(limits_.bytes_at_any_ratio, limits_.ratio * archive_.size()));
  }

  /// Whether this file has not been unpacked before.
  bool is_first_time(const Member& member) const {
    const std::lock_guard lock(mutex_);
    return unpacked_.insert(member.number).second;
  }

  /// Unpacks a member and leaves `reader` behind it. `next`: the number of the entry that the reader reads
  /// next. Without a reader a new one is opened.
  Result<Bytes> unpack_next(std::optional<ArchiveReader>& reader, std::size_t& next, const Member& member,
                            std::size_t enough = SIZE_MAX) const {
    if (!reader) {
      MMD_TRY(reader, ArchiveReader::open(archive_));
      next = 0;
    }
    for (; next <= member.number; ++next) {
      MMD_TRY(const auto entry, reader->next());
      if (!entry) return fail(damaged_archive("a file has disappeared from it since it was opened"));
    }
    if (member.entry.type == ArchiveEntry::Type::link)
      return fail("it is a link, and links in archives are not followed", hint_to_unpack);
    // A file counts once, however often it is unpacked; files without a declared size count as they grow.
    std::uint64_t grown = 0;
    const auto may_grow = [&](std::uint64_t more) {
      grown += more;
      return declared_ + (undeclared_ += more) <= max_bytes();
    };
    auto bytes = reader->read(member.entry, {max_bytes(), member.max_data_end, may_grow, enough});
    if (!bytes || enough != SIZE_MAX || !is_first_time(member)) undeclared_ -= grown;
    return bytes;
  }

  /// Unpacks files, given in the archive's order, and calls `take(file, result)` until it returns false.
  template <class Take>
  void unpack(const std::vector<const File*>& files, Take&& take) const {
    std::optional<ArchiveReader> reader;
    std::size_t next = 0;  // entry of the archive
    std::optional<Diagnostic> stuck;
    for (const File* file : files) {
      Result<Bytes> result = stuck ? Result<Bytes>(fail(*stuck)) : unpack_next(reader, next, file->second);
      if (!result && reader && reader->is_stuck()) {
        if (has_random_access(archive_)) {
          reader.reset();
        } else {
          stuck = result.error();
        }
      }
      if (!take(*file, std::move(result))) return;
    }
  }

  void unpack_ahead(const std::vector<const File*>& files) const {
    unpack(files, [this](const File& file, Result<Bytes> bytes) {
      const std::lock_guard lock(mutex_);
      ahead_.at(file.first).bytes = std::move(bytes);
      return true;
    });
  }

  Bytes archive_;
  std::string name_;
  ArchiveLimits limits_;
  std::map<std::string, Member> files_;
  std::map<std::string, std::shared_ptr<const Listing>> listings_;
  Diagnostics warnings_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, Unpacked> ahead_;
  mutable std::set<std::size_t> unpacked_;           ///< entries unpacked at least once
  std::uint64_t declared_ = 0;                       ///< bytes of files with declared sizes
  mutable std::atomic<std::uint64_t> undeclared_{};  ///< bytes unpacked so far of the other files
};

}  // namespace

bool looks_like_archive(ByteSpan bytes) {
  return archive_kind(bytes) != ArchiveKind::none;
}

Result<std::shared_ptr<const FileSet>> open_archive(Bytes bytes, std::string name,
                                                    const ArchiveLimits& limits) {
  const auto set = std::make_shared<ArchiveSet>(std::move(bytes), name, limits);
  MMD_TRY(in_file(set->open(), name));
  return set;
}

}  // namespace mmd
