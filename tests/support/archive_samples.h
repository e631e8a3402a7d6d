#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

/// One file of an archive. In 7z and tar the name is UTF-8; in the others it is raw bytes.
struct ArchivedFile {
  std::string name;
  std::string content;
  std::string link_to = {};  ///< not empty: a link (only in tar)
};

Bytes seven_zip_file(const std::vector<ArchivedFile>& files);
/// With a filter of libarchive, "gzip" or "xz"; empty: uncompressed.
Bytes tar_file(const std::vector<ArchivedFile>& files, const std::string& filter = {});
/// Written byte by byte, with stored content.
Bytes rar_file(const std::vector<ArchivedFile>& files, bool encrypted = false);
Bytes rar5_file(const std::vector<ArchivedFile>& files);
Bytes lha_file(const std::vector<ArchivedFile>& files);

inline constexpr std::uint16_t zip_encrypted = 1, zip_utf8 = 0x800;

/// One file of an archive that is written byte by byte.
struct ZipFile {
  std::string raw_name;
  std::string content;
  std::uint16_t flags = 0;
  bool deflated = false;
  std::string extra = {};  ///< in both headers
  std::optional<std::uint32_t> claimed_size =
      std::nullopt;  ///< unpacked size to claim instead of the true one
  std::optional<std::uint16_t> claimed_method = std::nullopt;
  bool streamed = false;        ///< CRC and sizes follow the data
  bool untold = false;          ///< the directory has no unpacked size
  std::uint16_t unix_mode = 0;  ///< 0120777: a link
  /// The offset that the directory claims; no local entry is written.
  std::optional<std::uint32_t> elsewhere = std::nullopt;
};

Bytes zip_file(const std::vector<ZipFile>& files);

std::uint32_t zip_crc(const std::string& text);

}  // namespace mmd::test
