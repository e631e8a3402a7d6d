// The archive's own directory is read here, because the encoding of its names decides everything and archive
// libraries convert them by the process's locale. The data are plain deflate streams.

#include <algorithm>
#include <exception>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "assets/file_set.h"
#include "assets/name_lookup.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::uint32_t entry_signature = 0x02014b50;
constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::uint32_t end64_signature = 0x06064b50;
constexpr std::uint32_t locator64_signature = 0x07064b50;
constexpr std::size_t end_size = 22, locator64_size = 20, local_size = 30;
constexpr std::uint16_t flag_encrypted = 1, flag_utf8 = 0x800;
constexpr std::uint16_t extra_zip64 = 0x0001, extra_unicode_path = 0x7075;
constexpr std::uint16_t method_stored = 0, method_deflated = 8;
constexpr std::uint64_t max_entries = 100000;
constexpr std::size_t max_depth = 64;              // of folders in folders; deeper files are left out
constexpr std::uint64_t max_deflate_ratio = 1032;  // of the format itself: 258 bytes from 2 bits

struct Directory {
  std::uint64_t entries = 0, offset = 0;
};

struct Entry {
  std::string_view raw_name, extra;
  std::uint16_t flags = 0, method = 0;
  std::uint32_t crc = 0;
  std::uint64_t packed = 0, size = 0, local_offset = 0;
};

tl::unexpected<Diagnostic> damaged(std::string what) {
  return fail("damaged ZIP archive: " + std::move(what), "fetch or copy the archive again");
}

ByteReader reader_at(ByteSpan bytes, std::uint64_t offset) {
  return ByteReader(offset < bytes.size() ? bytes.subspan(static_cast<std::size_t>(offset)) : ByteSpan{});
}

/// The 64-bit end record, which says what does not fit the small one.
std::optional<Directory> find_directory64(ByteSpan bytes, std::size_t end_offset) {
  if (end_offset < locator64_size) return std::nullopt;
  ByteReader locator = reader_at(bytes, end_offset - locator64_size);
  if (locator.read<std::uint32_t>() != locator64_signature) return std::nullopt;
  locator.read<std::uint32_t>();  // disk
  ByteReader end = reader_at(bytes, locator.read<std::uint64_t>());
  if (end.read<std::uint32_t>() != end64_signature) return std::nullopt;
  end.read_bytes(28);  // size, versions, disks, entries on this disk
  Directory out;
  out.entries = end.read<std::uint64_t>();
  end.read<std::uint64_t>();  // size
  out.offset = end.read<std::uint64_t>();
  if (!end.ok()) return std::nullopt;
  return out;
}

Result<Directory> find_directory(ByteSpan bytes) {
  const std::size_t max_comment = 0xffff;
  for (std::size_t tail = end_size; tail <= std::min(bytes.size(), end_size + max_comment); ++tail) {
    const std::size_t at = bytes.size() - tail;
    if (bytes[at] != std::byte{'P'}) continue;
    ByteReader end = reader_at(bytes, at);
    if (end.read<std::uint32_t>() != end_signature) continue;
    end.read_bytes(6);  // disks, entries on this disk
    Directory out;
    out.entries = end.read<std::uint16_t>();
    end.read<std::uint32_t>();  // size
    out.offset = end.read<std::uint32_t>();
    const std::size_t comment = end.read<std::uint16_t>();
    if (comment > end.remaining()) continue;
    if (out.entries != 0xffff && out.offset != 0xffffffff) return out;
    return find_directory64(bytes, at).value_or(out);
  }
  return damaged("its directory, which stands at the end, is missing");
}

/// Calls `visit(id, data)` for each extra field.
template <class Visit>
void for_each_extra(std::string_view extra, Visit&& visit) {
  ByteReader reader(as_byte_span(extra));
  while (reader.remaining() >= 4) {
    const auto id = reader.read<std::uint16_t>();
    const auto size = reader.read<std::uint16_t>();
    const std::string_view data = reader.read_bytes(size);
    if (!reader.ok()) return;
    visit(id, data);
  }
}

/// Fields that are all ones stand in the 64-bit extra field instead, in this order.
void apply_zip64(Entry& entry) {
  for_each_extra(entry.extra, [&](std::uint16_t id, std::string_view data) {
    if (id != extra_zip64) return;
    ByteReader reader(as_byte_span(data));
    for (std::uint64_t* field : {&entry.size, &entry.packed, &entry.local_offset}) {
      if (*field != 0xffffffff) continue;
      const auto value = reader.read<std::uint64_t>();
      if (reader.ok()) *field = value;
    }
  });
}

