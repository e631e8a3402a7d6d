#include "make_sample/rig.h"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <glm/geometric.hpp>

namespace mmd::sample {
namespace {

constexpr std::uint16_t turn = pmx::bone_rotatable | pmx::bone_visible | pmx::bone_operable;
constexpr std::uint16_t move = turn | pmx::bone_movable;
constexpr std::uint16_t hidden = pmx::bone_rotatable | pmx::bone_operable;

constexpr const char* left = "左";

/// Adds bones; the `with_` functions change the last one added.
class Builder {
 public:
  Builder& bone(const std::string& name, const std::string& english, vec3 position, const std::string& parent,
                std::uint16_t flags, std::int32_t layer = 0) {
    pmx::Bone b;
    b.name = text(name);
    b.name_english = text(english);
    b.position = position;
    b.parent = parent.empty() ? -1 : rig_.find(parent);
    b.flags = flags;
    b.layer = layer;
    rig_.names.push_back(name);
    rig_.bones.push_back(std::move(b));
    return *this;
  }
  Builder& tail(vec3 offset) {
    last().tail_offset = offset;
    return *this;
  }
  Builder& append(const std::string& source, float ratio) {
    last().flags |= pmx::bone_append_rotation;
    last().append_source = rig_.find(source);
    last().append_ratio = ratio;
    return *this;
  }
  Builder& fixed_axis(vec3 axis) {
    last().flags |= pmx::bone_fixed_axis;
    last().fixed_axis = axis;
    return local_axes(axis);
  }
  Builder& local_axes(vec3 x) {
    last().flags |= pmx::bone_local_axes;
    last().local_x = x;
    last().local_z = glm::normalize(vec3(0, 0, -1) + x * x.z);
    return *this;
  }
  Builder& ik(const std::string& target, std::int32_t loops, float unit_angle,
              std::vector<pmx::IkLink> links) {
    last().flags |= pmx::bone_ik;
    last().ik = {rig_.find(target), loops, unit_angle, std::move(links)};
    return *this;
  }
  /// Points the tail of `name` at another bone.
  void tail_to(const std::string& name, const std::string& child) {
    pmx::Bone& b = rig_.bones[static_cast<std::size_t>(rig_.find(name))];
    b.flags |= pmx::bone_tail_is_bone;
    b.tail_bone = rig_.find(child);
  }
  std::int32_t find(const std::string& name) const { return rig_.find(name); }
  Rig take() { return std::move(rig_); }

