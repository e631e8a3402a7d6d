#include "assets/archive_reader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include "assets/archive_locale.h"
#include "base/text.h"

namespace mmd {
namespace {

using namespace std::literals;

struct Signature {
  std::size_t offset;
  std::string_view bytes;
  ArchiveKind kind;
};

constexpr std::array signatures{
    Signature{0, "PK\x03\x04"sv, ArchiveKind::zip},
    Signature{0, "PK\x05\x06"sv, ArchiveKind::zip},  // an empty archive
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, ArchiveKind::seven_zip},
    Signature{0, "Rar!\x1a\x07\x00"sv, ArchiveKind::rar},
    Signature{0, "Rar!\x1a\x07\x01\x00"sv, ArchiveKind::rar5},
    Signature{257, "ustar"sv, ArchiveKind::tar},
    Signature{0, "\x1f\x8b\x08"sv, ArchiveKind::tar_gz},
    Signature{0, "\xfd\x37zXZ\x00"sv, ArchiveKind::tar_xz},
};

/// "-lh5-" or "-lzs-" at offset 2 of the first header.
bool looks_like_lha(std::string_view text) {
  if (text.size() < 22) return false;
  const std::string_view method = text.substr(2, 5);
  return method.substr(0, 2) == "-l" && (method[2] == 'h' || method[2] == 'z') && method[4] == '-';
}

/// The only format and filter enabled for a kind, so that libarchive does not guess another.
struct Support {
  ArchiveKind kind;
  int (*format)(archive*);
  int (*filter)(archive*);
};

constexpr std::array supports{
    Support{ArchiveKind::zip, archive_read_support_format_zip_seekable, nullptr},
    Support{ArchiveKind::seven_zip, archive_read_support_format_7zip, nullptr},
    Support{ArchiveKind::rar, archive_read_support_format_rar, nullptr},
    Support{ArchiveKind::rar5, archive_read_support_format_rar5, nullptr},
    Support{ArchiveKind::lha, archive_read_support_format_lha, nullptr},
    Support{ArchiveKind::tar, archive_read_support_format_tar, nullptr},
    Support{ArchiveKind::tar_gz, archive_read_support_format_tar, archive_read_support_filter_gzip},
    Support{ArchiveKind::tar_xz, archive_read_support_format_tar, archive_read_support_filter_xz},
};

/// LHA names have no encoding. We declare them to libarchive as Latin-1, so that each character is one byte.
std::string bytes_of_latin1(std::string_view text) {
  std::string out;
  for (const char32_t unit : utf16_units(text)) {
    if (unit > 0xff) return std::string(text);  // this name did have an encoding
    out += static_cast<char>(static_cast<unsigned char>(unit));
  }
  return out;
}

constexpr std::size_t zip_end_size = 22;

struct ZipEnd {
  ByteSpan archive;  ///< up to the end of the end record
  std::uint16_t entries = 0;
};

/// Finds a ZIP's end record. A comment and other bytes may follow; libarchive searches fewer of them.
std::optional<ZipEnd> find_zip_end(ByteSpan bytes) {
  constexpr std::size_t size = zip_end_size, max_comment = 0xffff;
  const std::size_t tail = std::min(bytes.size(), size + max_comment);
  const std::string_view end = as_text(bytes.last(tail));
  if (end.size() < size) return std::nullopt;
  for (std::size_t at = end.rfind("PK\x05\x06", end.size() - size); at != std::string_view::npos;
       at = at == 0 ? std::string_view::npos : end.rfind("PK\x05\x06", at - 1)) {
    ByteReader record(as_byte_span(end.substr(at)));
    record.read_bytes(10);
    const auto entries = record.read<std::uint16_t>();
    record.read_bytes(8);
    const auto comment = record.read<std::uint16_t>();
    if (comment <= record.remaining()) return ZipEnd{bytes.first(bytes.size() - tail + at + size), entries};
  }
  return std::nullopt;
}

ArchiveEntry::Type type_of(archive_entry* entry, std::string_view name) {
  if (archive_entry_hardlink(entry) != nullptr) return ArchiveEntry::Type::link;
  const bool folder_name = !name.empty() && (name.back() == '/' || name.back() == '\\');
  switch (archive_entry_filetype(entry)) {
    case AE_IFLNK:
      return ArchiveEntry::Type::link;
    case AE_IFDIR:
      return ArchiveEntry::Type::folder;
    case AE_IFREG:
    case 0:  // some formats have no type
      return folder_name ? ArchiveEntry::Type::folder : ArchiveEntry::Type::file;
    default:
      return ArchiveEntry::Type::other;
  }
}

std::string raw_name_of(archive_entry* entry, ArchiveKind kind) {
  std::string name = pathname_of(entry);
  return kind == ArchiveKind::lha ? bytes_of_latin1(name) : name;
}

/// The end of a message about a place in the archive.
std::string at_byte(std::uint64_t offset) {
  return fmt::format(", at byte 0x{:x} of it", offset);
}

/// The cause of libarchive's messages, recognised by words in them.
struct Theme {
  std::array<std::string_view, 3> words;
  Diagnostic (*make)(const std::string& text);
};

Diagnostic unsupported(const std::string& text) {
  return make_error("packed in a way that is not supported: " + text,
                    "unpack the archive, or pack it again as an ordinary ZIP");
}

Diagnostic failed_checksum(const std::string& text) {
  return damaged_archive("a file in it has a wrong checksum: " + text);
}

/// zlib and LZMA cannot be initialised only for want of memory; libarchive gives no errno for that.
Diagnostic no_memory(const std::string& /*text*/) {
  return make_error("not enough memory to unpack it");
}

const std::array themes{
    Theme{{"initialize ZIP", "initialize deflate", "initializing compression library"}, no_memory},
    Theme{{"ncrypt", "assphrase", "assword"}, [](const std::string&) { return encrypted_archive({}); }},
    Theme{{"nsupported", "supported", "unavailable"}, unsupported},
    Theme{{"CRC", "hecksum", "crc"}, failed_checksum},
};

}  // namespace

