#pragma once

// What a VRM of the shown model has and lacks, for the Export panel.

#include <memory>
#include <vector>

#include "document/bone_names.h"
#include "export/vrm_avatar.h"
#include "model/finding.h"
#include "model/model.h"

namespace mmd {

struct VrmCheck {
  std::shared_ptr<const Model> model;  ///< null: nothing was checked
  BoneNames names;                     ///< usual names, and the model's bones that the user chose for them
  std::vector<HumanBone> bones;
  std::vector<Finding> findings;  ///< what is lost, or prevents the export

  bool lacks_required() const;
};
VrmCheck check_vrm(std::shared_ptr<const Model> model, BoneNames names);

}  // namespace mmd