 private:
  pmx::Bone& last() { return rig_.bones.back(); }
  Rig rig_;
};

/// A joint, axis or offset of the left side on the given side.
vec3 on_side(bool is_left, vec3 v) {
  return is_left ? v : vec3(-v.x, v.y, v.z);
}

void add_trunk(Builder& b) {
  // The centre that MikuMikuDance's camera can follow; nothing hangs below it.
  b.bone("操作中心", "view cnt", {0, 0, 0}, "", move);
  b.bone("全ての親", "mother", {0, 0, 0}, "", move);
  b.bone("センター", "center", {0, 8, 0}, "全ての親", move).tail({0, -8, 0});
  b.bone("グルーブ", "groove", {0, 8.2f, 0}, "センター", move).tail({0, 1.4f, 0});
  b.bone("腰", "waist", joint::waist, "グルーブ", turn).tail({0, 0.6f, 0});
  b.bone("上半身", "upper body", joint::upper_body, "腰", turn);
  b.bone("上半身2", "upper body2", joint::upper_body2, "上半身", turn).tail({0, 1.6f, 0});
  b.bone("首", "neck", joint::neck, "上半身2", turn);
  b.bone("頭", "head", joint::head, "首", turn).tail({0, 2.0f, 0});
  b.bone("両目", "eyes", {0, 20.9f, -0.4f}, "頭", turn).tail({0, 0, -1});
  b.bone("下半身", "lower body", joint::upper_body, "腰", turn).tail({0, -1.2f, 0});
  b.tail_to("全ての親", "センター");
  b.tail_to("上半身", "上半身2");
  b.tail_to("首", "頭");
}

/// A twist bone and the three that follow it by a quarter, a half and three quarters.
void add_twist(Builder& b, const std::string& name, const std::string& english, const std::string& parent,
               vec3 from, vec3 to) {
  const vec3 axis = glm::normalize(to - from);
  b.bone(name, english, glm::mix(from, to, 0.6f), parent, turn).fixed_axis(axis);
  for (int i = 1; i <= 3; ++i) {
    const auto step = static_cast<float>(i);
    b.bone(name + std::to_string(i), english + std::to_string(i), glm::mix(from, to, 0.2f + 0.2f * step),
           parent, hidden)
        .append(name, 0.25f * step);
  }
}

void add_arm(Builder& b, bool is_left) {
  const std::string s = is_left ? left : "右", e = is_left ? "_L" : "_R";
  const auto at = [is_left](vec3 v) { return on_side(is_left, v); };
  b.bone(s + "目", "eye" + e, at(joint::eye), "頭", turn, 1).append("両目", 1.0f).tail({0, 0, -1});
  // 肩C reverses the rotation of 肩P: the shoulder rises and the arm keeps its direction.
  b.bone(s + "肩P", "shoulderP" + e, at(joint::shoulder), "上半身2", turn).tail({0, 0.7f, 0});
  b.bone(s + "肩", "shoulder" + e, at(joint::shoulder), s + "肩P", turn);
  b.bone(s + "肩C", "shoulderC" + e, at(joint::arm), s + "肩", hidden).append(s + "肩P", -1.0f);
  b.bone(s + "腕", "arm" + e, at(joint::arm), s + "肩C", turn)
      .local_axes(at(glm::normalize(joint::elbow - joint::arm)));
  add_twist(b, s + "腕捩", "arm twist" + e, s + "腕", at(joint::arm), at(joint::elbow));
  b.bone(s + "ひじ", "elbow" + e, at(joint::elbow), s + "腕捩", turn)
      .local_axes(at(glm::normalize(joint::wrist - joint::elbow)));
  add_twist(b, s + "手捩", "wrist twist" + e, s + "ひじ", at(joint::elbow), at(joint::wrist));
  const vec3 along = at(hand_frame().along);
  b.bone(s + "手首", "wrist" + e, at(joint::wrist), s + "手捩", turn).local_axes(along).tail(along * 0.9f);
  b.bone(s + "ダミー", "dummy" + e, at(joint::wrist + hand_frame().along * 0.5f - hand_frame().back * 0.2f),
         s + "手首", move)
      .tail(at(-hand_frame().back * 0.5f));
  b.tail_to(s + "肩", s + "腕");
  b.tail_to(s + "腕", s + "ひじ");
  b.tail_to(s + "ひじ", s + "手首");
  for (const Finger& f : fingers())
    for (std::size_t i = 0; i < f.numbers.size(); ++i) {
      const std::string name = s + f.name + f.numbers[i];
      b.bone(name, f.english + std::to_string(i + 1) + e, at(f.points[i]),
             i == 0 ? s + "手首" : s + f.name + f.numbers[i - 1], turn)
          .local_axes(glm::normalize(at(f.points[i + 1] - f.points[i])))
          .tail(at(f.points[i + 1] - f.points[i]));
      if (i > 0) b.tail_to(s + f.name + f.numbers[i - 1], name);
    }
}

void add_leg(Builder& b, bool is_left) {
  const std::string s = is_left ? left : "右", e = is_left ? "_L" : "_R";
  const auto at = [is_left](vec3 v) { return on_side(is_left, v); };
  b.bone("腰キャンセル" + s, "waist cancel" + e, at(joint::leg), "下半身", hidden).append("腰", -1.0f);
  b.bone(s + "足", "leg" + e, at(joint::leg), "腰キャンセル" + s, turn);
  b.bone(s + "ひざ", "knee" + e, at(joint::knee), s + "足", turn);
  b.bone(s + "足首", "ankle" + e, at(joint::ankle), s + "ひざ", turn);
  b.bone(s + "つま先", "toe" + e, at(joint::toe), s + "足首", hidden);
  b.tail_to(s + "足", s + "ひざ");
  b.tail_to(s + "ひざ", s + "足首");
  b.tail_to(s + "足首", s + "つま先");
  const vec3 floor = at({joint::ankle.x, 0.0f, joint::ankle.z});
  b.bone(s + "足IK親", "leg IKP" + e, floor, "全ての親", move);
  const float degree = pi / 180.0f;
  b.bone(s + "足ＩＫ", "leg IK" + e, at(joint::ankle), s + "足IK親", move, 1)
      .tail({0, 0, 1.3f})
      .ik(s + "足首", 40, 2.0f,
          {{b.find(s + "ひざ"), 1, vec3(-180.0f * degree, 0, 0), vec3(-0.5f * degree, 0, 0)},
           {b.find(s + "足"), 0, vec3(0.0f), vec3(0.0f)}});
  b.bone(s + "つま先ＩＫ", "toe IK" + e, at(joint::toe), s + "足ＩＫ", move, 1)
      .tail({0, -1, 0})
      .ik(s + "つま先", 3, 4.0f, {{b.find(s + "足首"), 0, vec3(0.0f), vec3(0.0f)}});
  b.tail_to(s + "足IK親", s + "足ＩＫ");
}

/// The D bones, which move the mesh of the legs: they copy the posed and IK-solved ones.
void add_leg_deformers(Builder& b, bool is_left) {
  const std::string s = is_left ? left : "右", e = is_left ? "_L" : "_R";
  const auto at = [is_left](vec3 v) { return on_side(is_left, v); };
  b.bone(s + "足D", "legD" + e, at(joint::leg), "腰キャンセル" + s, turn, 1).append(s + "足", 1.0f);
  b.bone(s + "ひざD", "kneeD" + e, at(joint::knee), s + "足D", turn, 1).append(s + "ひざ", 1.0f);
  b.bone(s + "足首D", "ankleD" + e, at(joint::ankle), s + "ひざD", turn, 1).append(s + "足首", 1.0f);
  b.bone(s + "足先EX", "toeEX" + e, at(joint::foot_middle), s + "足首D", turn, 1).tail({0, 0, -1});
}

void add_chain(Builder& b, const Chain& chain) {
  for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
    b.bone(bone_of(chain, i), chain.english + std::to_string(i + 1), chain.points[i],
           i == 0 ? chain.parent : bone_of(chain, i - 1), turn, 1)
        .tail(chain.points[i + 1] - chain.points[i]);
    if (i > 0) b.tail_to(bone_of(chain, i - 1), bone_of(chain, i));
  }
}

std::vector<Chain> make_skirt_chains() {
  struct Column {
    const char *name, *english;
  };
  constexpr Column columns[skirt_columns] = {{"前", "F"}, {"左前", "FL"}, {"左", "L"}, {"左後", "BL"},
                                             {"後", "B"}, {"右後", "BR"}, {"右", "R"}, {"右前", "FR"}};
  std::vector<Chain> out;
  for (int i = 0; i < skirt_columns; ++i) {
    const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(skirt_columns);
    Chain c{
        std::string(columns[i].name) + "スカート", std::string("skirt_") + columns[i].english, "下半身", {}};
    constexpr float height[] = {11.0f, 10.0f, 9.0f, 8.0f}, radius[] = {1.2f, 1.62f, 1.95f, 2.22f};
    for (int k = 0; k <= skirt_rows; ++k)
      c.points.emplace_back(radius[k] * std::sin(angle), height[k],
                            0.06f - 0.88f * radius[k] * std::cos(angle));
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<Chain> make_hair_chains() {
  std::vector<Chain> out;
  for (const bool is_left : {true, false}) {
    Chain c{is_left ? "左髪" : "右髪", is_left ? "hair_L" : "hair_R", "頭", {}};
    for (const vec3& p : {vec3(1.36f, 18.1f, 0.55f), vec3(1.98f, 18.0f, 0.78f), vec3(2.56f, 16.68f, 1.0f),
                          vec3(2.8f, 14.8f, 1.16f), vec3(2.66f, 12.7f, 1.16f), vec3(2.2f, 10.5f, 1.0f)})
      c.points.push_back(on_side(is_left, p));
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<Chain> make_ribbon_chains() {
  std::vector<Chain> out;
  for (const bool is_left : {true, false}) {
    Chain c{is_left ? "左リボン" : "右リボン", is_left ? "ribbon_L" : "ribbon_R", "上半身2", {}};
    // Down the blouse and over the bust.
    for (const vec3& p : {vec3(0.1f, -0.2f, -0.04f), vec3(0.24f, -0.56f, -0.16f), vec3(0.4f, -0.98f, -0.32f)})
      c.points.push_back(joint::knot + on_side(is_left, p));
    out.push_back(std::move(c));
  }
  return out;
}

std::vector<Finger> make_fingers() {
  const HandFrame h = hand_frame();
  struct Spec {
    const char *name, *english;
    float offset, start, length, radius, fan;
  };
  constexpr Spec specs[] = {{"人指", "fore", 0.245f, 0.77f, 0.83f, 0.079f, 0.15f},
                            {"中指", "middle", 0.083f, 0.82f, 0.91f, 0.081f, 0.03f},
                            {"薬指", "third", -0.081f, 0.79f, 0.85f, 0.077f, -0.09f},
                            {"小指", "little", -0.232f, 0.71f, 0.68f, 0.067f, -0.22f}};
  std::vector<Finger> out;
  // The thumb stands out to the front and the side of the palm, so that it can meet the fingers.
  out.push_back({"親指", "thumb", {"０", "１", "２"}, {}, {0.108f, 0.092f, 0.085f, 0.06f}});
  const vec3 root = joint::wrist + h.along * 0.18f + h.thumb * 0.15f - h.back * 0.05f;
  const vec3 thumb = glm::normalize(h.along * 0.74f + h.thumb * 0.55f - h.back * 0.46f);
  for (const float t : {0.0f, 0.38f, 0.69f, 0.97f})
    out.back().points.push_back(root + thumb * t + h.along * (0.13f * t * t));
  for (const Spec& s : specs) {
    Finger f{s.name, s.english, {"１", "２", "３"}, {}, {}};
    const vec3 base = joint::wrist + h.along * s.start + h.thumb * s.offset;
    const vec3 axis = glm::normalize(h.along + h.thumb * s.fan - h.back * 0.06f);
    for (const float t : {0.0f, 0.42f, 0.72f, 1.0f}) {
      f.points.push_back(base + axis * (s.length * t) - h.back * (0.06f * t * t));
      f.radii.push_back(s.radius * (1.0f - 0.06f * t - 0.3f * t * t));
    }
    out.push_back(std::move(f));
  }
  return out;
}

}  // namespace

HandFrame hand_frame() {
  const vec3 along = glm::normalize(joint::wrist - joint::elbow);
  const vec3 thumb = glm::normalize(vec3(0, 0, -1) + along * along.z);
  return {along, glm::cross(along, thumb), thumb};
}

const std::vector<Finger>& fingers() {
  static const std::vector<Finger> all = make_fingers();
  return all;
}

bool is_thumb(const Finger& finger) {
  return finger.name == "親指";
}

vec3 nail_direction(const Finger& finger, vec3 axis) {
  const HandFrame h = hand_frame();
  const vec3 out = is_thumb(finger) ? h.back * 0.3f + h.thumb * 0.9f - h.along * 0.1f : h.back;
  return glm::normalize(out - axis * glm::dot(out, axis));
}

const std::vector<Chain>& skirt_chains() {
  static const std::vector<Chain> all = make_skirt_chains();
  return all;
}

const std::vector<Chain>& hair_chains() {
  static const std::vector<Chain> all = make_hair_chains();
  return all;
}

const std::vector<Chain>& ribbon_chains() {
  static const std::vector<Chain> all = make_ribbon_chains();
  return all;
}

std::string bone_of(const Chain& chain, std::size_t i) {
  constexpr const char* digits[] = {"１", "２", "３", "４", "５", "６"};
  return chain.name + digits[i];
}

std::int32_t Rig::find(const std::string& name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<std::int32_t>(i);
  throw std::logic_error("no bone " + name);
}

std::int32_t Rig::counterpart(std::int32_t bone) const {
  std::string name = names[static_cast<std::size_t>(bone)];
  const std::size_t at = name.find(left);
  if (at == std::string::npos) return bone;
  name.replace(at, std::string(left).size(), "右");
  return find(name);
}

Rig make_rig() {
  Builder b;
  add_trunk(b);
  for (const bool is_left : {true, false}) add_arm(b, is_left);
  for (const bool is_left : {true, false}) add_leg(b, is_left);
  for (const bool is_left : {true, false}) add_leg_deformers(b, is_left);
  for (const Chain& c : skirt_chains()) add_chain(b, c);
  for (const Chain& c : hair_chains()) add_chain(b, c);
  for (const Chain& c : ribbon_chains()) add_chain(b, c);
  return b.take();
}

std::vector<pmx::DisplayFrame> display_frames(const Rig& rig, std::size_t morph_count) {
  std::vector<pmx::DisplayFrame> out;
  const auto frame = [&](const char* name, const char* english, bool special) {
    out.push_back({text(name), text(english), static_cast<std::uint8_t>(special ? 1 : 0), {}});
  };
  const auto add = [&](const std::string& name) { out.back().items.push_back({0, rig.find(name)}); };
  const auto add_both = [&](const std::string& name) { add("左" + name), add("右" + name); };
  frame("Root", "Root", true);
  add("操作中心");
  frame("表情", "Exp", true);
  for (std::size_t i = 0; i < morph_count; ++i) out.back().items.push_back({1, static_cast<std::int32_t>(i)});
  frame("センター", "center", false);
  for (const char* name : {"全ての親", "センター", "グルーブ", "腰"}) add(name);
  frame("ＩＫ", "IK", false);
  for (const char* name : {"足IK親", "足ＩＫ", "つま先ＩＫ"}) add_both(name);
  frame("体(上)", "upper body", false);
  for (const char* name : {"上半身", "上半身2", "首", "頭", "両目"}) add(name);
  add_both("目");
  frame("腕", "arms", false);
  for (const char* name : {"肩P", "肩", "肩C", "腕", "腕捩", "ひじ", "手捩", "手首", "ダミー"})
    add_both(name);
  frame("指", "fingers", false);
  for (const char* side : {"左", "右"})
    for (const Finger& f : fingers())
      for (const std::string& number : f.numbers) add(side + f.name + number);
  frame("体(下)", "lower body", false);
  add("下半身");
  frame("足", "legs", false);
  for (const char* name : {"足", "ひざ", "足首", "足D", "ひざD", "足首D", "足先EX"}) add_both(name);
  const auto add_chains = [&](const std::vector<Chain>& chains) {
    for (const Chain& c : chains)
      for (std::size_t i = 0; i + 1 < c.points.size(); ++i) add(bone_of(c, i));
  };
  frame("スカート", "skirt", false);
  add_chains(skirt_chains());
  frame("髪", "hair", false);
  add_chains(hair_chains());
  frame("リボン", "ribbon", false);
  add_chains(ribbon_chains());
  frame("その他", "others", false);
  for (const char* side : {"左", "右"}) {
    add(std::string("腰キャンセル") + side);
    add(side + std::string("つま先"));
    for (const char* twist : {"腕捩", "手捩"})
      for (const char* number : {"1", "2", "3"}) add(side + std::string(twist) + number);
  }
  return out;
}

pmx::Text text(std::string_view utf8) {
  return pmx::from_utf8(utf8, text_encoding);
}

}  // namespace mmd::sample
