#include <algorithm>
#include <cmath>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "make_sample/parts.h"
#include "make_sample/sdf.h"

namespace mmd::sample {
namespace {

using Entry = std::pair<std::int32_t, float>;

/// Merges equal bones, drops tiny weights, keeps four and normalises.
Weights weights_from(std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end());
  std::vector<Entry> merged;
  for (const Entry& e : entries) {
    if (!merged.empty() && merged.back().first == e.first)
      merged.back().second += e.second;
    else
      merged.push_back(e);
  }
  std::stable_sort(merged.begin(), merged.end(),
                   [](const Entry& a, const Entry& b) { return a.second > b.second; });
  while (merged.size() > 4 || merged.back().second < 0.004f) merged.pop_back();
  float sum = 0.0f;
  for (const Entry& e : merged) sum += e.second;
  Weights w;
  for (const Entry& e : merged) {
    const auto i = static_cast<std::size_t>(w.count++);
    w.bone[i] = e.first;
    w.weight[i] = e.second / sum;
  }
  return w;
}

/// A bone with full weight at a position along a limb (0 at the upper joint, 1 at the lower one).
struct Knot {
  float at;
  std::int32_t bone;
};

/// Linear between neighbouring knots.
std::vector<Entry> along_knots(const std::vector<Knot>& knots, float t) {
  if (t <= knots.front().at) return {{knots.front().bone, 1.0f}};
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (t > knots[i].at) continue;
    const float w = (t - knots[i - 1].at) / (knots[i].at - knots[i - 1].at);
    return {{knots[i - 1].bone, 1.0f - w}, {knots[i].bone, w}};
  }
  return {{knots.back().bone, 1.0f}};
}

/// Signed distance of p, in MMD units, from the plane through a joint that bisects its two segments.
float past_joint(const vec3& p, const vec3& before, const vec3& at, const vec3& after) {
  return glm::dot(p - at, glm::normalize(glm::normalize(at - before) + glm::normalize(after - at)));
}

vec3 mirrored_to(std::size_t side, vec3 p) {
  return side == 0 ? p : vec3(-p.x, p.y, p.z);
}

/// SDEF weights of two bones about a joint, its centre; `w`: weight of the lower bone.
Weights about_joint(std::int32_t upper, std::int32_t lower, float w, float reach, vec3 before, vec3 at,
                    vec3 after) {
  Weights out;
  out.count = 2;
  out.bone = {upper, lower, -1, -1};
  out.weight = {1.0f - w, w, 0, 0};
  out.sdef = true;
  out.c = at;
  out.r0 = at + glm::normalize(before - at) * (0.4f * reach);
  out.r1 = at + glm::normalize(after - at) * (0.4f * reach);
  return out;
}

/// The same from the vertex's distance past the joint.
Weights hinge(std::int32_t upper, std::int32_t lower, float past, float reach, vec3 before, vec3 at,
              vec3 after) {
  const float w = smoothstep(-reach, reach, past);
  if (w < 0.004f) return weights_from({{upper, 1.0f}});
  if (w > 0.996f) return weights_from({{lower, 1.0f}});
  return about_joint(upper, lower, w, reach, before, at, after);
}

/// The wrist bends within this distance of a place slightly up the arm, so that the thumb's ball can begin
/// close to it.
constexpr float wrist_reach = 0.17f, wrist_bend = -0.05f;

/// How far a place is past the middle of the wrist's bend.
float past_wrist(const vec3& p) {
  return past_joint(p, joint::elbow, joint::wrist, joint::wrist + hand_frame().along) - wrist_bend;
}

/// A finger and the bones that move it, the hand first.
struct FingerChain {
  const Finger* finger;
  std::vector<std::int32_t> bones;
};

/// How far a place is past a joint of the finger, from the plane that halves its bend.
float past_finger_joint(const Finger& f, std::size_t i, const vec3& p) {
  const vec3 before = i == 0 ? 2.0f * f.points[0] - f.points[1] : f.points[i - 1];
  return past_joint(p, before, f.points[i], f.points[i + 1]);
}

