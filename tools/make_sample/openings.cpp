#include "make_sample/openings.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace mmd::sample {
namespace {

using Loop = std::vector<std::uint32_t>;

bool inside(const Opening& o, const vec3& p, float scale) {
  return p.z < o.back && glm::length((vec2(p) - o.centre) / (o.cut * scale)) < 1.0f;
}

/// Drops triangles that stick out of the border around the opening: those with two edges on it.
void remove_spikes(Mesh& head, const Opening& o) {
  for (bool changed = true; changed;) {
    changed = false;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    const auto edge = [&head](std::size_t i, std::size_t k) {
      return std::pair(head.indices[i + k], head.indices[i + (k + 1) % 3]);
    };
    for (std::size_t i = 0; i < head.indices.size(); i += 3)
      for (std::size_t k = 0; k < 3; ++k) edges.insert(edge(i, k));
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < head.indices.size(); i += 3) {
      int open = 0;
      for (std::size_t k = 0; k < 3; ++k) open += edges.count({edge(i, k).second, edge(i, k).first}) == 0;
      if (open >= 2 && inside(o, head.position[head.indices[i]], 1.5f))
        changed = true;
      else
        kept.insert(kept.end(), &head.indices[i], &head.indices[i] + 3);
    }
    head.indices = std::move(kept);
  }
}

/// Drops the triangles inside and returns the border of the hole, in the direction of its triangles' edges.
Loop remove_inside(Mesh& head, const Opening& o) {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < head.indices.size(); i += 3) {
    const std::uint32_t* t = &head.indices[i];
    const bool drop = inside(o, head.position[t[0]], 1.0f) || inside(o, head.position[t[1]], 1.0f) ||
                      inside(o, head.position[t[2]], 1.0f);
    if (!drop) kept.insert(kept.end(), t, t + 3);
  }
  head.indices = std::move(kept);
  remove_spikes(head, o);
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::size_t i = 0; i < head.indices.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) edges.emplace(head.indices[i + k], head.indices[i + (k + 1) % 3]);
  std::map<std::uint32_t, std::uint32_t> next;
  for (const auto& [a, b] : edges)
    if (edges.count({b, a}) == 0 && inside(o, head.position[a], 1.45f) &&
        inside(o, head.position[b], 1.45f) && !next.emplace(a, b).second)
      throw std::logic_error("the border of an opening touches itself");
  Loop loop;
  if (next.empty()) throw std::logic_error("an opening removes nothing");
  for (std::uint32_t at = next.begin()->first; loop.empty() || at != loop.front(); at = next.at(at))
    loop.push_back(at);
  if (loop.size() != next.size()) throw std::logic_error("an opening has two borders");
  return loop;
}

/// The border is jagged; moves its corners towards their neighbours, on the surface.
void smooth_border(Mesh& head, const Sdf& face, const Loop& loop) {
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<vec2> middle;
    for (std::size_t i = 0; i < loop.size(); ++i)
      middle.push_back(0.5f * vec2(head.position[loop[(i + loop.size() - 1) % loop.size()]] +
                                   head.position[loop[(i + 1) % loop.size()]]));
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const vec2 at = glm::mix(vec2(head.position[loop[i]]), middle[i], 0.4f);
      head.position[loop[i]] = on_face(face, at, 0.0f).position;
    }
  }
}

float angle_of(const Opening& o, vec2 p) {
  const vec2 q = (p - o.centre) / o.cut;
  return std::atan2(q.y, q.x);
}

/// One place of the border or, on a long edge, between two of them: where the rings start, and the angle
/// where they end.
struct Spoke {
  vec2 start;
  float angle;
  bool between = false;
};

/// The border is jagged; even steps of the angle keep the spokes from crossing.
void even_out(std::vector<Spoke>& all) {
  const auto difference = [](float from, float to) {
    const float d = std::fmod(to - from + 5.0f * pi, 2.0f * pi) - pi;
    return d;
  };
  for (int pass = 0; pass < 8; ++pass) {
    const std::vector<Spoke> before = all;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Spoke &a = before[(i + all.size() - 1) % all.size()], &b = before[(i + 1) % all.size()];
      all[i].angle += 0.25f * (difference(before[i].angle, a.angle) + difference(before[i].angle, b.angle));
    }
  }
}

constexpr float longest_edge = 0.1f;  ///< of the border that needs no spoke between its ends

