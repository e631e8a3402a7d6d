#include "pose/tools.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "base/rotations.h"

namespace mmd {
namespace {

/// Blocks by name, in order of first appearance; the last block of a name counts.
template <class Block>
class Blocks {
 public:
  Blocks() = default;
  explicit Blocks(const std::vector<Block>& blocks) {
    for (const Block& b : blocks) set(b);
  }

  void set(const Block& block) {
    const auto [index, is_new] = index_of_.try_emplace(block.name, list_.size());
    if (is_new) list_.emplace_back();
    list_[index->second] = block;
    list_[index->second].line = 0;
  }
  const Block* find(const std::string& name) const {
    const auto found = index_of_.find(name);
    return found == index_of_.end() ? nullptr : &list_[found->second];
  }
  /// The block with a name, or one at rest.
  Block at(const std::string& name) const {
    if (const Block* block = find(name)) return *block;
    Block rest;
    rest.name = name;
    return rest;
  }
  const std::vector<Block>& list() const { return list_; }

 private:
  std::vector<Block> list_;
  std::unordered_map<std::string, std::size_t> index_of_;
};

using Bones = Blocks<vpd::Bone>;
using Morphs = Blocks<vpd::Morph>;

vpd::File file_of(const std::string& model_name, const Bones& bones, const Morphs& morphs) {
  vpd::File out;
  out.model_name = model_name;
  out.bones = bones.list();
  out.morphs = morphs.list();
  out.bone_count = static_cast<std::int64_t>(out.bones.size());
  return out;
}

bool same(const vpd::Bone& a, const vpd::Bone& b) {
  return a.translation == b.translation && (a.rotation == b.rotation || a.rotation == -b.rotation);
}
bool same(const vpd::Morph& a, const vpd::Morph& b) {
  return a.weight == b.weight;
}

template <class Block>
Blocks<Block> difference_of(const Blocks<Block>& to, const Blocks<Block>& from) {
  Blocks<Block> out;
  const auto add = [&](const std::string& name) {
    const Block block = to.at(name);
    if (!same(block, from.at(name))) out.set(block);
  };
  for (const Block& b : to.list()) add(b.name);
  for (const Block& b : from.list()) {
    if (to.find(b.name) == nullptr) add(b.name);
  }
  return out;
}

// ---- Blending

using Rotation = glm::dvec4;

/// The normalised weighted sum, all quaternions in the hemisphere of the heaviest one.
Rotation mean(const std::vector<Rotation>& rotations, const std::vector<double>& shares) {
  const auto heaviest =
      static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
  Rotation sum(0.0);
  for (std::size_t i = 0; i < rotations.size(); ++i) {
    const double side = glm::dot(rotations[i], rotations[heaviest]) < 0.0 ? -1.0 : 1.0;
    sum += side * shares[i] * rotations[i];
  }
  const double length = glm::length(sum);
  return length > 1e-12 ? sum / length : rotations[heaviest];
}

vpd::Bone blend(const std::string& name, const std::vector<Bones>& poses, const std::vector<double>& shares) {
  vpd::Bone out;
  out.name = name;
  glm::dvec3 translation(0.0);
  std::vector<Rotation> rotations;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const vpd::Bone* bone = poses[i].find(name);
    translation += shares[i] * glm::dvec3(bone != nullptr ? bone->translation : vec3(0.0f));
    rotations.push_back(bone != nullptr ? unit_or_identity(Rotation(bone->rotation))
                                        : Rotation(0.0, 0.0, 0.0, 1.0));
  }
  out.translation = vec3(translation);
  out.rotation = vec4(rotations.size() == 2 ? on_shortest_arc(rotations[0], rotations[1], shares[1])
                                            : mean(rotations, shares));
  return out;
}

vpd::Morph blend(const std::string& name, const std::vector<Morphs>& poses,
                 const std::vector<double>& shares) {
  double weight = 0.0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const vpd::Morph* morph = poses[i].find(name);
    if (morph != nullptr) weight += shares[i] * static_cast<double>(morph->weight);
  }
  return {name, static_cast<float>(weight), 0};
}

template <class Block>
Blocks<Block> blend_all(const std::vector<Blocks<Block>>& poses, const std::vector<double>& shares) {
  Blocks<Block> out;
  for (const Blocks<Block>& pose : poses) {
    for (const Block& b : pose.list()) {
      if (out.find(b.name) == nullptr) out.set(blend(b.name, poses, shares));
    }
  }
  return out;
}

}  // namespace

