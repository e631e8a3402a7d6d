#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/check_model.h"

namespace mmd {
namespace {

/// Bones by index in a file.
class FileBones {
 public:
  explicit FileBones(const pmx::File& file) : file_(file) {}

 protected:
  const pmx::Bone& bone(std::size_t i) const { return file_.bones[i]; }
  bool valid(std::int32_t index) const { return is_index(index, file_.bones.size()); }
  bool is_ik(std::size_t i) const { return (bone(i).flags & pmx::bone_ik) != 0; }
  bool appends(std::size_t i) const {
    return (bone(i).flags & (pmx::bone_append_rotation | pmx::bone_append_translation)) != 0;
  }

  const pmx::File& file_;
};

/// Finds the bones that MikuMikuDance evaluates before one that they need.
class LateBones : FileBones {
 public:
  explicit LateBones(const pmx::File& file)
      : FileBones(file), rank_(file.bones.size()), latest_chain_(file.bones.size(), none) {
    rank_bones();
    find_latest_chains();
  }

  std::vector<LateBone> find() {
    for (std::size_t i = 0; i < file_.bones.size(); ++i) check_order(i);
    return std::move(late_);
  }

 private:
  std::size_t rank(std::int32_t index) const { return rank_[static_cast<std::size_t>(index)]; }

  /// MMD's order: layer, then index; after physics last (semantics, "From pose to bone matrices").
  void rank_bones() {
    std::vector<std::size_t> order(rank_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) {
      return std::make_tuple((bone(i).flags & pmx::bone_after_physics) != 0, bone(i).layer);
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    for (std::size_t r = 0; r < order.size(); ++r) rank_[order[r]] = r;
  }

  /// Finds, for every bone, the last IK bone in MMD's order that turns it.
  void find_latest_chains() {
    for (std::size_t i = 0; i < file_.bones.size(); ++i) {
      if (!is_ik(i)) continue;
      for (const pmx::IkLink& link : bone(i).ik.links) {
        if (!valid(link.bone)) continue;
        std::int32_t& latest = latest_chain_[static_cast<std::size_t>(link.bone)];
        if (latest == none || rank_[i] > rank(latest)) latest = static_cast<std::int32_t>(i);
      }
    }
  }

  void check_order(std::size_t i) {
    const pmx::Bone& b = bone(i);
    if (valid(b.parent) && rank(b.parent) > rank_[i]) late_.push_back({i, b.parent, "parent"});
    if (appends(i) && valid(b.append_source) && b.append_source != static_cast<std::int32_t>(i)) {
      const std::int32_t chain = latest_chain_[static_cast<std::size_t>(b.append_source)];
      if (rank(b.append_source) > rank_[i]) late_.push_back({i, b.append_source, "append source"});
      if (chain != none && rank(chain) > rank_[i]) late_.push_back({i, chain, "append source's IK"});
    }
    if (!is_ik(i)) return;
    if (valid(b.ik.target) && rank(b.ik.target) > rank_[i]) late_.push_back({i, b.ik.target, "IK target"});
    for (const pmx::IkLink& link : b.ik.links) {
      if (!valid(link.bone) || rank(link.bone) <= rank_[i]) continue;
      late_.push_back({i, link.bone, "IK link"});
      break;
    }
  }

  std::vector<std::size_t> rank_;           ///< by bone: place in MMD's order
  std::vector<std::int32_t> latest_chain_;  ///< by bone: see find_latest_chains()
  std::vector<LateBone> late_;
};

class BoneChecker : FileBones {
 public:
  BoneChecker(const pmx::File& file, Findings& findings) : FileBones(file), findings_(findings) {}

  void run() {
    const std::vector<LateBone> late = late_bones(file_);
    auto next = late.begin();
    for (std::size_t i = 0; i < file_.bones.size(); ++i) {
      for (; next != late.end() && next->bone == i; ++next) comes_late(i, next->later, next->as);
      check_append(i);
      if (is_ik(i)) check_ik(i);
    }
  }

 private:
  const vec3& position(std::int32_t index) const { return bone(static_cast<std::size_t>(index)).position; }
  /// "bone 12 (左ひざ)".
  std::string named(std::int32_t index) const {
    return fmt::format("bone {} ({})", index, file_.utf8(bone(static_cast<std::size_t>(index)).name));
  }
  void add(Severity severity, std::string_view rule, std::size_t i, std::string what, std::string hint = {}) {
    findings_.add(
        make_finding(severity, rule, "bones", i, file_.utf8(bone(i).name), std::move(what), std::move(hint)));
  }

  std::string order_hint(std::size_t i, std::int32_t later) const {
    const auto layer = layer_behind(file_, i, later);
    if (!layer) return fmt::format("set this bone to after physics too, or bone {} to before physics", later);
    return fmt::format("set the deform layer to {} or more, or move the bone after bone {}", *layer, later);
  }

