#include "document/look.h"

#include "document/named_parts.h"

namespace mmd {

RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model) {
  RenderSettings settings = look;
  settings.highlight = highlight.empty() ? none : find_bone_called(model, highlight);
  return settings;
}

bool lacks_bone_for_weights(const RenderSettings& look, const std::string& highlight) {
  return highlight.empty() && look.shading == Shading::weights;
}

}  // namespace mmd
