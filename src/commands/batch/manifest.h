#pragma once

// The manifest of a batch: a file with one line of JSON per picture, to which several processes may append.

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
  kept,  ///< it existed and was up to date
  failed
};

struct ManifestLine {
  std::string name;  ///< the picture's path below the output folder
  ItemStatus status = ItemStatus::written;
  std::string key;  ///< hash of its inputs; empty: unknown
  std::string model, pose, view;
  double frame = 0.0;
  double milliseconds = 0.0;  ///< from reading the pose to the file on disk
  std::vector<std::string> warnings;
  std::string error;
};

/// The line in the file, with its line break.
std::string manifest_text(const ManifestLine& line);
/// Error: not a line of a manifest.
Result<ManifestLine> parse_manifest_line(std::string_view text);

/// A manifest open for appending. Several processes may append at the same time.
class ManifestFile {
 public:
  /// Creates or opens the file and removes an incomplete last line of a killed process. Error: the file
  /// cannot be written.
  static Result<ManifestFile> open(const std::string& file);
  /// Appends a whole line or nothing. Thread-safe. Error: the disk is full, …
  Result<void> add(const ManifestLine& line) const;

 private:
  Descriptor file_;
  std::string name_;
};

/// The last line of each picture in one or more manifests.
struct Manifest {
  std::map<std::string, ManifestLine> pictures;  ///< by name
  std::size_t lines = 0;
  std::size_t damaged = 0;  ///< invalid lines
};
/// Adds the lines of a file. Error: it cannot be read.
Result<void> read_manifest(const std::string& file, Manifest& to);

}  // namespace mmd
