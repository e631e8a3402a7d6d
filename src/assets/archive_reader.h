#pragma once

// A wrapper of libarchive's reader.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/byte_io.h"
#include "base/result.h"

struct archive;

namespace mmd {

enum class ArchiveKind : std::uint8_t { none, zip, seven_zip, rar, rar5, lha, tar, tar_gz, tar_xz };

/// Determined by the first bytes.
ArchiveKind archive_kind(ByteSpan bytes);

struct ArchiveEntry {
  enum class Type : std::uint8_t { file, folder, link, other };
  std::string raw_name;  ///< UTF-8, or bytes in an unknown encoding
  Type type = Type::file;
  bool encrypted = false;
  std::optional<std::uint64_t> size;  ///< declared unpacked bytes, if the format has them
  std::uint64_t data_offset = 0;      ///< offset of the packed bytes in the archive (ZIP only)
  std::string warning;                ///< for example: its two headers disagree
};

/// Limits for unpacking one entry.
struct UnpackLimits {
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t data_end = UINT64_MAX;  ///< the packed bytes must end before this offset
  /// Called before keeping `more` bytes of an entry without a declared size; false stops. Empty: no limit.
  std::function<bool(std::uint64_t more)> may_grow = {};
  std::size_t enough = SIZE_MAX;  ///< stop after so many bytes
};

/// Reads an archive once, from front to back. The bytes must outlive it.
class ArchiveReader {
 public:
  /// Errors: damaged, encrypted, a kind that this build of libarchive lacks.
  static Result<ArchiveReader> open(ByteSpan bytes);

  /// The next entry; nullopt after the last.
  Result<std::optional<ArchiveEntry>> next();
  /// The bytes of the entry last returned by `next`. Errors: damaged, unknown compression, encrypted, wrong
  /// declared size, beyond the limits.
  Result<Bytes> read(const ArchiveEntry& entry, const UnpackLimits& limits);
  /// Whether damage makes all later entries unreadable.
  bool is_stuck() const { return stuck_; }
  /// The offset in the archive up to which bytes were read.
  std::uint64_t position() const;
  /// The number of entries that a ZIP's directory declares, modulo 65536; nullopt for other kinds and for
  /// counts in the 64-bit extension.
  std::optional<std::uint64_t> claimed_entries() const { return claimed_entries_; }

 private:
  struct Free {
    void operator()(archive* a) const;
  };
  Diagnostic error() const;
  Diagnostic damaged_here(std::string what) const;
  std::optional<Diagnostic> excess(const ArchiveEntry& entry, const UnpackLimits& limits, std::uint64_t size,
                                   std::uint64_t more) const;

  std::unique_ptr<archive, Free> archive_;  ///< null: an empty archive
  ArchiveKind kind_ = ArchiveKind::none;
  bool opened_ = false, stuck_ = false;
  std::optional<std::uint64_t> claimed_entries_;
};

Diagnostic damaged_archive(std::string what);
Diagnostic encrypted_archive(std::string what);

}  // namespace mmd