Diagnostic damaged_archive(std::string what) {
  return make_error("damaged archive: " + std::move(what), "fetch or copy the archive again");
}

Diagnostic encrypted_archive(std::string what) {
  return make_error("the archive is encrypted" + std::move(what),
                    "unpack it with its password and open the model from the folder");
}

ArchiveKind archive_kind(ByteSpan bytes) {
  const std::string_view text = as_text(bytes);
  for (const Signature& s : signatures) {
    if (text.size() >= s.offset && text.substr(s.offset, s.bytes.size()) == s.bytes) return s.kind;
  }
  return looks_like_lha(text) ? ArchiveKind::lha : ArchiveKind::none;
}

void ArchiveReader::Free::operator()(archive* a) const {
  archive_read_free(a);
}

Diagnostic ArchiveReader::error() const {
  if (archive_errno(archive_.get()) == ENOMEM) return no_memory({});
  // libarchive crashes on this call before it has recognised a format.
  if (opened_ && archive_read_has_encrypted_entries(archive_.get()) == 1) return encrypted_archive({});
  const char* message = archive_error_string(archive_.get());
  std::string text =
      message == nullptr ? "the file is truncated, or its structure is invalid" : utf8_lossy(message);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (opened_) text += at_byte(position());
  for (const Theme& theme : themes) {
    if (std::any_of(theme.words.begin(), theme.words.end(),
                    [&](std::string_view word) { return text.find(word) != std::string::npos; }))
      return theme.make(text);
  }
  return damaged_archive(text);
}

Diagnostic ArchiveReader::damaged_here(std::string what) const {
  return damaged_archive(std::move(what) + at_byte(position()));
}