std::optional<Entry> read_entry(ByteReader& reader) {
  if (reader.read<std::uint32_t>() != entry_signature) return std::nullopt;
  Entry out;
  reader.read<std::uint32_t>();  // versions
  out.flags = reader.read<std::uint16_t>();
  out.method = reader.read<std::uint16_t>();
  reader.read<std::uint32_t>();  // time and date
  out.crc = reader.read<std::uint32_t>();
  out.packed = reader.read<std::uint32_t>();
  out.size = reader.read<std::uint32_t>();
  const std::size_t name_size = reader.read<std::uint16_t>();
  const std::size_t extra_size = reader.read<std::uint16_t>();
  const std::size_t comment_size = reader.read<std::uint16_t>();
  reader.read_bytes(8);  // disk, attributes
  out.local_offset = reader.read<std::uint32_t>();
  out.raw_name = reader.read_bytes(name_size);
  out.extra = reader.read_bytes(extra_size);
  reader.read_bytes(comment_size);
  if (!reader.ok()) return std::nullopt;
  apply_zip64(out);
  return out;
}

std::uint32_t crc_of(const void* data, std::size_t size) {
  return static_cast<std::uint32_t>(crc32_z(0, static_cast<const Bytef*>(data), size));
}

/// Info-ZIP's field with the UTF-8 name beside an old-style one, if it belongs to this very name.
std::optional<std::string> unicode_path(const Entry& entry) {
  std::optional<std::string> out;
  for_each_extra(entry.extra, [&](std::uint16_t id, std::string_view data) {
    if (id != extra_unicode_path || data.size() <= 5 || data[0] != 1) return;
    ByteReader reader(as_byte_span(data.substr(1, 4)));
    const std::string_view name = data.substr(5);
    const bool ours = reader.read<std::uint32_t>() == crc_of(entry.raw_name.data(), entry.raw_name.size());
    if (ours && is_utf8(name)) out = std::string(name);
  });
  return out;
}

std::string decoded_name(const Entry& entry) {
  if (auto name = unicode_path(entry)) return *name;
  const std::string_view raw = entry.raw_name;
  const bool ascii =
      std::all_of(raw.begin(), raw.end(), [](char c) { return static_cast<signed char>(c) >= 0; });
  // Some writers store UTF-8 without saying so; CP932 is hardly ever valid UTF-8 by chance.
  if (ascii || is_utf8(raw)) return std::string(raw);
  return (entry.flags & flag_utf8) != 0 ? utf8_lossy(raw) : utf8_from_cp932_lossy(raw);
}

/// The path within the set; empty for what is not a file of it: folders, names that climb out, resource
/// forks.
std::string path_in_set(const Entry& entry) {
  std::string name = decoded_name(entry);
  std::replace(name.begin(), name.end(), '\\', '/');
  if (name.empty() || name.back() == '/') return {};
  const std::size_t start = name.find_first_not_of('/');
  const auto components = path_components({}, std::string_view(name).substr(start));
  if (!components || components->size() > max_depth || components->front() == "__MACOSX") return {};
  return join_components(*components);
}

Result<Bytes> inflated(ByteSpan packed, std::size_t size) {
  constexpr std::size_t most = std::numeric_limits<uInt>::max();
  if (packed.size() > most || size > most) return fail("larger than 4 GiB, which is not supported");
  Bytes out(std::max<std::size_t>(size, 1));
  z_stream stream{};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return fail("out of memory");
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(size);
  const int status = inflate(&stream, Z_FINISH);
  const bool complete = status == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  if (!complete) return damaged("a file in it cannot be unpacked");
  out.resize(size);
  return out;
}

/// The packed bytes, behind the local header (whose name and extra field may be of other lengths).
Result<ByteSpan> packed_bytes(ByteSpan archive, const Entry& entry) {
  ByteReader reader = reader_at(archive, entry.local_offset);
  const bool is_header = reader.read<std::uint32_t>() == local_signature;
  reader.read_bytes(local_size - 8);
  const std::size_t name_size = reader.read<std::uint16_t>();
  const std::size_t extra_size = reader.read<std::uint16_t>();
  reader.read_bytes(name_size + extra_size);
  if (!is_header || !reader.ok() || entry.packed > reader.remaining())
    return damaged("a file in it is not where the directory says");
  return reader.rest().first(static_cast<std::size_t>(entry.packed));
}

Result<Bytes> unpacked(ByteSpan archive, const Entry& entry) {
  const auto packed = packed_bytes(archive, entry);
  if (!packed) return fail(packed.error());
  Result<Bytes> out;
  if (entry.method == method_stored) {
    if (entry.size != entry.packed) return damaged("a file in it has two sizes");
    out = Bytes(packed->begin(), packed->end());
  } else if (entry.method == method_deflated) {
    out = inflated(*packed, static_cast<std::size_t>(entry.size));
  } else {
    return fail(fmt::format("packed by ZIP method {}, which is not supported", entry.method),
                "unpack the archive, or pack it again as an ordinary ZIP");
  }
  if (out && crc_of(out->data(), out->size()) != entry.crc) return damaged("a file in it fails its checksum");
  return out;
}