  void comes_late(std::size_t i, std::int32_t later, std::string_view as) {
    add(Severity::warning, "bone-order", i,
        fmt::format("MikuMikuDance evaluates it before its {}, {}, so it lags one frame behind", as,
                    named(later)),
        order_hint(i, later));
  }

  void check_append(std::size_t i) {
    if (!appends(i)) return;
    const pmx::Bone& b = bone(i);
    if (b.append_source == static_cast<std::int32_t>(i)) {
      add(Severity::warning, "append-self", i, "appends to itself; the append is ignored",
          "choose another append parent or none");
    } else if (b.append_source == none) {
      add(Severity::note, "append-nothing", i, "uses append, but names no append parent");
    } else if (b.append_ratio == 0.0f) {
      add(Severity::note, "append-nothing", i, "appends with ratio 0, which has no effect");
    }
  }

  void check_ik(std::size_t i) {
    const pmx::Ik& ik = bone(i).ik;
    const auto self = static_cast<std::int32_t>(i);
    if (ik.target == none) add(Severity::warning, "ik-target", i, "is an IK bone without a target");
    if (ik.target == self) {
      add(Severity::warning, "ik-target", i, "is its own IK target, so there is nothing to reach");
    }
    if (ik.links.empty()) {
      return add(Severity::warning, "ik-links", i, "is an IK bone without links, so nothing turns",
                 "add the bones to rotate, or make it a bone without IK");
    }
    if (ik.loop_count == 0) add(Severity::warning, "ik-loops", i, "is an IK bone with 0 iterations");
    check_links(i);
    check_straightness(i);
  }

  /// A straight chain cannot bend: IK turns a link about the normal of the bend's plane (semantics, "IK").
  void check_straightness(std::size_t i) {
    const pmx::Ik& ik = bone(i).ik;
    constexpr float straight = 1e-4f;  // sine of the bend, below which the solver does not turn a link
    std::int32_t below = ik.target;
    for (std::size_t l = 0; l + 1 < ik.links.size(); ++l) {
      const std::int32_t link = ik.links[l].bone, above = ik.links[l + 1].bone;
      if (!valid(below) || !valid(link) || !valid(above)) return;
      const vec3 in = position(link) - position(above), out = position(below) - position(link);
      const float lengths = glm::length(in) * glm::length(out);
      if (ik.links[l].has_limits != 0 && lengths > 0.0f && glm::dot(in, out) > 0.0f &&
          glm::length(glm::cross(in, out)) <= straight * lengths)
        add(Severity::note, "ik-straight", i,
            fmt::format("its chain is exactly straight at {}, so it may not bend there", named(link)),
            "move that bone slightly in the direction in which it should bend");
      below = link;
    }
  }

  void check_links(std::size_t i) {
    const pmx::Ik& ik = bone(i).ik;
    std::set<std::int32_t> above;
    // steps_left_ limits the time for thousands of chains with targets far from the root.
    for (std::int32_t b = ik.target; valid(b) && steps_left_ > 0 && above.insert(b).second; --steps_left_)
      b = bone(static_cast<std::size_t>(b)).parent;
    std::set<std::int32_t> met, told_twice;
    for (const pmx::IkLink& link : ik.links) {
      if (!valid(link.bone)) continue;
      if (!met.insert(link.bone).second) {
        if (!told_twice.insert(link.bone).second) continue;
        add(Severity::warning, "ik-links", i, fmt::format("has {} twice among its links", named(link.bone)));
      } else if (link.bone == ik.target) {
        add(Severity::warning, "ik-links", i,
            fmt::format("has its own target, {}, among its links, which has no effect", named(link.bone)));
      } else if (valid(ik.target) && steps_left_ > 0 && above.count(link.bone) == 0) {
        add(Severity::warning, "ik-links", i,
            fmt::format("its link {} is not a parent of the target, so it does not rotate",
                        named(link.bone)));
      }
    }
  }

  Findings& findings_;
  std::size_t steps_left_ = 5'000'000;
};

}  // namespace

std::vector<LateBone> late_bones(const pmx::File& file) {
  return LateBones(file).find();
}

std::optional<std::int32_t> layer_behind(const pmx::File& file, std::size_t bone, std::int32_t later) {
  const pmx::Bone& other = file.bones[static_cast<std::size_t>(later)];
  if ((other.flags & pmx::bone_after_physics) != 0 && (file.bones[bone].flags & pmx::bone_after_physics) == 0)
    return std::nullopt;
  return bone > static_cast<std::size_t>(later) || other.layer == INT32_MAX ? other.layer : other.layer + 1;
}

void check_bones(const pmx::File& file, Findings& findings) {
  BoneChecker(file, findings).run();
}

}  // namespace mmd
