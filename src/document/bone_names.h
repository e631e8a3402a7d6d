#pragma once

// Names of bones that poses and models call differently, and bones that a model lacks.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/content_hash.h"
#include "base/result.h"
#include "document/loaded_figure.h"
#include "formats/vpd.h"
#include "model/model.h"

namespace mmd {

/// Names of bones in poses, and those of the model. VRM's names ("leftUpperArm") choose the bones of a VRM.
using BoneNames = std::map<std::string, std::string>;

/// Reads a table: one bone a line, the pose's name, a tab, the model's name. Lines that begin with # do not
/// count. Error: a line without both names.
Result<BoneNames> parse_bone_names(std::string_view text);
/// The same from a file.
Result<BoneNames> read_bone_names(const std::string& file);

/// Gives the bones of a pose the model's names: by the table, and names that the model lacks by the usual
/// English and Japanese ones.
void rename_bones(vpd::File& file, const BoneNames& names, const Model& model);

/// A warning about the model's names in the table that none of the models has; nothing if there are none.
std::optional<Diagnostic> unknown_names(const BoneNames& names,
                                        const std::vector<std::shared_ptr<const Model>>& models);

/// The model with the table's names as Model::given_names.
std::shared_ptr<const Model> with_bone_names(const std::shared_ptr<const Model>& model,
                                             const BoneNames& names);

/// Gives the rotations of bones that the model lacks to their parents, as MMD users do by hand: 上半身2, 腰,
/// グルーブ, D-bones, twist bones and 肩P. Returns their names.
std::vector<std::string> give_to_parents(vpd::File& file, const Model& model);
/// The note about them.
Diagnostic given_to_parents(const std::vector<std::string>& bones);

/// Gives poses the model's own names of bones by rename_bones(), and the rotations of bones that it lacks to
/// their parents; says which.
void rename_poses(const BoneNames& names, const Model& model, std::vector<PoseLayer>& poses,
                  Diagnostics& said);

/// The file of the names that were chosen for a model; the folder may be empty (nothing is kept).
std::filesystem::path bone_names_file(const std::filesystem::path& folder, const ContentHash& model);
/// Reads it; empty if there is none.
BoneNames kept_bone_names(const std::filesystem::path& file);
Result<void> keep_bone_names(const BoneNames& names, const std::filesystem::path& file);

}  // namespace mmd
