#include "tests/support/random_skeletons.h"

#include <algorithm>
#include <numeric>

#include "tests/support/model_builder.h"

namespace mmd::test {
namespace {

float uniform(std::mt19937& random, float low, float high) {
  // Not std::uniform_real_distribution: its results differ between libraries.
  return low + (high - low) * static_cast<float>(random() % 65536) / 65535.0f;
}

int below(std::mt19937& random, int count) {
  return static_cast<int>(random() % static_cast<unsigned>(count));
}

bool chance(std::mt19937& random, float p) {
  return uniform(random, 0, 1) < p;
}

vec3 random_vector(std::mt19937& random, float size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

pmx::IkLink random_link(std::mt19937& random, std::int32_t bone) {
  pmx::IkLink link;
  link.bone = bone;
  const int kind = below(random, 4);
  if (kind == 0) return link;
  link.has_limits = 1;
  if (kind == 1) {  // a hinge
    const glm::length_t axis = below(random, 3);
    link.lower[axis] = uniform(random, -3.1f, -0.2f);
    link.upper[axis] = uniform(random, 0.01f, 1.2f);
  } else {
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      link.lower[axis] = uniform(random, kind == 2 ? -1.0f : -2.5f, -0.1f);
      link.upper[axis] = uniform(random, 0.1f, kind == 2 ? 1.0f : 2.5f);
    }
  }
  return link;
}

void add_chain(std::mt19937& random, pmx::File& file, std::vector<bool>& taken) {
  const auto count = static_cast<int>(file.bones.size());
  std::vector<std::int32_t> links;
  const std::int32_t effector = below(random, count);
  const int most = 1 + below(random, 3);
  for (std::int32_t b = file.bones[static_cast<std::size_t>(effector)].parent;
       b >= 0 && static_cast<int>(links.size()) < most; b = file.bones[static_cast<std::size_t>(b)].parent) {
    if (taken[static_cast<std::size_t>(b)]) break;
    links.push_back(b);
  }
  if (links.empty()) return;
  pmx::Bone bone;
  bone.name = pmx::from_utf8(std::to_string(count), file.header.encoding);
  bone.position = file.bones[static_cast<std::size_t>(effector)].position;
  bone.layer = 3;  // after every link, as in real models
  bone.flags = pmx::bone_ik | pmx::bone_movable | pmx::bone_rotatable;
  bone.ik.target = effector;
  bone.ik.loop_count = 1 + below(random, 20);
  bone.ik.unit_angle = uniform(random, 0.1f, 2.5f);
  for (const std::int32_t link : links) {
    taken[static_cast<std::size_t>(link)] = true;
    bone.ik.links.push_back(random_link(random, link));
  }
  file.bones.push_back(bone);
}

/// One to eight strands below one bone. They differ only in length and number of iterations, by less than a
/// factor of two; occasionally one has a hinge where the others have none.
void add_strands(std::mt19937& random, pmx::File& file) {
  const std::int32_t parent = below(random, static_cast<int>(file.bones.size()));
  const bool hinged = chance(random, 0.4f);
  const int iterations = 1 + below(random, 20);
  for (int left = 1 + below(random, 8); left > 0; --left) {
    Strand strand;
    strand.root = file.bones[static_cast<std::size_t>(parent)].position + random_vector(random, 1.0f);
    strand.step = random_vector(random, 1.0f);
    strand.links = 1 + below(random, 5);
    strand.hinged_tip = hinged != chance(random, 0.1f);
    strand.iterations = iterations + below(random, iterations);
    strand.unit_angle = uniform(random, 0.1f, 2.5f);
    add_strand(file, parent, strand);
  }
}

/// Removes append from bones that an IK chain needs (its effector and its ancestors) where they depend on a
/// link of a chain: evaluation would have to cut such cycles through IK in an unspecified way.
void drop_cycles_through_ik(pmx::File& file) {
  std::vector<bool> is_link(file.bones.size(), false);
  for (const pmx::Bone& bone : file.bones) {
    for (const pmx::IkLink& link : bone.ik.links) is_link[static_cast<std::size_t>(link.bone)] = true;
  }
  const auto turns_with_a_link = [&](std::int32_t b) {
    for (; b >= 0; b = file.bones[static_cast<std::size_t>(b)].append_source) {
      if (is_link[static_cast<std::size_t>(b)]) return true;
    }
    return false;
  };
  for (const pmx::Bone& ik_bone : std::vector<pmx::Bone>(file.bones)) {
    if ((ik_bone.flags & pmx::bone_ik) == 0) continue;
    for (std::int32_t b = ik_bone.ik.target; b >= 0; b = file.bones[static_cast<std::size_t>(b)].parent) {
      pmx::Bone& bone = file.bones[static_cast<std::size_t>(b)];
      if (!turns_with_a_link(bone.append_source)) continue;
      bone.flags &= static_cast<std::uint16_t>(~(pmx::bone_append_rotation | pmx::bone_append_translation));
      bone.append_source = -1;
    }
  }
}

}  // namespace

pmx::File random_skeleton(std::mt19937& random, const SkeletonKind& kind) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  const int count = 2 + below(random, kind.max_bones - 1);
  // `order` is a hidden order in which parents and sources come first; the file's order is another.
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size() - 1; i > 0; --i) std::swap(order[i], order[random() % (i + 1)]);
  if (chance(random, 0.5f)) std::sort(order.begin(), order.end());
  file.bones.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    pmx::Bone& bone = file.bones[static_cast<std::size_t>(order[i])];
    bone.name = pmx::from_utf8(std::to_string(order[i]), file.header.encoding);
    bone.flags = pmx::bone_rotatable | pmx::bone_movable;
    bone.layer = chance(random, 0.2f) ? below(random, 3) : 0;
    if (chance(random, 0.05f)) bone.flags |= pmx::bone_after_physics;
    bone.position = random_vector(random, 2.0f);
    if (i > 0 && chance(random, 0.9f)) {
      bone.parent = order[chance(random, 0.6f) ? i - 1 : random() % i];
      bone.position += file.bones[static_cast<std::size_t>(bone.parent)].position;
    }
    if (chance(random, 0.1f)) {
      bone.flags |= pmx::bone_fixed_axis;
      bone.fixed_axis = random_vector(random, 1.0f) + vec3(0.0f, 2.0f, 0.0f);
    }
    if (!kind.append || i == 0 || !chance(random, 0.3f)) continue;
    bone.flags |= chance(random, 0.8f) ? pmx::bone_append_rotation : pmx::bone_append_translation;
    if (chance(random, 0.2f)) bone.flags |= pmx::bone_append_translation;
    bone.append_source = order[random() % i];
    const float ratios[] = {1.0f, -1.0f, 0.5f, 0.25f, 2.0f, -1.5f, 0.0f};
    bone.append_ratio = ratios[random() % 7];
  }
  if (kind.ik) {
    std::vector<bool> taken(file.bones.size(), false);
    const int chains = below(random, 3);
    for (int c = 0; c < chains; ++c) {
      add_chain(random, file, taken);
      taken.resize(file.bones.size(), true);
    }
    if (chance(random, 0.5f)) add_strands(random, file);
    drop_cycles_through_ik(file);
  }
  return file;
}

