#pragma once

// What a VRM of the shown model has and lacks, for the Export panel.

#include <filesystem>
#include <memory>
#include <vector>

#include "base/content_hash.h"
#include "base/result.h"
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

/// The file of the names that were chosen for a model; the folder may be empty (nothing is kept).
std::filesystem::path bone_names_file(const std::filesystem::path& folder, const ContentHash& model);
/// Reads it; empty if there is none.
BoneNames kept_bone_names(const std::filesystem::path& file);
Result<void> keep_bone_names(const BoneNames& names, const std::filesystem::path& file);

}  // namespace mmd
