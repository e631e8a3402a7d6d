#include "app/bones_shown.h"

#include <algorithm>

#include <fmt/format.h>

#include "scene/bone_marks.h"

namespace mmd {
namespace {

std::ptrdiff_t count_others(const Model* model) {
  if (model == nullptr) return 0;
  const std::vector<Bone>& bones = model->skeleton.bones;
  return std::count_if(bones.begin(), bones.end(),
                       [](const Bone& bone) { return bone.visible && !is_operable(bone); });
}

}  // namespace

void show_next_bones(Options& options, const Model* model) {
  const bool all_next = options.look.skeleton && options.look.operable_bones && count_others(model) > 0;
  options.look.skeleton = !options.look.skeleton || all_next;
  options.look.operable_bones = options.look.skeleton && !all_next;
}

std::string bones_shown(const Options& options, const Model* model) {
  if (!options.look.skeleton) return "Bones: off";
  const std::ptrdiff_t others = count_others(model);
  if (others == 0) return "Bones: on";
  if (!options.look.operable_bones) return "Bones: all";
  return fmt::format("Bones: those that one moves; B again: {} more", others);
}

}  // namespace mmd