int hang_goals(std::mt19937& random, pmx::File& file) {
  std::vector<std::int32_t> goals;
  for (std::size_t b = 0; b < file.bones.size(); ++b) {
    if ((file.bones[b].flags & pmx::bone_ik) != 0) goals.push_back(static_cast<std::int32_t>(b));
  }
  const auto bone = [&](std::int32_t b) -> pmx::Bone& { return file.bones[static_cast<std::size_t>(b)]; };
  // Whether `b` is or is below a link of a goal from `first` to `last`.
  const auto turns = [&](std::size_t first, std::size_t last, std::int32_t b) {
    for (; b >= 0; b = bone(b).parent) {
      for (std::size_t g = first; g < last; ++g) {
        for (const pmx::IkLink& link : bone(goals[g]).ik.links) {
          if (link.bone == b) return true;
        }
      }
    }
    return false;
  };
  int waiting = 0;
  for (std::size_t g = 0; g < goals.size(); ++g) {
    bool waits = false;
    for (int tries = 0; tries < 8 && !waits; ++tries) {
      const std::int32_t parent = below(random, goals.front());  // the bones before them are not goals
      if (turns(0, g + 1, parent)) continue;  // links of its own chain or of one that may wait for it
      bone(goals[g]).parent = parent;
      waits = turns(g + 1, goals.size(), parent);
    }
    waiting += waits ? 1 : 0;
  }
  return waiting;
}

std::vector<PlainInput> random_inputs(std::mt19937& random, const pmx::File& file) {
  std::vector<PlainInput> inputs(file.bones.size());
  for (PlainInput& input : inputs) {
    // Rounded to float, so that both evaluators get the same numbers.
    const vec3 axis = glm::normalize(random_vector(random, 1.0f) + vec3(0.01f));
    const float angle = uniform(random, -2.5f, 2.5f);
    const quat q = glm::normalize(quat(std::cos(angle / 2), axis * std::sin(angle / 2)));
    input.rotation = glm::normalize(glm::dquat(q));
    input.translation = glm::dvec3(random_vector(random, 0.7f));
  }
  return inputs;
}