/// How far from a joint its skin bends.
float bend_reach(const Finger& f) {
  return is_thumb(f) ? 0.12f : 0.075f;
}

/// Beyond the first joint; each one bends within a short distance of its plane.
Weights on_finger(const FingerChain& c, const vec3& p) {
  const Finger& f = *c.finger;
  const float reach = bend_reach(f);
  for (std::size_t i = 2; i >= 1; --i) {
    const float past = past_finger_joint(f, i, p);
    if (past > -reach)
      return hinge(c.bones[i], c.bones[i + 1], past, reach, f.points[i - 1], f.points[i], f.points[i + 1]);
  }
  return weights_from({{c.bones[1], 1.0f}});
}

/// The share of the thumb's first bone in its ball.
float thumb_share(const vec3& p) {
  const vec3 root = fingers().front().points[0], ball = fingers().front().points[1] - root;
  const float t = glm::dot(p - root, ball) / glm::dot(ball, ball);
  const float off_axis = glm::length(p - root - ball * std::clamp(t, 0.0f, 1.0f));
  return smoothstep(-0.3f, 0.72f, t) * smoothstep(0.44f, 0.13f, off_axis);
}

/// Shares of the four fingers at a place of the palm: between two of them it belongs to both.
std::array<float, 4> finger_shares(const vec3& p) {
  const HandFrame h = hand_frame();
  std::array<float, 4> across{}, share{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Finger& f = fingers()[i + 1];
    const vec3 axis = glm::normalize(f.points[1] - f.points[0]);
    const float along = std::max(glm::dot(p - f.points[0], h.along), 0.0f);
    across[i] = glm::dot(p - f.points[0] - axis * along, h.thumb);  // negative: towards the little finger
  }
  for (std::size_t i = 0; i < 4; ++i) {
    if (i > 0 && across[i] >= 0.0f)
      share[i] = smoothstep(0.8f, 0.2f, across[i] / (across[i] - across[i - 1]));
    if (i == 0 && across[i] >= 0.0f) share[i] = 1.0f;
    if (i < 3 && across[i] < 0.0f) share[i] = smoothstep(0.8f, 0.2f, across[i] / (across[i] - across[i + 1]));
    if (i == 3 && across[i] < 0.0f) share[i] = 1.0f;
  }
  return share;
}

}  // namespace

WeightFunction on_bone(const Rig& rig, const std::string& name) {
  return [w = weights_from({{rig.find(name), 1.0f}})](const vec3&) { return w; };
}

WeightFunction trunk_weights(const Rig& rig) {
  struct Bones {
    std::int32_t lower, upper, upper2;
    std::array<std::int32_t, 2> shoulder, arm, twist;
  };
  const Bones b{rig.find("下半身"),
                rig.find("上半身"),
                rig.find("上半身2"),
                {rig.find("左肩"), rig.find("右肩")},
                {rig.find("左腕"), rig.find("右腕")},
                {rig.find("左腕捩1"), rig.find("右腕捩1")}};
  return [b](const vec3& p) {
    const std::size_t side = p.x >= 0.0f ? 0 : 1;
    const vec3 q(std::abs(p.x), p.y, p.z);
    const vec3 axis = glm::normalize(joint::elbow - joint::arm);
    const float along = glm::dot(q - joint::arm, axis);
    const float off_axis = glm::length(q - joint::arm - axis * along);
    const float arm = smoothstep(-0.4f, 0.5f, along) * (1.0f - smoothstep(0.62f, 0.95f, off_axis));
    const float twist = 0.6f * smoothstep(0.6f, 1.4f, along) * smoothstep(0.95f, 0.995f, arm);
    // With the arm only the shoulder has weight: SDEF has two bones, and must not border on a linear blend of
    // them.
    const float near_arm = smoothstep(-1.0f, -0.4f, along) * (1.0f - smoothstep(0.95f, 1.5f, off_axis));
    const float share =
        std::max(0.8f * smoothstep(0.3f, 1.1f, q.x) * smoothstep(13.3f, 14.3f, q.y), near_arm);
    const float shoulder = share * (1.0f - arm);
    const float rest = 1.0f - arm - shoulder;
    if (arm > 0.004f && arm < 0.996f && twist == 0.0f)
      return about_joint(b.shoulder[side], b.arm[side], arm, 0.4f, mirrored_to(side, joint::shoulder),
                         mirrored_to(side, joint::arm), mirrored_to(side, joint::elbow));
    const float upper = smoothstep(10.9f, 12.0f, q.y), upper2 = smoothstep(12.0f, 13.3f, q.y);
    return weights_from({{b.lower, rest * (1.0f - upper)},
                         {b.upper, rest * upper * (1.0f - upper2)},
                         {b.upper2, rest * upper * upper2},
                         {b.shoulder[side], shoulder},
                         {b.arm[side], arm * (1.0f - twist)},
                         {b.twist[side], arm * twist}});
  };
}

