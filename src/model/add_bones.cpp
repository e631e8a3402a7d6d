#include "model/add_bones.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/math.h"
#include "model/usual_names.h"

namespace mmd {
namespace {

constexpr int operable =
    pmx::bone_rotatable | pmx::bone_visible | pmx::bone_operable;  // a bone that people rotate

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

/// Inserts a bone at an index, and raises all references to the bones from there on. The new bone's own
/// references are those before the insertion.
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

class BoneAdder {
 public:
  explicit BoneAdder(pmx::File& file) : file_(file) {}

  AddedBones result;

  /// In the model's own place, between センター and what hangs on it.
  void groove() {
    constexpr std::string_view name = "グルーブ";
    const auto centre = needs(name, "センター");
    if (has(name) || !centre) return;
    pmx::Bone bone =
        made(name, at(*centre).position + vec3(0, 0.2f, 0), *centre, operable | pmx::bone_movable);
    bone.tail_offset = {0, 1.4f, 0};
    const std::int32_t added = insert(*centre + 1, std::move(bone), *centre);
    take_children(*find("センター"), added);
  }

  /// 腰 turns the body without the legs: 腰キャンセル takes its turn back.
  void waist() {
    constexpr std::string_view name = "腰";
    const auto lower = needs(name, "下半身"), left = needs(name, "左足"), right = needs(name, "右足");
    if (has(name) || !lower || !left || !right) return;
    const std::int32_t parent = at(*lower).parent;
    if (parent < 0) return warn(name, "a parent of 下半身");
    const float height = at(*lower).position.y;
    pmx::Bone bone =
        made(name, {0, 0.4f * height + 0.6f * at(*right).position.y, 0.02f * height}, parent, operable);
    bone.tail_offset = 0.8f * (at(*lower).position - bone.position);
    const std::int32_t added = insert(parent + 1, std::move(bone), parent);
    take_children(at(added).parent, added);
    for (const auto& [cancel, leg] :
         {std::pair("腰キャンセル左", "左足"), std::pair("腰キャンセル右", "右足")})
      put_between(cancel, leg, "腰", -1.0f);
  }

  /// The upper half of 上半身, with its vertices and bodies.
  void upper_body_2() {
    constexpr std::string_view name = "上半身2";
    const auto spine = needs(name, "上半身"), neck = needs(name, "首");
    if (has(name) || !spine || !neck) return;
    const vec3 top = at(*neck).position, place = 0.65f * at(*spine).position + 0.35f * top;
    pmx::Bone bone = made(name, place, *spine, operable);
    bone.tail_offset = 0.8f * (top - place);
    const std::int32_t added = insert(*spine + 1, std::move(bone), *spine);
    take_children(*spine, added);
    at(*spine).flags |= pmx::bone_tail_is_bone;
    at(*spine).tail_bone = added;
    share_upper_body(*spine, added, place, top);
    move_bodies(*spine, added);
  }

  /// The legs that people rotate on top of IK: each follows its bone and has its vertices and bodies.
  void leg_copies(const std::string& side) {
    constexpr std::array<const char*, 3> parts = {"足", "ひざ", "足首"};
    const std::string name = side + "足D";
    if (has(name)) return;
    for (const char* part : parts)
      if (!needs(name, side + part)) return;
    std::int32_t layer = 0;
    for (const pmx::Bone& bone : file_.bones)
      if (is_chain_of(bone, *find(side + "足"))) layer = std::max(layer, bone.layer);
    std::int32_t parent = at(*find(side + "足")).parent;
    for (const char* part : parts) {
      const std::int32_t source = *find(side + part);
      pmx::Bone bone =
          made(side + part + "D", at(source).position, parent, operable | pmx::bone_append_rotation);
      bone.layer = std::max(at(source).layer, layer) + 1;
      bone.append_source = source;
      bone.append_ratio = 1.0f;
      const std::int32_t added =
          insert(static_cast<std::int32_t>(file_.bones.size()), std::move(bone), source);
      if (part != parts.front()) point_to(parent, added);
      move_weights(source, added, [](const vec3&) { return true; });
      move_bodies(source, added);
      parent = added;
    }
  }

