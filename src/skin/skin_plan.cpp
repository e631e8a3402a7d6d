#include "skin/skin_plan.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <unordered_map>
#include <utility>

namespace mmd {
namespace {

/// Vertices are put together within windows of so many, so that what is written stays in the caches while a
/// window's groups go over it.
constexpr std::size_t window_size = 4096;
/// A group's last vertices go where each has bones of its own if there are no more than this: a block of
/// eight costs as much for one vertex as for eight.
constexpr std::size_t few = 4;

enum class Kind : std::uint8_t { rigid, pair, mixed3, mixed4, sdef, qdef };

/// A vertex with the bones that count; those of rigid and pair in ascending order.
struct Moved {
  std::array<std::uint32_t, 4> bones{};
  std::array<float, 4> weights{};
  Kind kind = Kind::rigid;

  bool in_group_of(const Moved& other) const {
    if (kind != other.kind) return false;
    if (kind == Kind::mixed3 || kind == Kind::mixed4 || kind == Kind::qdef) return true;
    return bones[0] == other.bones[0] && (kind == Kind::rigid || bones[1] == other.bones[1]);
  }
  std::size_t hash() const {
    const bool by_bones = kind == Kind::rigid || kind == Kind::pair || kind == Kind::sdef;
    const std::size_t b0 = by_bones ? bones[0] : 0, b1 = by_bones && kind != Kind::rigid ? bones[1] : 0;
    return (b0 * 0x9E3779B1u ^ b1 * 0x85EBCA77u ^ static_cast<std::size_t>(kind) * 0xC2B2AE3Du) * 0x27D4EB2Fu;
  }
};

/// Bones without weight leave, and a bone that is named twice moves once.
Moved linear(const VertexWeights& from) {
  Moved out;
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
  constexpr std::array<Kind, 5> kinds{Kind::rigid, Kind::rigid, Kind::pair, Kind::mixed3, Kind::mixed4};
  out.kind = kinds[count];
  if (out.kind == Kind::pair && out.bones[0] > out.bones[1]) {
    std::swap(out.bones[0], out.bones[1]);
    std::swap(out.weights[0], out.weights[1]);
  }
  return out;
}

Moved moved(const VertexWeights& from) {
  if (from.type != WeightType::sdef && from.type != WeightType::qdef) return linear(from);
  return {from.bones,
          {from.weights.x, from.weights.y, from.weights.z, from.weights.w},
          from.type == WeightType::sdef ? Kind::sdef : Kind::qdef};
}

/// Gives each distinct key a number, in the order in which they come.
class Groups {
 public:
  Groups() : slots_(2 * window_size) {}

  void clear() {
    count_ = 0;
    std::fill(slots_.begin(), slots_.end(), empty);
  }
  /// `vertices`: those of the window, up to and with `i`.
  std::uint32_t of(const std::vector<Moved>& vertices, std::size_t i) {
    std::size_t slot = vertices[i].hash() >> 7 & (slots_.size() - 1);
    while (slots_[slot] != empty && !vertices[firsts_[slots_[slot]]].in_group_of(vertices[i]))
      slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot] == empty) {
      slots_[slot] = count_++;
      if (firsts_.size() < count_) firsts_.resize(count_);
      firsts_[slots_[slot]] = i;
    }
    return slots_[slot];
  }
  std::size_t count() const { return count_; }

 private:
  static constexpr std::uint32_t empty = ~0u;
  std::vector<std::uint32_t> slots_;
  std::vector<std::size_t> firsts_;  ///< by group: its first vertex
  std::uint32_t count_ = 0;
};

class Planner {
 public:
  Planner(const VertexStreams& vertices, SkinPlan& plan) : in_(vertices), plan_(plan) {
    reserve();
    turns_.resize(plan.palette_size);
  }

  void add_window(std::size_t begin, std::size_t end) {
    begin_ = begin;
    sort(begin, end);
    leftovers_.clear();
    for (std::size_t g = 0; g + 1 < starts_.size(); ++g) add_group(starts_[g], starts_[g + 1]);
    std::sort(leftovers_.begin(), leftovers_.end());
    add_blocks(plan_.mixed, leftovers_, [&](MixedBlock& block, std::size_t lane, const Moved& v) {
      block.count = 2;
      set_mixed(block, lane, v);
    });
  }

 private:
  using Order = std::span<const std::uint32_t>;

  void reserve() {
    std::array<std::size_t, 5> counts{};
    for (const WeightType type : in_.type) ++counts[static_cast<std::size_t>(type)];
    const auto blocks = [](std::size_t vertices) { return vertices / skin_lanes + vertices / 64; };
    plan_.rigid.reserve(blocks(counts[0]));
    plan_.pair.reserve(blocks(counts[1]));
    plan_.mixed.reserve(blocks(counts[2]));
    plan_.sdef.reserve(blocks(counts[3]));
    plan_.qdef.reserve(blocks(counts[4]));
  }

  /// Fills order_ with the window's vertices by group, and starts_ with where the groups begin.
  void sort(std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    vertices_.resize(count);
    groups_of_.resize(count);
    groups_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      vertices_[i] = moved(weights_at(in_, begin + i, plan_.level));
      // Neighbours mostly are of one group.
      const bool same = i > 0 && vertices_[i - 1].in_group_of(vertices_[i]);
      groups_of_[i] = same ? groups_of_[i - 1] : groups_.of(vertices_, i);
    }
    starts_.assign(groups_.count() + 1, 0);
    for (const std::uint32_t g : groups_of_) ++starts_[g + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    order_.resize(count);
    next_.assign(starts_.begin(), starts_.end());
    for (std::size_t i = 0; i < count; ++i)
      order_[next_[groups_of_[i]]++] = static_cast<std::uint32_t>(begin + i);
  }

