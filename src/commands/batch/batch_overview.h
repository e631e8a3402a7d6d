#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/manifest.h"

namespace mmd {

/// Pictures on a page of a contact sheet.
inline constexpr std::size_t sheet_page = 120;

/// The files of a contact sheet of so many pictures: the one that is asked for, or numbered ones.
std::vector<std::string> sheet_files(const std::string& file, std::size_t pictures);

/// Makes what is asked for of contact sheet and index, of the pictures of the order's shard as they are on
/// disk. `manifest`: what is known of them. Needs memory for a page of the sheet and for what the index says
/// of each. Errors: one of the files cannot be written.
Result<void> write_overviews(const BatchOrder& order, const Manifest& manifest);

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
