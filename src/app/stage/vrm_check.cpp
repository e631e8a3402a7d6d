#include "app/stage/vrm_check.h"

#include <algorithm>
#include <utility>

#include "export/check_vrm.h"
#include "model/body_parts.h"

namespace mmd {

bool VrmCheck::lacks_required() const {
  return !missing_human_bones(bones).empty();
}

bool VrmCheck::has_gaze() const {
  return std::any_of(bones.begin(), bones.end(), [](const HumanBone& b) {
    return b.bone != none && (b.name == "leftEye" || b.name == "rightEye");
  });
}

const VrmExpression* VrmCheck::preset(std::string_view name) const {
  const auto found = std::find_if(expressions.begin(), expressions.end(),
                                  [&](const VrmExpression& e) { return !e.is_custom && e.name == name; });
  return found != expressions.end() ? &*found : nullptr;
}

std::size_t VrmCheck::arkit_count() const {
  const auto is_shape = [](const VrmExpression& expression) {
    return std::any_of(arkit_rows().begin(), arkit_rows().end(), [&](const ArkitRow& row) {
      return expression.name == row.name || expression.name == right_shape(row.name);
    });
  };
  return static_cast<std::size_t>(std::count_if(expressions.begin(), expressions.end(), is_shape));
}

BoneNames with_human_bone(const VrmCheck& check, const HumanBone& human, const std::string& bone) {
  BoneNames out = check.names;
  const auto forget = [&](const HumanBone& other) {
    out.erase(other.name);
    out.erase(other.usual);
  };
  const auto has_it = [&](const std::string& name) {
    const auto found = out.find(name);
    return found != out.end() && found->second == bone;
  };
  forget(human);
  if (bone.empty()) return out;
  for (const HumanBone& other : check.bones)
    if (has_it(other.name) || has_it(other.usual)) forget(other);
  out[human.name] = bone;
  // Poses call the bone by its usual name.
  if (!human.usual.empty() && StandardBones(*check.model).find(human.usual) == none) out[human.usual] = bone;
  return out;
}

VrmCheck check_vrm(std::shared_ptr<const Model> model, BoneNames names, ExpressionChoice choice) {
  VrmCheck out;
  out.named = names.empty() ? model : with_bone_names(model, names);
  out.bones = human_bones_of(*out.named);
  Findings findings;
  out.expressions = check_for_vrm(out.named, findings, {}, choice).expressions;
  // The panel itself asks for the author.
  for (const Finding& finding : findings.list())
    if (finding.rule != "vrm-terms") out.findings.push_back(finding);
  out.model = std::move(model);
  out.names = std::move(names);
  out.choice = std::move(choice);
  return out;
}

}  // namespace mmd
