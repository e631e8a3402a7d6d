#include <utility>

#include <glm/geometric.hpp>

#include "make_sample/parts.h"

// The drawn parts of the face: patches slightly in front of it, so that morphs can change their shapes.

namespace mmd::sample {
namespace {

/// The position on the face, in x and y, of a patch's point (s to the model's left, t down, both -1 to 1).
using Outline = std::function<vec2(float s, float t)>;

struct Patch {
  vec4 cell;   ///< of the texture
  float lift;  ///< units above the skin
  int columns, rows;
  Outline rest;
  std::map<std::string, Outline> morphs;
};

/// The face at (x, y), `lift` above the skin, and its normal there.
std::pair<vec3, vec3> on_face(const Sdf& face, vec2 at, float lift) {
  float front = -2.2f, inside = -0.4f;
  for (int i = 0; i < 30; ++i) {
    const float middle = 0.5f * (front + inside);
    (face({at.x, at.y, middle}) > 0.0f ? front : inside) = middle;
  }
  const vec3 p(at.x, at.y, front);
  const vec3 n = glm::normalize(gradient(face, p));
  return {p + n * lift, n};
}

Mesh make_patch(const Patch& patch, const WeightFunction& weights) {
  const Sdf face = head_shape();
  Mesh m;
  m.closed = false;
  for (int r = 0; r <= patch.rows; ++r)
    for (int c = 0; c <= patch.columns; ++c) {
      const float u = static_cast<float>(c) / static_cast<float>(patch.columns);
      const float v = static_cast<float>(r) / static_cast<float>(patch.rows);
      const float s = 2.0f * u - 1.0f, t = 2.0f * v - 1.0f;
      const auto [p, n] = on_face(face, patch.rest(s, t), patch.lift);
      m.position.push_back(p);
      m.normal.push_back(n);
      m.uv.emplace_back(glm::mix(patch.cell.x, patch.cell.z, u), glm::mix(patch.cell.y, patch.cell.w, v));
      for (const auto& [name, outline] : patch.morphs)
        m.morphs[name].push_back(on_face(face, outline(s, t), patch.lift).first - p);
    }
  const auto at = [&patch](int r, int c) { return static_cast<std::uint32_t>(r * (patch.columns + 1) + c); };
  for (int r = 0; r < patch.rows; ++r)
    for (int c = 0; c < patch.columns; ++c)
      m.indices.insert(m.indices.end(),
                       {at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r, c), at(r + 1, c + 1), at(r + 1, c)});
  const std::uint32_t* first = m.indices.data();
  const vec3 outward =
      glm::cross(m.position[first[1]] - m.position[first[0]], m.position[first[2]] - m.position[first[0]]);
  if (glm::dot(outward, m.normal[first[0]]) < 0.0f)
    for (std::size_t i = 0; i < m.indices.size(); i += 3) std::swap(m.indices[i + 1], m.indices[i + 2]);
  m.edge_scale.resize(m.size(), 0.0f);
  lower(m);
  set_weights(m, weights);
  return m;
}

constexpr vec2 eye{0.7f, 17.42f};  ///< centre of the left eye
constexpr float eye_width = 0.43f, eye_height = 0.52f;
constexpr float closed_at = 17.16f;  ///< height of the closed lid

/// The curve of the closed lid: hanging for a blink (-1), arched for a smile (1).
float lid(float s, float arch) {
  return closed_at + arch * 0.14f * (0.45f - s * s);
}

const char* const blink = "まばたき";
const char* const smile = "笑い";
const char* const wink_left = "ウィンク";
const char* const wink_right = "ウィンク右";

/// Eye patches on both sides. `side` mirrors the outline, and the picture unless `same_picture`.
struct EyePatch {
  vec4 cell;
  float lift;
  int columns, rows;
  Outline rest;                                   ///< of the left eye
  std::function<vec2(float, float, float)> shut;  ///< (s, t, arch)
  Outline surprised;                              ///< wide open
  bool same_picture;
};

Mesh make_eye_patches(const EyePatch& e, const WeightFunction& left, const WeightFunction& right) {
  Mesh all;
  for (const bool is_left : {true, false}) {
    const auto placed = [&e, is_left](const Outline& outline) -> Outline {
      if (is_left) return outline;
      const float flip = e.same_picture ? -1.0f : 1.0f;
      return [outline, flip](float s, float t) {
        const vec2 p = outline(flip * s, t);
        return vec2(-p.x, p.y);
      };
    };
    const Outline shut = placed([&e](float s, float t) { return e.shut(s, t, -0.5f); });
    const Outline arched = placed([&e](float s, float t) { return e.shut(s, t, 1.0f); });
    append(all, make_patch({e.cell,
                            e.lift,
                            e.columns,
                            e.rows,
                            placed(e.rest),
                            {{blink, shut},
                             {smile, arched},
                             {is_left ? wink_left : wink_right, arched},
                             {"びっくり", placed(e.surprised)}}},
                           is_left ? left : right));
  }
  return all;
}

/// A bent stripe: `curve` gives the height of its middle line, `half` half its thickness.
Outline stripe(float x, float half_length, float half, const std::function<float(float)>& curve) {
  return [=](float s, float t) { return vec2(x + s * half_length, curve(s) - t * half); };
}

Mesh make_mouth(const WeightFunction& head) {
  const auto upper = [](float s) { return 16.46f + 0.07f * s * s; };
  const auto wide = [](float s) { return 16.45f + 0.15f * s * s; };
  const Outline shut = [](float s, float t) { return vec2(s * 0.1f, 16.465f - t * 0.003f); };
  struct Vowel {
    const char* name;
    float width, depth, line;  ///< of the opening; half-length of the lip line
  };
  constexpr Vowel vowels[] = {{"あ", 0.23f, 0.42f, 0.25f},
                              {"い", 0.3f, 0.17f, 0.32f},
                              {"う", 0.1f, 0.17f, 0.12f},
                              {"え", 0.24f, 0.28f, 0.26f},
                              {"お", 0.14f, 0.36f, 0.15f}};
  Patch inside{cell::mouth, 0.012f, 10, 8, shut, {}};
  Patch lip{cell::line, 0.02f, 16, 2, stripe(0, 0.27f, 0.035f, upper), {}};
  for (const Vowel& v : vowels) {
    inside.morphs[v.name] = [v](float s, float t) {
      return vec2(s * v.width, 16.5f + 0.04f * s * s - 0.5f * (t + 1.0f) * v.depth);
    };
    lip.morphs[v.name] = stripe(0, v.line, 0.03f, [](float s) { return 16.5f + 0.04f * s * s; });
  }
  lip.morphs["にっこり"] = stripe(0, 0.36f, 0.04f, wide);
  Mesh m = make_patch(inside, head);
  append(m, make_patch(lip, head));
  return m;
}

Mesh make_brows(const WeightFunction& head) {
  Mesh m;
  for (const float side : {1.0f, -1.0f}) {
    const auto brow = [side](float raise, float tilt) {
      return stripe(side * eye.x, 0.34f * side, 0.05f,
                    [=](float s) { return 18.22f + raise + 0.09f * (0.5f - s * s) - tilt * s; });
    };
    append(m, make_patch({cell::line,
                          0.014f,
                          12,
                          2,
                          brow(0.0f, 0.04f),
                          {{"上", brow(0.16f, 0.04f)},
                           {"下", brow(-0.14f, 0.02f)},
                           {"困る", brow(0.03f, 0.15f)},
                           {"怒り", brow(-0.1f, -0.13f)}}},
                         head));
  }
  return m;
}

}  // namespace

