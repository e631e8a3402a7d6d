// Exports do not depend on the order of bones in a file.

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>
#include <random>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "export/bake.h"
#include "export/exchange_motion.h"
#include "export/vrm_avatar.h"
#include "formats/pmx.h"
#include "pose/motion.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::Exchanged;
using test::Glb;
using test::sample;
using test::TemporaryFolder;

/// Renumbers bones: `number` by old index.
void renumber_bones(pmx::File& file, const std::vector<std::int32_t>& number) {
  const auto renew = [&](std::int32_t& bone) {
    if (bone >= 0) bone = number[static_cast<std::size_t>(bone)];
  };
  std::vector<pmx::Bone> bones(file.bones.size());
  for (std::size_t b = 0; b < bones.size(); ++b) {
    pmx::Bone& bone = bones[static_cast<std::size_t>(number[b])] = std::move(file.bones[b]);
    for (std::int32_t* other : {&bone.parent, &bone.tail_bone, &bone.append_source, &bone.ik.target})
      renew(*other);
    for (pmx::IkLink& link : bone.ik.links) renew(link.bone);
  }
  file.bones = std::move(bones);
  for (auto& four : file.vertices.bones)
    for (std::int32_t& bone : four) renew(bone);
  for (pmx::RigidBody& body : file.rigid_bodies) renew(body.bone);
  for (pmx::DisplayFrame& frame : file.display_frames)
    for (pmx::DisplayItem& item : frame.items)
      if (item.kind == 0) renew(item.index);
  for (pmx::Morph& morph : file.morphs)
    if (auto* moved = std::get_if<std::vector<pmx::BoneOffset>>(&morph.offsets))
      for (pmx::BoneOffset& offset : *moved) renew(offset.bone);
}

