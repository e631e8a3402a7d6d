#pragma once

// A report about a model: the files of its textures and the findings of the checker.

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/loaded_figure.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

/// A texture of a model.
struct TextureReport {
  std::string name;             ///< as the model file spells it
  std::string path;             ///< its file in the model's folder or archive; empty: not found
  std::uint64_t bytes = 0;      ///< size of that file
  bool other_name = false;      ///< the file is spelled differently, for example in another letter case
  bool brought_by_mmd = false;  ///< a toon picture that MikuMikuDance provides
  TextureUse use;
  std::string fault;  ///< why the file cannot be displayed; empty: it can
};

struct ModelReport {
  std::vector<TextureReport> textures;  ///< in the model's order
  std::vector<Finding> findings;        ///< most severe first
  std::optional<Diagnostic> problem;    ///< why the model could not be checked
};

/// Finds the textures, reads the model file again and checks it; decodes every texture. `wanted`: false stops
/// it.
ModelReport report_on(const LoadedFigure& document, const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
