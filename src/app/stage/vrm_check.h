#pragma once

// What a VRM of the shown model has and lacks, for the Export panel.

#include <memory>
#include <vector>

#include "document/bone_names.h"
#include "export/vrm_avatar.h"
#include "export/vrm_expressions.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

struct VrmCheck {
  std::shared_ptr<const Model> model;  ///< null: nothing was checked
  std::shared_ptr<const Model> named;  ///< the model with `names`
  BoneNames names;                     ///< VRM's and usual names, and the model's bones chosen for them
  std::vector<HumanBone> bones;
  ExpressionChoice choice;  ///< of expressions
  std::vector<VrmExpression> expressions;
  std::vector<Finding> findings;  ///< what is lost, or prevents the export

  bool lacks_required() const;
  /// Whether the gaze moves bones.
  bool has_gaze() const;
  /// The preset of that name; null if the VRM will lack it.
  const VrmExpression* preset(std::string_view name) const;
  /// How many of ARKit's shapes the VRM will have.
  std::size_t arkit_count() const;
};
/// The check's table after another bone of the model was chosen for `human`. `bone`: its name; empty: the one
/// that is found without a choice. A bone serves one place: others that have it lose it.
BoneNames with_human_bone(const VrmCheck& check, const HumanBone& human, const std::string& bone);
VrmCheck check_vrm(std::shared_ptr<const Model> model, BoneNames names, ExpressionChoice choice = {});

}  // namespace mmd