WeightFunction head_weights(const Rig& rig) {
  const std::int32_t body = rig.find("上半身2"), neck = rig.find("首"), head = rig.find("頭");
  const std::array<std::int32_t, 2> shoulder{rig.find("左肩"), rig.find("右肩")};
  return [=](const vec3& p) {
    // Chin and jaw are beside the neck at its height; they belong to the head.
    const float jaw = smoothstep(0.44f, 0.6f, std::hypot(p.x, p.z - 0.2f)) * smoothstep(15.0f, 15.35f, p.y);
    const float up = smoothstep(14.5f, 15.4f, p.y), top = std::max(smoothstep(15.1f, 15.9f, p.y), jaw);
    // The root of the neck follows the shoulder a little.
    const float side = 0.25f * (1.0f - up) * smoothstep(0.1f, 0.5f, std::abs(p.x));
    return weights_from({{body, std::max((1.0f - up) * (1.0f - top) - side, 0.0f)},
                         {neck, up * (1.0f - top)},
                         {head, top},
                         {shoulder[p.x >= 0.0f ? 0 : 1], side}});
  };
}

WeightFunction arm_weights(const Rig& rig) {
  const auto knots = [&rig](const std::string& first, const std::string& twist) {
    return std::vector<Knot>{{0.1f, rig.find(first)},
                             {0.28f, rig.find(twist + "1")},
                             {0.46f, rig.find(twist + "2")},
                             {0.62f, rig.find(twist + "3")},
                             {0.76f, rig.find(twist)}};
  };
  std::vector<Knot> upper = knots("左腕", "左腕捩"), lower = knots("左ひじ", "左手捩");
  lower.front().at = 0.24f;
  lower[1].at = 0.38f;
  const std::int32_t hand = rig.find("左手首");
  return [upper, lower, hand](const vec3& p) {
    // The tip of the elbow belongs to the forearm: its skin at rest lies above the joint, and turned with the
    // forearm it becomes the corner of the bent arm. Next to it the skin stretches straight, without the arc
    // that SDEF would make. The inner side folds within a short distance.
    const float outer = smoothstep(-0.2f, 0.24f, p.z - joint::elbow.z);
    const float off_hinge = std::min(std::abs(p.z - joint::elbow.z) / 0.24f, 1.0f);
    const float elbow_reach = glm::mix(0.32f, 0.21f, off_hinge * off_hinge);
    const HandFrame h = hand_frame();
    const float elbow = past_joint(p, joint::arm, joint::elbow, joint::wrist) + 0.19f * outer;
    const float wrist = past_wrist(p);
    if (std::abs(elbow) < elbow_reach) {
      Weights bent = hinge(upper.back().bone, lower.front().bone, elbow, elbow_reach, joint::arm,
                           joint::elbow, joint::wrist);
      const vec3 shift = (0.75f * outer) * (p - bent.c);
      bent.c += shift, bent.r0 += shift, bent.r1 += shift;
      return bent;
    }
    if (std::abs(wrist) < wrist_reach)
      return hinge(lower.back().bone, hand, wrist, wrist_reach, joint::elbow, joint::wrist,
                   joint::wrist + h.along);
    if (wrist > 0.0f) return weights_from({{hand, 1.0f}});
    const bool is_lower = elbow > 0.0f;
    const vec3 from = is_lower ? joint::elbow : joint::arm, to = is_lower ? joint::wrist : joint::elbow;
    const float t = glm::dot(p - from, to - from) / glm::dot(to - from, to - from);
    return weights_from(along_knots(is_lower ? lower : upper, t));
  };
}

