#pragma once

// What there is to say about a model beside what it holds: where its textures are, what the checker finds.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/document.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// A texture that a model names.
struct TextureReport {
  std::string name;             ///< as the model has it
  std::string path;             ///< of its file in the model's folder or archive; empty: there is none
  std::uint64_t bytes = 0;      ///< of that file
  bool other_name = false;      ///< the file is called otherwise: letters in another case, for example
  bool brought_by_mmd = false;  ///< one of MikuMikuDance's own toon pictures, which the model does not bring
  TextureUse use;
  std::string fault;  ///< why its file cannot be shown; empty: it can be
};

struct ModelReport {
  std::vector<TextureReport> textures;  ///< as the model numbers them
  std::vector<Finding> findings;        ///< the worst first
  std::optional<Diagnostic> problem;    ///< why it could not be checked
};

/// Looks its textures up and checks its file once more, from the start; takes long (every texture is
/// decoded). `wanted`: false stops it early. Does not throw.
ModelReport report_on(const Document& document, const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