Result<ArchiveReader> ArchiveReader::open(ByteSpan bytes) {
  ArchiveReader out;
  out.kind_ = archive_kind(bytes);
  const auto support =
      std::find_if(supports.begin(), supports.end(), [&](const Support& s) { return s.kind == out.kind_; });
  if (support == supports.end()) return fail(damaged_archive("unrecognised archive format"));
  if (out.kind_ == ArchiveKind::zip) {
    const auto end = find_zip_end(bytes);
    if (!end) {
      const std::string missing = "the directory at its end is missing";
      return fail(damaged_archive(missing + at_byte(bytes.size())));
    }
    bytes = end->archive;
    if (bytes.size() == zip_end_size) return out;  // an empty archive, which libarchive rejects
    if (end->entries != 0xffff) out.claimed_entries_ = end->entries;
  }
  const Utf8Locale utf8;
  archive* const a = archive_read_new();
  if (a == nullptr) return fail("not enough memory to unpack it");
  out.archive_.reset(a);
  // A warning means that libarchive would call an external program.
  if (support->format(a) != ARCHIVE_OK || (support->filter != nullptr && support->filter(a) != ARCHIVE_OK))
    return fail(unsupported("this build of libarchive does not support it"));
  if (out.kind_ == ArchiveKind::lha) archive_read_set_options(a, "lha:hdrcharset=ISO-8859-1");
  if (archive_read_open_memory(a, bytes.data(), bytes.size()) != ARCHIVE_OK) return fail(out.error());
  out.opened_ = true;
  return out;
}

Result<std::optional<ArchiveEntry>> ArchiveReader::next() {
  if (!archive_) return std::nullopt;
  const Utf8Locale utf8;
  archive_entry* entry = nullptr;
  const int status = archive_read_next_header(archive_.get(), &entry);
  if (status == ARCHIVE_EOF) return std::nullopt;
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN) return fail(error());
  ArchiveEntry out;
  out.raw_name = raw_name_of(entry, kind_);
  out.type = type_of(entry, out.raw_name);
  out.encrypted = archive_entry_is_encrypted(entry) != 0;
  if (archive_entry_size_is_set(entry) != 0)
    out.size = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
  if (kind_ == ArchiveKind::zip) out.data_offset = position();
  if (status == ARCHIVE_WARN) {
    const char* message = archive_error_string(archive_.get());
    out.warning = message == nullptr ? "its headers disagree" : utf8_lossy(message);
  }
  return out;
}

/// The error if `size` unpacked bytes, including the last `more`, exceed the entry's declared size or the
/// limits.
std::optional<Diagnostic> ArchiveReader::excess(const ArchiveEntry& entry, const UnpackLimits& limits,
                                                std::uint64_t size, std::uint64_t more) const {
  if (position() > limits.data_end) return damaged_here("a file in it overlaps the next one");
  if (size > entry.size.value_or(size)) return damaged_here("a file in it is larger than its entry says");
  const bool grows = entry.size || !limits.may_grow || limits.may_grow(more);
  if (size <= limits.bytes && grows) return std::nullopt;
  return make_error(fmt::format("unpacks to more than {} bytes", limits.bytes),
                    "unpack the archive and open the model from the folder");
}

Result<Bytes> ArchiveReader::read(const ArchiveEntry& entry, const UnpackLimits& limits) {
  const Utf8Locale utf8;
  constexpr std::size_t first_chunk = std::size_t{1} << 20;
  const std::uint64_t max_bytes = std::min(entry.size.value_or(limits.bytes), limits.bytes);
  Bytes out(static_cast<std::size_t>(std::min<std::uint64_t>(max_bytes, first_chunk)) +
            1);  // one more byte, to detect the end
  std::size_t size = 0;
  for (;;) {
    const la_ssize_t got = archive_read_data(archive_.get(), out.data() + size, out.size() - size);
    if (got < 0) {
      stuck_ = got == ARCHIVE_FATAL;
      return fail(error());
    }
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
    if (auto problem = excess(entry, limits, size, static_cast<std::uint64_t>(got)))
      return fail(std::move(*problem));
    if (size >= limits.enough) {
      out.resize(limits.enough);
      return out;
    }
    if (size == out.size())
      out.resize(static_cast<std::size_t>(std::min<std::uint64_t>(max_bytes, out.size() * 2)) + 1);
  }
  if (entry.size && size != *entry.size)
    return fail(damaged_here("a file in it is smaller than its entry says"));
  out.resize(size);
  return out;
}

std::uint64_t ArchiveReader::position() const {
  return static_cast<std::uint64_t>(std::max<la_int64_t>(archive_filter_bytes(archive_.get(), 0), 0));
}

}  // namespace mmd