HandWeights hand_weights(const Rig& rig) {
  std::vector<FingerChain> chains;
  const std::int32_t hand = rig.find("左手首"), forearm = rig.find("左手捩");
  for (const Finger& f : fingers()) {
    chains.push_back({&f, {hand}});
    for (const std::string& number : f.numbers)
      chains.back().bones.push_back(rig.find("左" + f.name + number));
  }
  return [chains, hand, forearm](const vec3& p, int finger) {
    const FingerChain& thumb = chains.front();
    if (finger > 0) {
      const FingerChain& c = chains[static_cast<std::size_t>(finger)];
      return on_finger(c, p);
    }
    if (finger == 0 && past_finger_joint(*thumb.finger, 1, p) > -bend_reach(*thumb.finger))
      return on_finger(thumb, p);
    const float wrist = past_wrist(p);
    if (wrist < wrist_reach)
      return hinge(forearm, hand, wrist, wrist_reach, joint::elbow, joint::wrist,
                   joint::wrist + hand_frame().along);
    std::vector<Entry> entries;
    const float ball = thumb_share(p) * smoothstep(wrist_reach, wrist_reach + 0.36f, wrist);
    entries.emplace_back(thumb.bones[1], ball);
    float rest = 1.0f - ball;
    const std::array<float, 4> shares = finger_shares(p);
    for (std::size_t i = 0; i < 4; ++i) {
      const float past = past_finger_joint(*chains[i + 1].finger, 0, p);
      const float w = (1.0f - ball) * shares[i] * smoothstep(-0.12f, 0.12f, past);
      entries.emplace_back(chains[i + 1].bones[1], w);
      rest -= w;
    }
    entries.emplace_back(hand, std::max(rest, 0.0f));
    return weights_from(std::move(entries));
  };
}

WeightFunction leg_weights(const Rig& rig) {
  const std::int32_t body = rig.find("下半身"), thigh = rig.find("左足D"), shin = rig.find("左ひざD"),
                     foot = rig.find("左足首D");
  return [=, on_shoe = shoe_weights(rig)](const vec3& p) {
    // The skin behind the knee folds within a short distance, or a folded leg has a gap there.
    const float knee_reach = glm::mix(0.7f, 0.4f, smoothstep(-0.15f, 0.2f, p.z));
    const float knee = past_joint(p, joint::leg, joint::knee, joint::ankle);
    if (std::abs(knee) < knee_reach)
      return hinge(thigh, shin, knee, knee_reach, joint::leg, joint::knee, joint::ankle);
    if (knee < 0.0f) {
      const float w = smoothstep(10.6f, 9.4f, p.y);
      return weights_from({{body, 1.0f - w}, {thigh, w}});
    }
    // The skin in front of the ankle folds above the instep; the collar of the shoe is all foot.
    const float ankle_reach = glm::mix(0.34f, 0.46f, smoothstep(0.42f, 0.02f, p.z));
    const float ankle = joint::ankle.y - p.y + 0.25f * (joint::ankle.z - p.z);
    if (ankle > ankle_reach) return on_shoe(p);
    return hinge(shin, foot, ankle, ankle_reach, joint::knee, joint::ankle, joint::ankle - vec3(0, 1, 0));
  };
}

WeightFunction shoe_weights(const Rig& rig) {
  return [foot = rig.find("左足首D"), toes = rig.find("左足先EX")](const vec3& p) {
    const float ball = smoothstep(-0.25f, -0.7f, p.z);
    return weights_from({{foot, 1.0f - ball}, {toes, ball}});
  };
}

