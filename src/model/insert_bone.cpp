#include "model/insert_bone.h"

#include <utility>

namespace mmd {
namespace {

/// Raises references to bones at and behind an index.
struct Raise {
  std::int32_t index;

  void operator()(std::int32_t& bone) const {
    if (bone >= index) ++bone;
  }
  void operator()(pmx::Bone& bone) const {
    (*this)(bone.parent);
    (*this)(bone.tail_bone);
    (*this)(bone.append_source);
    (*this)(bone.ik.target);
    for (pmx::IkLink& link : bone.ik.links) (*this)(link.bone);
  }
};

}  // namespace

void insert_bone(pmx::File& file, std::int32_t index, pmx::Bone bone) {
  const Raise raise{index};
  for (auto& bones : file.vertices.bones)
    for (std::int32_t& b : bones) raise(b);
  for (pmx::Bone& b : file.bones) raise(b);
  raise(bone);
  for (pmx::Morph& morph : file.morphs)
    if (auto* offsets = std::get_if<std::vector<pmx::BoneOffset>>(&morph.offsets))
      for (pmx::BoneOffset& o : *offsets) raise(o.bone);
  for (pmx::DisplayFrame& frame : file.display_frames)
    for (pmx::DisplayItem& item : frame.items)
      if (item.kind == 0) raise(item.index);
  for (pmx::RigidBody& body : file.rigid_bodies) raise(body.bone);
  file.bones.insert(file.bones.begin() + index, std::move(bone));
}

}  // namespace mmd