std::vector<Spoke> spokes(const Mesh& head, const Opening& o, const Loop& loop) {
  std::vector<Spoke> out;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const vec2 a(head.position[loop[i]]), b(head.position[loop[(i + 1) % loop.size()]]);
    const float from = angle_of(o, a);
    float to = angle_of(o, b);
    if (to - from > pi) to -= 2.0f * pi;
    if (to - from < -pi) to += 2.0f * pi;
    out.push_back({a, from});
    if (glm::length(b - a) > longest_edge) out.push_back({0.5f * (a + b), 0.5f * (from + to), true});
  }
  even_out(out);
  return out;
}

void add_vertex(Mesh& head, const vec3& p, const vec3& n) {
  head.position.push_back(p);
  head.normal.push_back(n);
}

void add_ring(Mesh& head, const Sdf& face, const Opening& o, const std::vector<Spoke>& all, float t) {
  for (const Spoke& s : all) {
    const vec2 at = glm::mix(s.start, o.rest(s.angle), t);
    const OnFace here = on_face(face, at, 0.0f);
    add_vertex(head, here.position, here.normal);
    for (const auto& [name, curve] : o.morphs) {
      const vec2 moved = glm::mix(s.start, curve(s.angle), t);
      std::vector<vec3>& offsets = head.morphs[name];
      offsets.resize(head.size(), vec3(0.0f));
      offsets.back() = on_face(face, moved, 0.0f).position - here.position;
    }
  }
}

/// The rim's thickness: a copy of the last ring, and one behind it.
void add_rim(Mesh& head, const Opening& o, const std::vector<Spoke>& all) {
  const std::size_t last = head.size() - all.size();
  for (const float depth : {0.0f, o.rim})
    for (std::size_t i = 0; i < all.size(); ++i) {
      const vec2 inwards = -vec2(std::cos(all[i].angle), std::sin(all[i].angle));
      const vec3 p = head.position[last + i] + vec3(inwards * (0.3f * depth), depth);
      add_vertex(head, p, glm::normalize(vec3(inwards, -0.5f)));
      for (auto& [name, offsets] : head.morphs) {
        offsets.resize(head.size(), vec3(0.0f));
        if (o.morphs.count(name) != 0) offsets.back() = offsets[last + i];
      }
    }
}

/// Joins the border with the first ring, whose vertices start at `first`.
void join_border(Mesh& head, const Loop& loop, const std::vector<Spoke>& all, std::size_t first) {
  std::size_t at = 0;
  const auto ring = [&](std::size_t k) { return static_cast<std::uint32_t>(first + k % all.size()); };
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const std::uint32_t a = loop[i], b = loop[(i + 1) % loop.size()];
    head.indices.insert(head.indices.end(), {a, ring(at), ring(at + 1), b, a, ring(at + 1)});
    ++at;
    if (at == all.size() || !all[at].between) continue;
    head.indices.insert(head.indices.end(), {b, ring(at), ring(at + 1)});
    ++at;
  }
}

void stitch(Mesh& head, std::size_t upper, std::size_t lower, std::size_t count) {
  const auto at = [count](std::size_t ring, std::size_t i) {
    return static_cast<std::uint32_t>(ring + i % count);
  };
  for (std::size_t i = 0; i < count; ++i)
    head.indices.insert(head.indices.end(), {at(upper, i + 1), at(upper, i), at(lower, i), at(upper, i + 1),
                                             at(lower, i), at(lower, i + 1)});
}

}  // namespace

OnFace on_face(const Sdf& face, vec2 at, float lift) {
  float front = -2.4f, back = -0.3f;
  for (int i = 0; i < 30; ++i) {
    const float middle = 0.5f * (front + back);
    (face({at.x, at.y, middle}) > 0.0f ? front : back) = middle;
  }
  const vec3 p(at.x, at.y, front);
  const vec3 n = glm::normalize(gradient(face, p));
  return {p + n * lift, n};
}

std::size_t cut_opening(Mesh& head, const Sdf& face, const Opening& o) {
  const Loop loop = remove_inside(head, o);
  smooth_border(head, face, loop);
  const std::vector<Spoke> all = spokes(head, o, loop);
  const std::size_t count = all.size(), first = head.size();
  for (int r = 1; r <= o.rings; ++r) {
    const float t = static_cast<float>(r) / static_cast<float>(o.rings);
    add_ring(head, face, o, all, 1.0f - (1.0f - t) * (1.0f - 0.35f * t));
  }
  join_border(head, loop, all, first);
  for (int r = 1; r < o.rings; ++r) {
    const std::size_t upper = first + static_cast<std::size_t>(r - 1) * count;
    stitch(head, upper, upper + count, count);
  }
  const std::size_t rim = head.size();
  if (o.rim <= 0.0f) return rim;
  add_rim(head, o, all);
  stitch(head, rim, rim + count, count);
  return rim;
}

}  // namespace mmd::sample