class ZipSet final : public FileSet {
 public:
  explicit ZipSet(std::string name) : name_(std::move(name)) {}

  /// Reads the directory. To be called once, before anything else; the entries refer to the archive's bytes.
  Result<void> open(Bytes archive, std::uint64_t max_bytes);

  std::string name() const override { return name_; }
  Result<Bytes> read(const std::string& path) const override;
  std::uint64_t size(const std::string& path) const override;
  std::vector<std::string> list(std::string_view extension) const override;
  std::optional<std::string> resolve(const std::string& base, std::string_view windows_path) const override;

 private:
  void build_listings();

  Bytes archive_;
  std::string name_;
  std::map<std::string, Entry> files_;
  std::map<std::string, std::shared_ptr<const Listing>> listings_;
};

Result<void> ZipSet::open(Bytes archive, std::uint64_t max_bytes) {
  archive_ = std::move(archive);
  const auto directory = find_directory(archive_);
  if (!directory) return fail(directory.error());
  if (directory->entries > max_entries)
    return fail(fmt::format("the ZIP archive has {} files, more than {}", directory->entries, max_entries),
                "unpack it and open the model from the folder");
  ByteReader reader = reader_at(archive_, directory->offset);
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < directory->entries; ++i) {
    const auto entry = read_entry(reader);
    if (!entry) return damaged(fmt::format("entry {} of its directory is unreadable", i));
    std::string path = path_in_set(*entry);
    if (path.empty()) continue;
    if ((entry->flags & flag_encrypted) != 0)
      return fail("the ZIP archive is encrypted",
                  "unpack it with its password and open the model from the folder");
    // What deflate cannot do is a lie, and refused before it costs memory.
    if (entry->size / max_deflate_ratio > entry->packed)
      return damaged("a file in it claims an impossible size");
    if (entry->size > max_bytes || (total += entry->size) > max_bytes)
      return fail(fmt::format("the ZIP archive unpacks to more than {} bytes", max_bytes),
                  "unpack it and open the model from the folder");
    if (const auto packed = packed_bytes(archive_, *entry); !packed) return fail(packed.error());
    files_.insert_or_assign(std::move(path), *entry);
  }
  build_listings();
  return {};
}

void ZipSet::build_listings() {
  std::map<std::string, std::set<std::pair<std::string, bool>>> names;
  names[""];
  for (const auto& file : files_) {
    std::string path = file.first;
    bool is_folder = false;
    while (!path.empty()) {
      const std::size_t slash = path.rfind('/');
      const std::string folder = slash == std::string::npos ? "" : path.substr(0, slash);
      const bool added = names[folder].emplace(path.substr(slash + 1), is_folder).second;
      if (!added) break;  // and so are the folders above
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

Result<Bytes> ZipSet::read(const std::string& path) const {
  const std::string shown = name_ + "/" + path;
  const auto file = files_.find(path);
  if (file == files_.end()) return fail(in_file(make_error("there is no such file in the archive"), shown));
  try {
    auto out = unpacked(archive_, file->second);
    if (!out) return fail(in_file(out.error(), shown));
    return out;
  } catch (const std::exception& e) {
    return fail(in_file(make_error(fmt::format("cannot be unpacked: {}", e.what())), shown));
  }
}

std::uint64_t ZipSet::size(const std::string& path) const {
  const auto file = files_.find(path);
  return file == files_.end() ? 0 : file->second.size;
}

std::vector<std::string> ZipSet::list(std::string_view extension) const {
  std::vector<std::string> out;
  for (const auto& file : files_) {
    if (has_extension(file.first, extension)) out.push_back(file.first);
  }
  return out;
}

std::optional<std::string> ZipSet::resolve(const std::string& base, std::string_view windows_path) const {
  const auto components = path_components(base, windows_path);
  if (!components) return std::nullopt;
  return find_file(*components, [this](const std::string& folder) { return listings_.at(folder); });
}

}  // namespace

bool looks_like_zip(ByteSpan bytes) {
  ByteReader reader(bytes);
  const auto signature = reader.read<std::uint32_t>();
  return signature == local_signature || signature == end_signature;
}

Result<std::shared_ptr<const FileSet>> open_zip(ByteSpan bytes, std::string name, std::uint64_t max_bytes) {
  const auto set = std::make_shared<ZipSet>(std::move(name));
  try {
    if (auto opened = set->open({bytes.begin(), bytes.end()}, max_bytes); !opened)
      return fail(in_file(opened.error(), set->name()));
    return set;
  } catch (const std::exception& e) {
    return fail(in_file(make_error(fmt::format("cannot be unpacked: {}", e.what())), set->name()));
  }
}

}  // namespace mmd