vpd::File mirrored(const vpd::File& pose) {
  std::unordered_set<std::string> mentioned;
  for (const vpd::Morph& m : pose.morphs) mentioned.insert(m.name);
  const auto is_mentioned = [&](const std::string& name) { return mentioned.count(name) > 0; };
  // Block by block, to keep duplicates.
  vpd::File out = file_of(pose.model_name, {}, {});
  out.bone_count = static_cast<std::int64_t>(pose.bones.size());
  for (const vpd::Bone& b : pose.bones) {
    const vec3& t = b.translation;
    const vec4& q = b.rotation;
    out.bones.push_back(
        {mirrored_name(b.name), vec3(negated(t.x), t.y, t.z), vec4(q.x, negated(q.y), negated(q.z), q.w), 0});
  }
  for (const vpd::Morph& m : pose.morphs)
    out.morphs.push_back({mirrored_morph_name(m.name, is_mentioned), m.weight, 0});
  return out;
}

Result<vpd::File> blended(std::span<const vpd::File> poses, std::span<const float> weights) {
  if (poses.empty()) return fail("there is no pose to blend");
  if (poses.size() != weights.size()) return fail("there must be as many weights as poses");
  double sum = 0.0;
  for (const float w : weights) {
    if (!std::isfinite(w) || w < 0.0f) return fail("weights must be 0 or more");
    sum += static_cast<double>(w);
  }
  if (sum <= 0.0) return fail("all weights are zero", "give at least one pose a weight");
  std::vector<Bones> bones;
  std::vector<Morphs> morphs;
  std::vector<double> shares;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    if (weights[i] == 0.0f) continue;
    bones.emplace_back(poses[i].bones);
    morphs.emplace_back(poses[i].morphs);
    shares.push_back(static_cast<double>(weights[i]) / sum);
  }
  const std::string& model_name = poses.front().model_name;
  if (shares.size() == 1) return file_of(model_name, bones.front(), morphs.front());
  return file_of(model_name, blend_all(bones, shares), blend_all(morphs, shares));
}

vpd::File difference(const vpd::File& to, const vpd::File& from) {
  return file_of(to.model_name, difference_of(Bones(to.bones), Bones(from.bones)),
                 difference_of(Morphs(to.morphs), Morphs(from.morphs)));
}

vpd::File merged(const vpd::File& under, const vpd::File& over) {
  Bones bones(under.bones);
  for (const vpd::Bone& b : over.bones) bones.set(b);
  Morphs morphs(under.morphs);
  for (const vpd::Morph& m : over.morphs) morphs.set(m);
  return file_of(under.model_name, bones, morphs);
}

vpd::File replaced(const vpd::File& under, const vpd::File& over, std::span<const std::string> names) {
  Bones bones(under.bones);
  Morphs morphs(under.morphs);
  const Bones bones_over(over.bones);
  const Morphs morphs_over(over.morphs);
  for (const std::string& name : names) {
    if (bones.find(name) != nullptr || bones_over.find(name) != nullptr) bones.set(bones_over.at(name));
    if (morphs.find(name) != nullptr || morphs_over.find(name) != nullptr) morphs.set(morphs_over.at(name));
  }
  return file_of(under.model_name, bones, morphs);
}

std::size_t mostly_replaced(std::span<const vpd::File> poses) {
  std::set<std::string> bones, morphs;  // of later poses
  std::size_t out = 0;
  for (auto pose = poses.rbegin(); pose != poses.rend(); ++pose) {
    std::size_t replaced = 0;
    for (const vpd::Bone& b : pose->bones) replaced += bones.count(b.name);
    for (const vpd::Morph& m : pose->morphs) replaced += morphs.count(m.name);
    if (2 * replaced > pose->bones.size() + pose->morphs.size()) ++out;
    for (const vpd::Bone& b : pose->bones) bones.insert(b.name);
    for (const vpd::Morph& m : pose->morphs) morphs.insert(m.name);
  }
  return out;
}

vpd::File extracted(const vpd::File& pose, std::span<const std::string> names) {
  vpd::File out = merged(vpd::File{}, pose);
  out.model_name = pose.model_name;
  const auto is_other = [&](const auto& block) {
    return std::find(names.begin(), names.end(), block.name) == names.end();
  };
  std::erase_if(out.bones, is_other);
  std::erase_if(out.morphs, is_other);
  return out;
}

vpd::File reset(const vpd::File& pose, std::span<const std::string> names) {
  return replaced(pose, vpd::File{}, names);
}

}  // namespace mmd
