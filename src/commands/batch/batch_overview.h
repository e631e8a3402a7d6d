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

/// The files of a contact sheet of `count` pictures: one file, or numbered ones.
std::vector<std::string> sheet_files(const std::string& file, std::size_t pictures);

/// Writes the contact sheet and the index, if requested, from the shard's pictures on disk. `manifest` has
/// their results. Needs memory for a page of the sheet and for the index entries. Error: a file cannot be
/// written.
Result<void> write_overviews(const BatchOrder& order, const Manifest& manifest);

/// A picture in an index. Names may be any bytes; invalid UTF-8 is shown as the replacement character.
struct IndexEntry {
  std::string path;  ///< from the index's folder, with '/'
  std::string name;  ///< shown name
  std::string model, pose, view;
  double frame = 0.0;
  bool is_there = true;
  std::string error;  ///< why the picture is missing or incomplete
  std::vector<std::string> warnings;
};

/// index_page.html.
extern const std::string_view index_page_html;

/// An HTML page with thumbnails, search and problems, which works from disk without a network. It shows part
/// of the pictures at a time, so many pictures take no more work than a few.
std::string index_page(const std::vector<IndexEntry>& entries);

/// A relative path as a link: all characters but letters, digits, '-', '.', '_', '~' and '/' are
/// percent-encoded.
std::string link_to(std::string_view path);

}  // namespace mmd