  /// The toes of 足首D.
  void toes(const std::string& side) {
    const std::string name = side + "足先EX";
    const auto ankle = needs(name, side + "足首D"), toe = needs(name, side + "つま先");
    if (has(name) || !ankle || !toe) return;
    const vec3 from = at(*ankle).position, way = at(*toe).position - from;
    pmx::Bone bone = made(name, from + (2.0f / 3.0f) * way, *ankle, operable);
    bone.layer = at(*ankle).layer;
    bone.tail_offset = {0, 0, -1};
    const vec3 place = bone.position;
    const std::int32_t added = insert(static_cast<std::int32_t>(file_.bones.size()), std::move(bone), *ankle);
    point_to(*ankle, added);
    move_weights(*ankle, added, [&](const vec3& p) { return p.z < place.z; });
  }

  /// 肩P turns the shoulder and leaves the arm: 肩C takes its turn back.
  void shoulder(const std::string& side) {
    const std::string name = side + "肩P";
    const auto shoulder = needs(name, side + "肩"), arm = needs(name, side + "腕");
    if (has(name) || !shoulder || !arm) return;
    const std::int32_t parent = at(*shoulder).parent;
    const std::int32_t added =
        insert(*shoulder, made(name, at(*shoulder).position, parent, operable), *shoulder);
    at(*find(side + "肩")).parent = added;
    put_between(side + "肩C", side + "腕", name, -1.0f);
  }

  /// 腕捩 or 手捩 with three bones that take a quarter, half and three quarters of its turn.
  void twist(const std::string& side, const char* twisted, const char* upper, const char* lower) {
    const std::string name = side + twisted;
    const auto top = needs(name, side + upper), end = needs(name, side + lower);
    if (has(name) || !top || !end) return;
    const vec3 from = at(*top).position, to = at(*end).position;
    if (at(*end).parent != *top || !(glm::length(to - from) > 1e-4f))
      return warn(name, fmt::format("{}{} directly below {}{}", side, lower, side, upper));
    pmx::Bone bone = made(name, 0.4f * from + 0.6f * to, *top, operable | pmx::bone_fixed_axis);
    bone.fixed_axis = glm::normalize(to - from);
    const vec3 axis = bone.fixed_axis, place = bone.position;
    const std::int32_t added = insert(*top + 1, std::move(bone), *top);
    at(*find(side + lower)).parent = added;
    Span span{0.8f * glm::dot(from - place, axis), 0.8f * glm::dot(to - place, axis)};
    for (std::size_t v = 0; v < file_.vertices.size(); ++v) {
      if (!belongs_to(v, *top)) continue;
      const float along = glm::dot(file_.vertices.position[v] - place, axis);
      span = {std::min(span.low, along), std::max(span.high, along)};
    }
    std::array<std::int32_t, 5> steps = {*top, -1, -1, -1, added};
    for (int i = 1; i <= 3; ++i) {
      const float share = 0.25f * static_cast<float>(i);
      pmx::Bone part = made(fmt::format("{}{}", name, i), place + axis * glm::mix(span.low, span.high, share),
                            *top, pmx::bone_rotatable | pmx::bone_operable | pmx::bone_append_rotation);
      part.append_source = added;
      part.append_ratio = share;
      steps[static_cast<std::size_t>(i)] = insert(added + i, std::move(part), none_shown);
    }
    share_twist(*top, steps, place, axis, span);
  }

  /// The first bone, about which MikuMikuDance's camera turns.
  void view_centre() {
    constexpr std::string_view name = "操作中心";
    if (!has(name)) insert(0, made(name, vec3(0.0f), -1, operable | pmx::bone_movable), none_shown);
  }

 private:
  struct Span {
    float low, high;
  };
  static constexpr std::int32_t none_shown = -1;

  pmx::Bone& at(std::int32_t bone) { return file_.bones[static_cast<std::size_t>(bone)]; }
  std::optional<std::int32_t> find(std::string_view name) const {
    for (std::size_t i = 0; i < file_.bones.size(); ++i)
      if (file_.utf8(file_.bones[i].name) == name) return static_cast<std::int32_t>(i);
    return std::nullopt;
  }
  bool has(std::string_view name) const { return find(name).has_value(); }
  void warn(std::string_view name, std::string_view lacks) {
    result.warnings.push_back(make_warning(fmt::format("{} was not added: the model lacks {}", name, lacks)));
  }
  /// The bone that `name` needs; says if the model lacks it.
  std::optional<std::int32_t> needs(std::string_view name, std::string_view other) {
    const auto found = find(other);
    if (!found && !has(name)) warn(name, other);
    return found;
  }
  bool is_chain_of(const pmx::Bone& bone, std::int32_t link) const {
    return (bone.flags & pmx::bone_ik) != 0 &&
           std::any_of(bone.ik.links.begin(), bone.ik.links.end(),
                       [&](const pmx::IkLink& l) { return l.bone == link; });
  }

