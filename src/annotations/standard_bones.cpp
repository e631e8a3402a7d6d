#include "annotations/standard_bones.h"

#include "base/text.h"
#include "model/nearest_name.h"

namespace mmd {

std::string right_of(std::string_view left) {
  constexpr std::string_view from = "左", to = "右";
  std::string out(left);
  if (const std::size_t at = out.find(from); at != std::string::npos) out.replace(at, from.size(), to);
  return out;
}

StandardBones::StandardBones(const Model& model) {
  const auto& bones = model.skeleton.bones;
  for (std::size_t i = 0; i < bones.size(); ++i)
    by_name_.emplace(fold_name(bones[i].name), static_cast<std::int32_t>(i));
  for (std::size_t i = 0; i < bones.size(); ++i)
    for (const std::string& name : {bones[i].name, bones[i].name_english})
      if (const auto japanese = standard_japanese_name(name))
        by_name_.emplace(fold_name(*japanese), static_cast<std::int32_t>(i));
}

std::int32_t StandardBones::find(std::string_view japanese) const {
  const auto found = by_name_.find(fold_name(japanese));
  return found == by_name_.end() ? none : found->second;
}

}  // namespace mmd
