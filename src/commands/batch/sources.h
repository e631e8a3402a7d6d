#pragma once

// The poses and motions of a batch, found but not read.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "assets/file_set.h"
#include "scene/input.h"

namespace mmd {

/// Names are UTF-8; on systems without a name encoding, any bytes.
struct Source {
  std::string file;    ///< path to open; may lead into an archive
  std::string name;    ///< file name without extension
  std::string folder;  ///< folder below the given one, with '/'; may be empty
  FileKind kind = FileKind::pose;
  std::shared_ptr<const FileSet> archive;  ///< null for a file on disk
  std::string member;                      ///< path in the archive
};

struct Sources {
  std::vector<Source> found;  ///< in natural order within each given place
  Diagnostics problems;       ///< errors about given places
};

/// Finds the poses or motions (`kind`) of the given places: folders with their subfolders, archives,
/// patterns, files, or lists of these ("@LIST", "@-" for standard input), one per line, or separated by zero
/// bytes if the list has any. In folders and archives, the extension decides. Links to folders and names that
/// start with a dot are skipped. A place without files is a problem.
Sources find_sources(const std::vector<std::string>& given, FileKind kind);

/// Reads a source. For archives compressed as a whole, call prefetch_sources() before.
Result<InputFile> read_source(const Source& source);

/// Prepares for reading the sources [first, last) next, each once.
void prefetch_sources(const std::vector<Source>& sources, std::size_t first, std::size_t last);

/// The names in a list file of find_sources().
std::vector<std::string> names_in_list(std::string_view text);

/// The files that match a path with patterns (base/pattern.h) in its parts, sorted. The part `**` matches any
/// number of folders. Names that start with a dot match only parts that start with a dot.
std::vector<std::string> files_fitting(const std::string& pattern);

}  // namespace mmd
