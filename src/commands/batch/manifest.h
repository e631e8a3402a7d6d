#pragma once

// What came of each picture of a batch: a file with a line of JSON per picture, which several processes may
// append to.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assets/descriptor.h"
#include "base/result.h"

namespace mmd {

enum class ItemStatus : std::uint8_t {
  written,
  kept,  ///< it was there already, made of the same
  failed
};

struct ManifestLine {
  std::string name;  ///< the picture's, below the output's folder
  ItemStatus status = ItemStatus::written;
  std::string key;  ///< what it is made of; empty: not known
  std::string model, pose, view;
  double frame = 0.0;
  double milliseconds = 0.0;  ///< from reading the pose to the file on disk
  std::vector<std::string> warnings;
  std::string error;
};

/// As it stands in the file, with its line break.
std::string manifest_text(const ManifestLine& line);
/// Error: it is none.
Result<ManifestLine> parse_manifest_line(std::string_view text);

/// A manifest that is written to. Several processes may, also at the same time.
class ManifestFile {
 public:
  /// Makes the file or goes on with it; what an interrupted process left of a line is taken away. Error: it
  /// cannot be written.
  static Result<ManifestFile> open(const std::string& file);
  /// Whole, or not at all. From any thread. Error: the disk is full, …
  Result<void> add(const ManifestLine& line) const;

 private:
  Descriptor file_;
  std::string name_;
};

/// What manifests say of each picture: of several lines the last.
struct Manifest {
  std::map<std::string, ManifestLine> pictures;  ///< by their names
  std::size_t lines = 0;
  std::size_t damaged = 0;  ///< lines that are none
};
/// Adds a file to it. Error: it cannot be read.
Result<void> read_manifest(const std::string& file, Manifest& to);

}  // namespace mmd