WeightFunction hip_weights(const Rig& rig) {
  const std::int32_t body = rig.find("下半身"), waist = rig.find("上半身");
  const std::array<std::int32_t, 2> thigh{rig.find("左足D"), rig.find("右足D")};
  return [=](const vec3& p) {
    const float legs = smoothstep(10.7f, 9.3f, p.y), left = smoothstep(-0.45f, 0.45f, p.x);
    const float upper = 0.35f * smoothstep(10.2f, 11.3f, p.y);
    return weights_from({{body, (1.0f - legs) * (1.0f - upper)},
                         {waist, (1.0f - legs) * upper},
                         {thigh[0], legs * left},
                         {thigh[1], legs * (1.0f - left)}});
  };
}

WeightFunction skirt_weights(const Rig& rig) {
  std::vector<std::array<std::int32_t, skirt_rows>> columns;
  for (const Chain& c : skirt_chains()) {
    columns.emplace_back();
    for (std::size_t i = 0; i < skirt_rows; ++i) columns.back()[i] = rig.find(bone_of(c, i));
  }
  return [columns, body = rig.find("下半身")](const vec3& p) {
    // The angle around the body in columns, and the position down the chain: bone i has full weight at i +
    // 1/2.
    const float turns = std::atan2(p.x, 0.06f - p.z) / (2.0f * pi) + 1.0f;
    const float at = turns * static_cast<float>(skirt_columns);
    const float left = smoothstep(0.0f, 1.0f, at - std::floor(at));
    const auto k = static_cast<std::size_t>(at) % skirt_columns, next = (k + 1) % skirt_columns;
    const float down = skirt_chains().front().points.front().y - p.y + 0.2f;
    const auto row = [&](std::size_t column, int i) {
      return i < 0 ? body : columns[column][static_cast<std::size_t>(std::min(i, skirt_rows - 1))];
    };
    const int i = static_cast<int>(std::floor(down - 0.5f));
    const float w = smoothstep(0.0f, 1.0f, down - 0.5f - static_cast<float>(i));
    return weights_from({{row(k, i), (1.0f - w) * (1.0f - left)},
                         {row(k, i + 1), w * (1.0f - left)},
                         {row(next, i), (1.0f - w) * left},
                         {row(next, i + 1), w * left}});
  };
}

WeightFunction bow_weights(const Rig& rig) {
  const std::int32_t chest = rig.find("上半身2");
  std::array<std::array<std::int32_t, 2>, 2> ends{};
  for (std::size_t side = 0; side < 2; ++side)
    for (std::size_t i = 0; i < 2; ++i) ends[side][i] = rig.find(bone_of(ribbon_chains()[side], i));
  return [chest, ends](const vec3& p) {
    const float below = joint::knot.y - p.y;
    const float hangs = smoothstep(0.14f, 0.34f, below), lower = smoothstep(0.44f, 0.7f, below);
    const float left = smoothstep(-0.06f, 0.06f, p.x);
    std::vector<Entry> entries{{chest, 1.0f - hangs}};
    for (const std::size_t side : {0u, 1u}) {
      const float share = hangs * (side == 0 ? left : 1.0f - left);
      entries.emplace_back(ends[side][0], share * (1.0f - lower));
      entries.emplace_back(ends[side][1], share * lower);
    }
    return weights_from(std::move(entries));
  };
}

WeightFunction tail_weights(const Rig& rig, const Chain& chain) {
  std::vector<std::int32_t> bones{rig.find(chain.parent)};
  for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) bones.push_back(rig.find(bone_of(chain, i)));
  return [bones, points = chain.points](const vec3& p) {
    std::int32_t above = bones.front();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const vec3 before = i == 0 ? points[0] - points[1] : points[i - 1] - points[i];
      const vec3 across = glm::normalize(glm::normalize(points[i + 1] - points[i]) - glm::normalize(before));
      const float reach = i == 0 ? 0.2f : i < 3 ? 0.75f : 0.95f;
      const float w = smoothstep(-reach, reach, glm::dot(p - points[i], across));
      if (w < 1.0f) return weights_from({{above, 1.0f - w}, {bones[i + 1], w}});
      above = bones[i + 1];
    }
    return weights_from({{above, 1.0f}});
  };
}

}  // namespace mmd::sample