std::int32_t add_leg(pmx::File& file, std::int32_t parent, const vec3& hip, const std::string& side) {
  const auto next = [&] { return static_cast<std::int32_t>(file.bones.size()); };
  const auto add = [&](const std::string& name, std::int32_t up, const vec3& position) {
    pmx::Bone bone;
    bone.name = pmx::from_utf8(side + name, file.header.encoding);
    bone.parent = up;
    bone.position = position;
    bone.flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible | pmx::bone_operable;
    file.bones.push_back(bone);
    return next() - 1;
  };
  const vec3 knee = hip + vec3(0.05f, -4.6f, -0.3f), ankle = knee + vec3(0.0f, -4.4f, 0.5f);
  const vec3 toe = ankle + vec3(0.0f, -1.0f, -1.2f);
  const std::int32_t leg = add("足", parent, hip), shin = add("ひざ", leg, knee),
                     foot = add("足首", shin, ankle);
  const std::int32_t tip = add("つま先", foot, toe);
  const auto add_append = [&](const std::string& name, std::int32_t up, std::int32_t source) {
    const std::int32_t d = add(name, up, file.bones[static_cast<std::size_t>(source)].position);
    pmx::Bone& bone = file.bones.back();
    bone.flags |= pmx::bone_append_rotation;
    bone.append_source = source;
    bone.append_ratio = 1.0f;
    bone.layer = 1;
    return d;
  };
  const std::int32_t leg_d = add_append("足D", parent, leg), knee_d = add_append("ひざD", leg_d, shin);
  add_append("足首D", knee_d, foot);
  const std::int32_t leg_ik = add("足ＩＫ", -1, ankle);
  file.bones.back().flags |= pmx::bone_ik;
  pmx::IkLink hinge{shin, 1, {-3.1415927f, 0, 0}, {-0.008726646f, 0, 0}};
  file.bones.back().ik = {foot, 40, 2.0f, {hinge, {leg, 0, vec3(0), vec3(0)}}};
  add("つま先ＩＫ", leg_ik, toe);
  file.bones.back().flags |= pmx::bone_ik;
  file.bones.back().ik = {tip, 3, 4.0f, {{foot, 0, vec3(0), vec3(0)}}};
  return leg_ik;
}

std::int32_t add_strand(pmx::File& file, std::int32_t parent, const Strand& strand) {
  const auto add = [&](std::int32_t up, const vec3& position) {
    pmx::Bone bone;
    bone.name = pmx::from_utf8(std::to_string(file.bones.size()), file.header.encoding);
    bone.parent = up;
    bone.position = position;
    bone.flags = pmx::bone_rotatable | pmx::bone_movable;
    file.bones.push_back(bone);
    return static_cast<std::int32_t>(file.bones.size()) - 1;
  };
  std::vector<pmx::IkLink> links;
  std::int32_t last = add(parent, strand.root);
  for (int i = 1; i <= strand.links; ++i) {
    links.insert(links.begin(), {last, 0, vec3(0.0f), vec3(0.0f)});
    last = add(last, strand.root + strand.step * static_cast<float>(i));
  }
  if (strand.hinged_tip) links.front() = {links.front().bone, 1, {-2.4f, 0, 0}, {0.3f, 0, 0}};
  const std::int32_t ik = add(-1, file.bones[static_cast<std::size_t>(last)].position);
  file.bones.back().layer = 3;
  file.bones.back().flags |= pmx::bone_ik;
  file.bones.back().ik = {last, strand.iterations, strand.unit_angle, std::move(links)};
  return ik;
}

pmx::File chain_below_its_effector() {
  FileBuilder b;
  const std::int32_t root = b.bone("root"), effector = b.bone("effector", root, {0, 1, 0}),
                     link = b.bone("link", effector, {0, 2, 0}), tip = b.bone("tip", link, {0, 3, 0}),
                     goal = b.bone("goal", root, {2, 1, 0});
  const std::int32_t upper = b.bone("upper", root, {3, 0, 0}), lower = b.bone("lower", upper, {3, 1, 0}),
                     end = b.bone("end", lower, {3, 2, 0}), other_goal = b.bone("other goal", -1, {4, 1, 0});
  pmx::Ik& other = b.ik(other_goal, end, {lower, upper});
  other.links[0].has_limits = 1;
  other.links[0].lower = vec3(-1.0f);
  other.links[0].upper = vec3(1.0f);
  b.ik(goal, effector, {tip, link, root});
  b.file.bones[static_cast<std::size_t>(goal)].layer = 1;
  return b.file;
}

}  // namespace mmd::test