  pmx::Bone made(std::string_view name, const vec3& position, std::int32_t parent, int flags) {
    pmx::Bone out;
    out.name = pmx::from_utf8(name, file_.header.encoding);
    out.name_english = pmx::from_utf8(usual_english_bone(name), file_.header.encoding);
    out.position = position;
    out.parent = parent;
    out.layer = parent >= 0 ? at(parent).layer : 0;
    out.flags = static_cast<std::uint16_t>(flags);
    if (parent >= 0 && (at(parent).flags & pmx::bone_after_physics) != 0)
      out.flags |= pmx::bone_after_physics;
    return out;
  }

  /// Inserts a bone and lists it behind `beside` in that bone's display frame.
  std::int32_t insert(std::int32_t index, pmx::Bone bone, std::int32_t beside) {
    const std::string name = file_.utf8(bone.name);
    const std::string parent = bone.parent >= 0 ? file_.utf8(at(bone.parent).name) : "no parent";
    if (beside >= index) ++beside;
    insert_bone(file_, index, std::move(bone));
    if (beside >= 0) list_beside(index, beside);
    result.changes.push_back({"added-bone", "bones", static_cast<std::size_t>(index), name, "new bone",
                              "none", fmt::format("below {}", parent)});
    return index;
  }
  void list_beside(std::int32_t bone, std::int32_t beside) {
    for (pmx::DisplayFrame& frame : file_.display_frames) {
      const auto found =
          std::find_if(frame.items.begin(), frame.items.end(),
                       [&](const pmx::DisplayItem& item) { return item.kind == 0 && item.index == beside; });
      if (found == frame.items.end()) continue;
      frame.items.insert(found + 1, {0, bone});
      return;
    }
  }

  /// Puts a hidden bone that appends `source` between a bone and its parent.
  void put_between(std::string_view name, std::string_view below, std::string_view source, float ratio) {
    const std::int32_t child = *find(below);
    pmx::Bone bone = made(name, at(child).position, at(child).parent,
                          pmx::bone_rotatable | pmx::bone_operable | pmx::bone_append_rotation);
    bone.append_source = *find(source);
    bone.append_ratio = ratio;
    const std::int32_t added = insert(child, std::move(bone), none_shown);
    at(*find(below)).parent = added;
    if (const auto copy = find(fmt::format("{}D", below)); copy && at(*copy).parent == at(added).parent)
      at(*copy).parent = added;  // 足D hangs where 足 does
  }

  /// Hangs the children of a bone on its new child, without the bone's tip and IK goals.
  void take_children(std::int32_t from, std::int32_t to) {
    for (std::size_t i = 0; i < file_.bones.size(); ++i) {
      pmx::Bone& bone = file_.bones[i];
      if (bone.parent == from && static_cast<std::int32_t>(i) != to && (bone.flags & pmx::bone_ik) == 0 &&
          file_.utf8(bone.name) != "センター先")
        bone.parent = to;
    }
  }
  void point_to(std::int32_t bone, std::int32_t tail) {
    at(bone).flags |= pmx::bone_tail_is_bone;
    at(bone).tail_bone = tail;
  }
  void move_bodies(std::int32_t from, std::int32_t to) {
    for (pmx::RigidBody& body : file_.rigid_bodies)
      if (body.bone == from) body.bone = to;
  }

  /// Whether one bone alone moves the vertex, without SDEF.
  bool belongs_to(std::size_t v, std::int32_t bone) const {
    const pmx::Vertices& vertices = file_.vertices;
    if (vertices.bones[v][0] != bone) return false;
    if (vertices.type[v] == WeightType::bdef1) return true;
    return vertices.type[v] != WeightType::sdef && vertices.weights[v][0] >= 0.9999f;
  }
  /// `share` of the vertex to `to`, the rest to `from`.
  void share(std::size_t v, std::int32_t from, std::int32_t to, float share) {
    file_.vertices.type[v] = WeightType::bdef2;
    file_.vertices.bones[v] = {to, from, -1, -1};
    file_.vertices.weights[v] = {share, 0.0f, 0.0f, 0.0f};
  }
  template <class IsThere>
  void move_weights(std::int32_t from, std::int32_t to, const IsThere& is_there) {
    for (std::size_t v = 0; v < file_.vertices.size(); ++v)
      for (std::int32_t& bone : file_.vertices.bones[v])
        if (bone == from && is_there(file_.vertices.position[v])) bone = to;
  }

