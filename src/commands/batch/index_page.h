#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mmd {

/// A picture in an index. Names may be any bytes; those that are not UTF-8 are shown as the replacement
/// character.
struct IndexEntry {
  std::string path;  ///< from the index's folder, with '/'
  std::string name;  ///< as it is shown
  std::string model, pose, view;
  double frame = 0.0;
  bool is_there = true;
  std::string error;  ///< why it is not, or is not as it should be
  std::vector<std::string> warnings;
};

/// A page that shows pictures beside it, from a file and without a network: thumbnails, search and what is
/// wrong. Browsers have a part of it at a time, so that many pictures are no more work than a few.
std::string index_page(const std::vector<IndexEntry>& entries);

/// A relative path as a link: what is not a letter, digit, '-', '.', '_', '~' or '/' as "%0A".
std::string link_to(std::string_view path);

}  // namespace mmd
