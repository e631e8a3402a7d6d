#pragma once

// The poses and motions of a batch, found but not read.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assets/file_set.h"
#include "scene/input.h"

namespace mmd {

/// Names are UTF-8, or on systems that know no encoding whatever the folder says.
struct Source {
  std::string file;    ///< as one opens it: a path, or one in an archive
  std::string name;    ///< of the file, without its extension
  std::string folder;  ///< below what was given, with '/'; empty: none
  FileKind kind = FileKind::pose;
  std::shared_ptr<const FileSet> archive;  ///< what it is in; null: it is on disk
  std::string member;                      ///< its path in there
};

struct Sources {
  std::vector<Source> found;  ///< in natural order within each thing that was given
  Diagnostics problems;       ///< errors about what was given
};

/// What was given for poses, or for motions (`kind`), stands for: a folder with all below it, an archive, a
/// pattern, a file, or a list of these in a file ("@LIST", "@-" for standard input), one to a line, or with
/// zero bytes between them if it has any. In folders and archives files are known by their extension. Links
/// to folders are not followed, names that begin with a dot are left out. What holds nothing is a problem.
Sources find_sources(const std::vector<std::string>& given, FileKind kind);

/// Reads one. Archives that are packed as a whole are to be told by prefetch_sources before.
Result<InputFile> read_source(const Source& source);

/// Says that the sources from `first` to `last` will be read next, each once.
void prefetch_sources(const std::vector<Source>& sources, std::size_t first, std::size_t last);

/// The names in a list, as `find_sources` reads it.
std::vector<std::string> names_in_list(std::string_view text);

/// The files that fit a path with patterns (base/pattern.h) in its parts, sorted. `**` as a part stands for
/// any folders, also none. Names that begin with a dot are found only by parts that do.
std::vector<std::string> files_fitting(const std::string& pattern);

}  // namespace mmd
