#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/content_hash.h"
#include "base/result.h"

namespace mmd {

/// Which models a person has had before them, known by their bytes: of the others they are shown the terms
/// first. In a file of one model a line; each change is made on what the file holds then, so that two windows
/// add to each other's.
class SeenModels {
 public:
  /// Every model counts as seen.
  SeenModels() = default;
  explicit SeenModels(std::filesystem::path file) : file_(std::move(file)) {}

  bool has(const ContentHash& model) const;
  /// Error: it could not be kept; the model is not asked about again in this window.
  Result<void> add(const ContentHash& model);

  /// So many are remembered; the oldest are forgotten first.
  static constexpr std::size_t most = 5000;

 private:
  std::filesystem::path file_;
  std::vector<std::string> added_;  ///< here
};

/// `$XDG_STATE_HOME/mmdview/models-seen`, or where that is by default; empty: there is no home.
std::filesystem::path default_seen_models_file();

}  // namespace mmd