Mesh make_eye_whites(const Rig& rig) {
  const WeightFunction head = on_bone(rig, "頭");
  const auto rest = [](float s, float t) { return vec2(eye.x + s * eye_width, eye.y - t * eye_height); };
  const auto shut = [](float s, float t, float arch) {
    return vec2(eye.x + s * eye_width, lid(s, arch) - t * 0.012f);
  };
  return make_eye_patches(
      {cell::white, 0.012f, 12, 12, rest, shut,
       [](float s, float t) { return vec2(eye.x + s * eye_width * 1.03f, eye.y - t * eye_height * 1.12f); },
       false},
      head, head);
}

Mesh make_irises(const Rig& rig) {
  const auto rest = [](float s, float t) {
    return vec2(eye.x - 0.03f + s * 0.31f, eye.y - 0.03f - t * 0.45f);
  };
  const auto shut = [](float s, float t, float arch) {
    return vec2(eye.x - 0.03f + s * 0.25f, lid(s * 0.6f, arch) - t * 0.01f);
  };
  Mesh m = make_eye_patches(
      {cell::iris, 0.035f, 10, 12, rest, shut,
       [](float s, float t) { return vec2(eye.x - 0.02f + s * 0.24f, eye.y - t * 0.34f); }, true},
      on_bone(rig, "左目"), on_bone(rig, "右目"));
  m.uv_morphs["きらきら"].resize(m.size(), vec2(cell::star.x - cell::iris.x, 0.0f));
  return m;
}

Mesh make_lines(const Rig& rig) {
  const WeightFunction head = on_bone(rig, "頭");
  const auto upper = [](float s, float t) {
    return vec2(eye.x + 0.02f + s * (eye_width + 0.09f),
                eye.y + 0.47f - 0.3f * s * s - 0.05f * s - t * 0.115f);
  };
  const auto shut = [](float s, float t, float arch) {
    return vec2(eye.x + 0.02f + s * (eye_width + 0.07f), lid(s, arch) + 0.01f - t * 0.085f);
  };
  const auto raised = [upper](float s, float t) { return upper(s, t) + vec2(0.0f, 0.07f); };
  Mesh m = make_eye_patches({cell::lash, 0.05f, 20, 3, upper, shut, raised, false}, head, head);
  // The lower lid: a fine line that meets the upper one when the eye closes.
  const auto lower_lid = [](float s, float t) {
    return vec2(eye.x + 0.13f + s * 0.2f, eye.y - 0.47f + 0.05f * s * s + 0.045f * s - t * 0.018f);
  };
  const auto lower_shut = [](float s, float t, float arch) {
    return vec2(eye.x + 0.1f + s * 0.22f, lid(0.2f + 0.5f * s, arch) - t * 0.015f);
  };
  const auto lowered = [lower_lid](float s, float t) { return lower_lid(s, t) - vec2(0.0f, 0.05f); };
  append(m, make_eye_patches({cell::line, 0.045f, 14, 1, lower_lid, lower_shut, lowered, false}, head, head));
  append(m, make_brows(head));
  append(m, make_mouth(head));
  return m;
}

Mesh make_blush(const Rig& rig) {
  Mesh m;
  for (const float side : {1.0f, -1.0f})
    append(m,
           make_patch({cell::blush,
                       0.008f,
                       8,
                       6,
                       [side](float s, float t) { return vec2(side * 1.0f + s * 0.36f, 16.86f - t * 0.2f); },
                       {}},
                      on_bone(rig, "頭")));
  return m;
}

}  // namespace mmd::sample