  const Moved& at(std::uint32_t vertex) const { return vertices_[vertex - begin_]; }

  void add_group(std::size_t first, std::size_t last) {
    Order all = Order(order_).subspan(first, last - first);
    const Moved& sample = at(all.front());
    if (sample.kind == Kind::rigid || sample.kind == Kind::pair) {
      const std::size_t rest = all.size() % skin_lanes;
      if (rest <= few) {
        leftovers_.insert(leftovers_.end(), all.end() - static_cast<std::ptrdiff_t>(rest), all.end());
        all = all.first(all.size() - rest);
      }
    }
    switch (sample.kind) {
      case Kind::rigid:
        return add_blocks(plan_.rigid, all,
                          [](RigidBlock& block, std::size_t, const Moved& v) { block.bone = v.bones[0]; });
      case Kind::pair:
        return add_blocks(plan_.pair, all, [](PairBlock& block, std::size_t lane, const Moved& v) {
          block.bones = {v.bones[0], v.bones[1]};
          block.weight[lane] = v.weights[0];
        });
      case Kind::mixed3:
      case Kind::mixed4:
        return add_blocks(plan_.mixed, all, [](MixedBlock& block, std::size_t lane, const Moved& v) {
          block.count = v.kind == Kind::mixed3 ? 3 : 4;
          set_mixed(block, lane, v);
        });
      case Kind::sdef:
        return add_sdef(all);
      case Kind::qdef:
        for (const std::uint32_t v : all)
          for (const std::uint32_t b : at(v).bones) needs_rotation_of(b);
        return add_blocks(plan_.qdef, all, set_mixed);
    }
  }

  void needs_rotation_of(std::uint32_t bone) {
    if (!turns_[bone]) plan_.turning_bones.push_back(bone);
    turns_[bone] = true;
  }

  static void set_mixed(MixedBlock& block, std::size_t lane, const Moved& v) {
    const std::uint32_t floats = v.kind == Kind::qdef ? dual_quaternion_floats : matrix_floats;
    for (std::size_t k = 0; k < 4; ++k) block.bones[lane][k] = v.bones[k] * floats;
    block.weights[lane] = v.weights;
  }

  void add_sdef(Order all) {
    const Moved& sample = at(all.front());
    const std::array<std::uint32_t, 2> bones{sample.bones[0], sample.bones[1]};
    const std::uint64_t key = std::uint64_t{bones[0]} << 32 | bones[1];
    const auto [known, is_new] = pairs_.emplace(key, static_cast<std::uint32_t>(plan_.sdef_pairs.size()));
    if (is_new) {
      plan_.sdef_pairs.push_back(bones);
      for (const std::uint32_t b : bones) needs_rotation_of(b);
    }
    const std::uint32_t pair = known->second;
    add_blocks(plan_.sdef, all, [&](SdefBlock& block, std::size_t lane, const Moved& v) {
      const auto vertex =
          std::lower_bound(in_.sdef_vertices.begin(), in_.sdef_vertices.end(), block.vertex[lane]);
      const SdefConstants& constants = in_.sdef[static_cast<std::size_t>(vertex - in_.sdef_vertices.begin())];
      block.pair = pair;
      block.weight0[lane] = v.weights[0];
      block.weight1[lane] = v.weights[1];
      set(block.c, lane, constants.c);
      set(block.cr0, lane, constants.cr0);
      set(block.cr1, lane, constants.cr1);
    });
  }

  static void set(SkinLanes3& lanes, std::size_t lane, const vec3& v) {
    lanes.x[lane] = v.x;
    lanes.y[lane] = v.y;
    lanes.z[lane] = v.z;
  }

  template <class Block, class SetLane>
  void add_blocks(std::vector<Block>& to, Order vertices, SetLane set_lane) {
    for (std::size_t first = 0; first < vertices.size(); first += skin_lanes) {
      Block& block = to.emplace_back();
      const Order of_block = vertices.subspan(first, std::min(skin_lanes, vertices.size() - first));
      for (std::size_t lane = 0; lane < skin_lanes; ++lane) {
        const std::uint32_t v = of_block[std::min(lane, of_block.size() - 1)];
        block.vertex[lane] = v;
        set(block.normal, lane, in_.normal[v]);
        set_lane(block, lane, at(v));
      }
      block.layout = layout_of(block, of_block.size());
    }
  }

  /// The vertices ascend.
  SkinBlock::Layout layout_of(const SkinBlock& block, std::size_t count) const {
    const std::uint32_t last = block.vertex.back();
    if (count == skin_lanes && last - block.vertex.front() == skin_lanes - 1)
      return SkinBlock::Layout::in_a_row;
    return last + 1 == plan_.vertex_count ? SkinBlock::Layout::at_the_end : SkinBlock::Layout::scattered;
  }

  const VertexStreams& in_;
  SkinPlan& plan_;
  std::size_t begin_ = 0;
  std::vector<Moved> vertices_;  ///< of the window
  Groups groups_;
  std::vector<std::uint32_t> groups_of_, order_, leftovers_;
  std::vector<std::size_t> starts_, next_;
  std::unordered_map<std::uint64_t, std::uint32_t> pairs_;  ///< index into SkinPlan::sdef_pairs by both bones
  std::vector<bool> turns_;                                 ///< by bone: is in SkinPlan::turning_bones
};

}  // namespace

SkinPlan::SkinPlan(const VertexStreams& vertices, std::size_t bones, SkinLevel wanted)
    : level(wanted), vertex_count(vertices.size()), palette_size(bones) {
  Planner planner(vertices, *this);
  for (std::size_t begin = 0; begin < vertex_count; begin += window_size)
    planner.add_window(begin, std::min(vertex_count, begin + window_size));
}

}  // namespace mmd
