#pragma once

#include <string>
#include <vector>

#include "base/byte_io.h"

namespace mmd::test {

/// One file of an archive. In 7z and tar the name is UTF-8; in the others the bytes stand as they are.
struct ArchivedFile {
  std::string name;
  std::string content;
  std::string link_to = {};  ///< not empty: a link (tar alone)
};

Bytes seven_zip_file(const std::vector<ArchivedFile>& files);
/// With a filter of libarchive's, "gzip" or "xz"; empty: plain.
Bytes tar_file(const std::vector<ArchivedFile>& files, const std::string& filter = {});
/// Written byte by byte, with stored content.
Bytes rar_file(const std::vector<ArchivedFile>& files, bool encrypted = false);
Bytes rar5_file(const std::vector<ArchivedFile>& files);
Bytes lha_file(const std::vector<ArchivedFile>& files);

}  // namespace mmd::test
