// own_evaluator MODEL.pmx POSE.vpd: prints each bone's position in a pose, by an evaluation of its own with
// parents only. Uses only the library `formats`: raw files in MMD's left-handed space.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>

#include <mmdview/formats/pmx.h>
#include <mmdview/formats/vpd.h>

namespace {

mmd::Bytes bytes_of(const char* path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

struct Placed {
  mmd::quat rotation{1.0f, 0.0f, 0.0f, 0.0f};
  mmd::vec3 position{0.0f};
};

using Pose = std::map<std::string, mmd::vpd::Bone>;

/// `depth` stops at cycles: in a damaged file a bone can be its own ancestor.
Placed place(const mmd::pmx::File& model, const Pose& pose, std::int32_t index, std::size_t depth = 0) {
  if (index < 0 || depth > model.bones.size()) return {};
  const mmd::pmx::Bone& bone = model.bones.at(static_cast<std::size_t>(index));
  const Placed parent = place(model, pose, bone.parent, depth + 1);
  const bool is_root = bone.parent < 0;
  mmd::vec3 offset = bone.position;
  if (!is_root) offset -= model.bones.at(static_cast<std::size_t>(bone.parent)).position;
  Placed out = parent;
  if (const auto found = pose.find(model.utf8(bone.name)); found != pose.end()) {
    const mmd::vec4& q = found->second.rotation;
    offset += found->second.translation;
    out.rotation = parent.rotation * glm::normalize(mmd::quat(q.w, q.x, q.y, q.z));
  }
  out.position = parent.position + parent.rotation * offset;
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::fprintf(stderr, "usage: own_evaluator MODEL.pmx POSE.vpd\n"), 1;
  const auto model = mmd::pmx::read(bytes_of(argv[1]));
  const auto file = mmd::vpd::read(bytes_of(argv[2]));
  if (!model || !file) return std::fprintf(stderr, "not a PMX and a VPD\n"), 1;
  Pose pose;
  for (const mmd::vpd::Bone& bone : file->file.bones) pose[bone.name] = bone;
  for (std::size_t i = 0; i < model->bones.size(); ++i) {
    const mmd::vec3 p = place(*model, pose, static_cast<std::int32_t>(i)).position;
    std::printf("%zu %s %.4f %.4f %.4f\n", i, model->utf8(model->bones[i].name).c_str(), p.x, p.y, p.z);
  }
}
