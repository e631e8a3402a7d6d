#include "skin/skin_plan.h"

#include <algorithm>
#include <utility>

namespace mmd {
namespace {

/// At most so many remaining vertices of a pair of bones become mixed ones: a block costs as much for one
/// vertex as for eight.
constexpr std::size_t few = 4;

enum class Kind : std::uint8_t { rigid, pair, mixed, sdef, qdef };

struct PlannedVertex {
  std::uint32_t vertex = 0;
  Kind kind = Kind::rigid;
  std::array<std::uint32_t, 4> bones{};  ///< ascending for rigid and pair
  std::array<float, 4> weights{};

  /// Vertices with equal keys can share a block. 30 bits a bone: more bones than memory holds.
  std::uint64_t key() const {
    const std::uint64_t first = kind == Kind::mixed || kind == Kind::qdef ? 0 : bones[0];
    const std::uint64_t second = kind == Kind::pair || kind == Kind::sdef ? bones[1] : 0;
    return static_cast<std::uint64_t>(kind) << 60 | first << 30 | second;
  }
};

/// Drops bones without weight and merges repeated bones.
PlannedVertex linear(const VertexWeights& from) {
  PlannedVertex out;
  std::size_t count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const float weight = from.weights[static_cast<glm::length_t>(i)];
    if (weight == 0.0f) continue;
    std::size_t at = 0;
    while (at < count && out.bones[at] != from.bones[i]) ++at;
    out.bones[at] = from.bones[i];
    out.weights[at] += weight;
    count = std::max(count, at + 1);
  }
  out.kind = count <= 1 ? Kind::rigid : count == 2 ? Kind::pair : Kind::mixed;
  if (out.kind == Kind::pair && out.bones[0] > out.bones[1]) {
    std::swap(out.bones[0], out.bones[1]);
    std::swap(out.weights[0], out.weights[1]);
  }
  return out;
}

PlannedVertex planned(const VertexStreams& in, std::uint32_t vertex, SkinLevel level) {
  const VertexWeights from = weights_at(in, vertex, level);
  PlannedVertex out;
  if (from.type == WeightType::sdef || from.type == WeightType::qdef) {
    out.kind = from.type == WeightType::sdef ? Kind::sdef : Kind::qdef;
    out.bones = from.bones;
    out.weights = {from.weights.x, from.weights.y, from.weights.z, from.weights.w};
  } else {
    out = linear(from);
  }
  out.vertex = vertex;
  return out;
}

void set(SkinLanes3& lanes, std::size_t lane, const vec3& v) {
  lanes.x[lane] = v.x;
  lanes.y[lane] = v.y;
  lanes.z[lane] = v.z;
}

class Planner {
 public:
  Planner(const VertexStreams& vertices, SkinPlan& plan)
      : in_(vertices), plan_(plan), turns_(plan.palette_size) {}

  void run() {
    std::vector<PlannedVertex> all(in_.size());
    for (std::uint32_t v = 0; v < all.size(); ++v) all[v] = planned(in_, v, plan_.level);
    sort(all);
    for_each_group(all, [](Group group) {
      const std::size_t rest = group.size() % skin_lanes;
      if (rest > few || group.front().kind > Kind::pair) return;
      for (PlannedVertex& v : group.last(rest)) v.kind = Kind::mixed;
    });
    // Only the new mixed vertices are out of order.
    const auto linear_end =
        std::find_if(all.begin(), all.end(), [](const PlannedVertex& v) { return v.kind > Kind::mixed; });
    const auto mixed = std::stable_partition(all.begin(), linear_end,
                                             [](const PlannedVertex& v) { return v.kind < Kind::mixed; });
    sort(Group(all).subspan(static_cast<std::size_t>(mixed - all.begin()),
                            static_cast<std::size_t>(linear_end - mixed)));
    for_each_group(all, [&](Group group) { add(group); });
  }

 private:
  using Group = std::span<PlannedVertex>;

  static void sort(Group group) {
    std::sort(group.begin(), group.end(), [](const PlannedVertex& a, const PlannedVertex& b) {
      return std::pair(a.key(), a.vertex) < std::pair(b.key(), b.vertex);
    });
  }

  template <class Function>
  static void for_each_group(Group all, Function function) {
    for (std::size_t first = 0, next = 0; first < all.size(); first = next) {
      const std::uint64_t key = all[first].key();
      while (next < all.size() && all[next].key() == key) ++next;
      function(all.subspan(first, next - first));
    }
  }

  void add(Group group) {
    switch (group.front().kind) {
      case Kind::rigid:
        return add_blocks(plan_.rigid, group, [](RigidBlock& block, std::size_t, const PlannedVertex& v) {
          block.bone = v.bones[0];
        });
      case Kind::pair:
        return add_blocks(plan_.pair, group, [](PairBlock& block, std::size_t lane, const PlannedVertex& v) {
          block.bones = {v.bones[0], v.bones[1]};
          block.weight[lane] = v.weights[0];
        });
      case Kind::mixed:
        return add_blocks(plan_.mixed, group, set_mixed);
      case Kind::sdef:
        return add_sdef(group);
      case Kind::qdef:
        for (const PlannedVertex& v : group)
          for (const std::uint32_t bone : v.bones) needs_rotation_of(bone);
        return add_blocks(plan_.qdef, group, set_mixed);
    }
  }

  void needs_rotation_of(std::uint32_t bone) {
    if (!turns_[bone]) plan_.turning_bones.push_back(bone);
    turns_[bone] = true;
  }

  static void set_mixed(MixedBlock& block, std::size_t lane, const PlannedVertex& v) {
    block.bones[lane] = v.bones;
    block.weights[lane] = v.weights;
  }

  void add_sdef(Group group) {
    const PlannedVertex& first = group.front();
    const auto pair = static_cast<std::uint32_t>(plan_.sdef_pairs.size());
    plan_.sdef_pairs.push_back({first.bones[0], first.bones[1]});
    needs_rotation_of(first.bones[0]);
    needs_rotation_of(first.bones[1]);
    add_blocks(plan_.sdef, group, [&](SdefBlock& block, std::size_t lane, const PlannedVertex& v) {
      const auto at = std::lower_bound(in_.sdef_vertices.begin(), in_.sdef_vertices.end(), v.vertex);
      const SdefConstants& constants = in_.sdef[static_cast<std::size_t>(at - in_.sdef_vertices.begin())];
      block.pair = pair;
      block.weight0[lane] = v.weights[0];
      block.weight1[lane] = v.weights[1];
      set(block.c, lane, constants.c);
      set(block.cr0, lane, constants.cr0);
      set(block.cr1, lane, constants.cr1);
    });
  }

  template <class Block, class SetLane>
  void add_blocks(std::vector<Block>& to, Group group, SetLane set_lane) {
    for (std::size_t first = 0; first < group.size(); first += skin_lanes) {
      Block& block = to.emplace_back();
      for (std::size_t lane = 0; lane < skin_lanes; ++lane) {
        const PlannedVertex& v = group[std::min(first + lane, group.size() - 1)];
        plan_.vertex.push_back(v.vertex);
        set(block.normal, lane, in_.normal[v.vertex]);
        set_lane(block, lane, v);
      }
    }
  }

  const VertexStreams& in_;
  SkinPlan& plan_;
  std::vector<bool> turns_;  ///< by bone: whether it is in SkinPlan::turning_bones
};

}  // namespace

SkinPlan::SkinPlan(const VertexStreams& vertices, std::size_t bones, SkinLevel wanted)
    : level(wanted), vertex_count(vertices.size()), palette_size(bones) {
  Planner(vertices, *this).run();
}

}  // namespace mmd