  /// 上半身2 has what is above it, with a soft border.
  void share_upper_body(std::int32_t spine, std::int32_t added, const vec3& place, const vec3& neck) {
    constexpr float border = 0.35f;
    for (std::size_t v = 0; v < file_.vertices.size(); ++v) {
      const vec3 way = file_.vertices.position[v] - place;
      if (belongs_to(v, spine)) {
        const float height = way.y + (way.z > 0.0f ? 0.5f * way.z : 0.0f);
        const float part = (height / (neck.y - place.y) + border) / (2.0f * border);
        if (part >= 1.0f)
          file_.vertices.bones[v][0] = added;
        else if (part > 0.0f)
          share(v, spine, added, std::floor(part * 100.0f) * 0.01f);
      } else if (way.y > 0.0f) {
        for (std::int32_t& bone : file_.vertices.bones[v])
          if (bone == spine) bone = added;
      }
    }
  }

  /// Vertices of the upper bone alone lie between two neighbouring steps; others beyond the twist follow it.
  void share_twist(std::int32_t top, const std::array<std::int32_t, 5>& steps, const vec3& place,
                   const vec3& axis, const Span& span) {
    for (std::size_t v = 0; v < file_.vertices.size(); ++v) {
      const float along = glm::dot(file_.vertices.position[v] - place, axis);
      if (belongs_to(v, top)) {
        const float part = std::clamp(4.0f * (along - span.low) / (span.high - span.low), 0.0f, 4.0f);
        const auto step = std::min<std::size_t>(static_cast<std::size_t>(part), 3);
        share(v, steps[step], steps[step + 1], part - static_cast<float>(step));
      } else if (along > 0.0f) {
        for (std::int32_t& bone : file_.vertices.bones[v])
          if (bone == top) bone = steps.back();
      }
    }
  }

  pmx::File& file_;
};

/// In the order in which they are added: later ones find the parents that earlier ones bring.
struct Addable {
  std::string_view name;
  void (*add)(BoneAdder& adder);
};
template <class Add>
void on_both_sides(const Add& add) {
  for (const char* side : {"左", "右"}) add(std::string(side));
}
constexpr Addable addables[] = {
    {"腕捩",
     [](BoneAdder& a) { on_both_sides([&](const std::string& s) { a.twist(s, "腕捩", "腕", "ひじ"); }); }},
    {"手捩",
     [](BoneAdder& a) { on_both_sides([&](const std::string& s) { a.twist(s, "手捩", "ひじ", "手首"); }); }},
    {"上半身2", [](BoneAdder& a) { a.upper_body_2(); }},
    {"腰", [](BoneAdder& a) { a.waist(); }},
    {"グルーブ", [](BoneAdder& a) { a.groove(); }},
    {"肩P", [](BoneAdder& a) { on_both_sides([&](const std::string& s) { a.shoulder(s); }); }},
    {"足D", [](BoneAdder& a) { on_both_sides([&](const std::string& s) { a.leg_copies(s); }); }},
    {"足先EX", [](BoneAdder& a) { on_both_sides([&](const std::string& s) { a.toes(s); }); }},
    {"操作中心", [](BoneAdder& a) { a.view_centre(); }},
};

}  // namespace

std::vector<std::string_view> addable_bones() {
  std::vector<std::string_view> out;
  for (const Addable& addable : addables) out.push_back(addable.name);
  return out;
}

AddedBones add_bones(pmx::File& file, std::span<const std::string> names) {
  BoneAdder adder(file);
  for (const Addable& addable : addables)
    if (std::find(names.begin(), names.end(), addable.name) != names.end()) addable.add(adder);
  for (Mended& change : adder.result.changes)  // their numbers after all insertions
    for (std::size_t i = 0; i < file.bones.size(); ++i)
      if (file.utf8(file.bones[i].name) == change.name) change.element = i;
  return std::move(adder.result);
}

}  // namespace mmd
