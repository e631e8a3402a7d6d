#include "app/stage/vrm_check.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/text.h"
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

std::filesystem::path bone_names_file(const std::filesystem::path& folder, const ContentHash& model) {
  return folder.empty() ? folder : folder / (to_hex(model) + ".txt");
}

BoneNames kept_bone_names(const std::filesystem::path& file) {
  if (file.empty()) return {};
  auto names = read_bone_names(to_utf8(file));
  return names ? std::move(*names) : BoneNames();
}

Result<void> keep_bone_names(const BoneNames& names, const std::filesystem::path& file) {
  if (file.empty()) return {};
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  std::string text;
  for (const auto& [usual, bone] : names) text += usual + "\t" + bone + "\n";
  return write_file_atomically(file, as_byte_span(text));
}

}  // namespace mmd
