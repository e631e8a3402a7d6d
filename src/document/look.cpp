#include "document/look.h"

#include "document/named_parts.h"

namespace mmd {

RenderSettings settings_for(const RenderSettings& look, const std::string& highlight, const Model& model) {
  RenderSettings settings = look;
  settings.highlight = highlight.empty() ? none : find_bone_called(model, highlight);
  return settings;
}

std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight) {
  if (!highlight.empty() || look.shading != Shading::weights) return std::nullopt;
  return make_warning("--shading weights shows the weights of a bone, and none was named",
                      "add --highlight BONE; `mmdview bones MODEL` lists the bones");
}

}  // namespace mmd
