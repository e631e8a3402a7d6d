#include "app/stage/vrm_check.h"

#include <algorithm>
#include <utility>

#include "export/check_vrm.h"

namespace mmd {

bool VrmCheck::lacks_required() const {
  return std::any_of(bones.begin(), bones.end(),
                     [](const HumanBone& b) { return b.required && b.bone == none; });
}

VrmCheck check_vrm(std::shared_ptr<const Model> model, BoneNames names) {
  VrmCheck out;
  const std::shared_ptr<const Model> named = names.empty() ? model : with_bone_names(model, names);
  out.bones = human_bones_of(*named);
  Findings findings;
  check_for_vrm(named, findings);
  // The panel itself asks for the author.
  for (const Finding& finding : findings.list())
    if (finding.rule != "vrm-terms") out.findings.push_back(finding);
  out.model = std::move(model);
  out.names = std::move(names);
  return out;
}

}  // namespace mmd
