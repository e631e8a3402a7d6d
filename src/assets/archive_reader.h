#pragma once

// libarchive, as a value: what its entries are called and what is in them.

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

/// By the first bytes alone.
ArchiveKind archive_kind(ByteSpan bytes);

struct ArchiveEntry {
  enum class Type : std::uint8_t { file, folder, link, other };
  std::string raw_name;  ///< UTF-8, or the bytes of whatever encoding it was written in
  Type type = Type::file;
  bool encrypted = false;
  std::optional<std::uint64_t> size;  ///< as it claims; some formats do not tell
  std::uint64_t data_offset = 0;      ///< where its packed bytes begin; of ZIP alone
  std::string warning;                ///< that two of its headers disagree, say
};

/// How far one entry may be unpacked.
struct UnpackLimits {
  std::uint64_t bytes = UINT64_MAX;
  std::uint64_t data_end = UINT64_MAX;  ///< its packed bytes would reach into the next entry's
  /// Asked before so many more bytes are kept of an entry that does not say its size; empty: they may.
  std::function<bool(std::uint64_t more)> may_grow = {};
  std::size_t enough = SIZE_MAX;  ///< no more of it is wanted
};

/// Goes through an archive once, from front to back. The bytes must outlive it.
class ArchiveReader {
 public:
  /// Errors: damaged, encrypted, of a kind that this libarchive was built without.
  static Result<ArchiveReader> open(ByteSpan bytes);

  /// The next entry; nullopt behind the last.
  Result<std::optional<ArchiveEntry>> next();
  /// The bytes of the entry that `next` gave. Errors: damaged, packed in an unknown way, encrypted, of
  /// another size than it claims, beyond the limits.
  Result<Bytes> read(const ArchiveEntry& entry, const UnpackLimits& limits);
  /// Whether entries behind one that cannot be read are out of reach.
  bool is_stuck() const { return stuck_; }
  /// How far into the archive the last one reached.
  std::uint64_t position() const;
  /// How many entries a ZIP's directory claims to have, modulo 65536; nullopt of other kinds, and where it
  /// leaves that to its 64-bit extension.
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

/// What is said of an archive that is not whole.
Diagnostic damaged_archive(std::string what);
Diagnostic encrypted_archive(std::string what);

}  // namespace mmd