/// Children before their parents, or random. IK bones keep their relative order, in which MMD solves chains.
std::vector<std::int32_t> new_numbers(const pmx::File& file, bool by_chance) {
  std::vector<std::size_t> order(file.bones.size());  // old numbers, in the new order
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::mt19937 random(7);
  for (std::size_t i = order.size(); by_chance && i-- > 1;) std::swap(order[i], order[random() % (i + 1)]);
  const auto is_ik = [&](std::size_t bone) { return (file.bones[bone].flags & pmx::bone_ik) != 0; };
  std::vector<std::size_t> ik;
  std::copy_if(order.begin(), order.end(), std::back_inserter(ik), is_ik);
  std::sort(ik.begin(), ik.end());
  std::size_t next = 0;
  for (std::size_t& bone : order)
    if (is_ik(bone)) bone = ik[next++];
  std::vector<std::int32_t> out(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = static_cast<std::int32_t>(i);
  return out;
}

/// The sample figure with reordered bones, and its textures.
struct Shuffled {
  TemporaryFolder folder;
  std::string file;

  explicit Shuffled(bool by_chance) {
    const auto bytes = read_file(path_from_utf8(sample("figure/figure.pmx")));
    pmx::File figure = *pmx::read(*bytes);
    renumber_bones(figure, new_numbers(figure, by_chance));
    file = to_utf8(folder.put("figure.pmx", as_text(*pmx::write(figure))));
    std::filesystem::copy(path_from_utf8(sample("figure/tex")), folder.path() / "tex",
                          std::filesystem::copy_options::recursive);
  }
};

class BoneOrder : public ::testing::TestWithParam<bool> {
 protected:
  Shuffled shuffled_{GetParam()};

  /// Results of `make` for the original and the reordered figure.
  template <class Make>
  auto both(const char* more, Make&& make) {
    const auto files = [&](const std::string& model) {
      std::vector<std::string> out{model};
      if (*more != '\0') out.push_back(sample(more));
      return out;
    };
    Exchanged as_it_is(files(sample("figure/figure.pmx"))), other(files(shuffled_.file));
    return std::pair(make(as_it_is), make(other));
  }
};

bool has_child_before_parent(const Model& model) {
  const auto& bones = model.skeleton.bones;
  for (std::size_t b = 0; b < bones.size(); ++b)
    if (bones[b].parent > static_cast<std::int32_t>(b)) return true;
  return false;
}

/// Positions of nodes, by name, and of vertices.
struct Standing {
  std::map<std::string, glm::dvec3> nodes;
  std::vector<glm::dvec3> vertices;

  explicit Standing(const Glb& glb) {
    for (std::size_t n = 0; n < glb.json["nodes"].size(); ++n)
      nodes[glb.json["nodes"][n]["name"]] = glm::dvec3(glb.global(n)[3]);
    for (const std::size_t node : glb.mesh_nodes()) {
      const auto mesh = glb.json["nodes"][node]["mesh"].get<std::size_t>();
      for (std::size_t p = 0; p < glb.json["meshes"][mesh]["primitives"].size(); ++p) {
        const auto of_part = glb.vertices(node, p);
        vertices.insert(vertices.end(), of_part.begin(), of_part.end());
      }
    }
  }
  void expect_near(const Standing& other) const {
    constexpr double tolerance = 1e-5;  // metres
    ASSERT_EQ(nodes.size(), other.nodes.size());
    for (const auto& [name, at] : nodes) {
      ASSERT_EQ(other.nodes.count(name), 1u) << name;
      EXPECT_LT(glm::length(at - other.nodes.at(name)), tolerance) << name;
    }
    ASSERT_EQ(vertices.size(), other.vertices.size());
    double farthest = 0.0;
    for (std::size_t v = 0; v < vertices.size(); ++v)
      farthest = std::max(farthest, glm::length(vertices[v] - other.vertices[v]));
    EXPECT_LT(farthest, tolerance);
  }
};

TEST_P(BoneOrder, DoesNotChangeGlb) {
  const auto [a, b] = both("poses/dance.vpd", [](const Exchanged& e) { return Standing(e.glb()); });
  a.expect_near(b);
}

TEST_P(BoneOrder, DoesNotChangeGlbMotions) {
  const auto at_times = [](Exchanged& e) {
    EXPECT_EQ(has_child_before_parent(e.document.model()),
              e.document.model().skeleton.bones[0].name != "操作中心");
    Session session(test::arranged(e.document));
    session.show(0.0);
    e.model = make_exchange(e.document.loaded, *session.scene().actors.front(), ExchangeShape::skinned,
                            MaterialTerms::vertex_coloured, e.diagnostics)
                  .value();
    e.model.motion = sample_motion(session, e.model.morphs, {0.0, 60.0, 30.0, 0.0f}).value().motion;
    Glb glb = e.glb();
    std::vector<Standing> out;
    for (const double seconds : {0.5, 1.5}) {
      glb.play(seconds);
      out.emplace_back(glb);
    }
    return out;
  };
  const auto [a, b] = both("motions/song.vmd", at_times);
  for (std::size_t i = 0; i < a.size(); ++i) a[i].expect_near(b[i]);
}

TEST_P(BoneOrder, DoesNotChangeVrm) {
  using Names = std::map<std::string, std::string>;
  const auto made = [](Exchanged& e) {
    e.stand_in_t_pose();
    e.make(ExchangeShape::skinned, MaterialTerms::mtoon);
    const VrmAvatar avatar = make_avatar(e.document.model(), e.model).value();
    const auto name = [&](std::int32_t bone) {
      return e.document.model().skeleton.bones[static_cast<std::size_t>(bone)].name;
    };
    Names names;
    for (const auto& [human, bone] : avatar.bones) names[human] = name(bone);
    for (const VrmFollower& f : avatar.followers) names["follows: " + name(f.bone)] = name(f.source);
    return std::pair(names, Standing(e.glb(&avatar)));
  };
  const auto [a, b] = both("", made);
  EXPECT_EQ(a.first, b.first);
  EXPECT_GT(a.first.size(), 15u);
  a.second.expect_near(b.second);
}

INSTANTIATE_TEST_SUITE_P(AnyOrder, BoneOrder, ::testing::Bool(),
                         [](const auto& order) { return order.param ? "ByChance" : "ChildrenFirst"; });

}  // namespace
}  // namespace mmd
