#include "make_sample/hand.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace mmd::sample {

std::vector<LimbSection> forearm_and_palm() {
  return {{-2.35f, 0.225f, 0.22f, 0.01f, 0.0f},  {-1.95f, 0.255f, 0.235f, 0.025f, 0.0f},
          {-1.5f, 0.24f, 0.218f, 0.02f, 0.0f},   {-0.95f, 0.198f, 0.18f, 0.005f, 0.0f},
          {-0.5f, 0.161f, 0.146f, 0.0f, 0.0f},   {-0.2f, 0.15f, 0.127f, 0.002f, 0.0f},
          {0.05f, 0.17f, 0.114f, 0.014f, 0.0f},  {0.28f, 0.222f, 0.106f, 0.014f, -0.004f},
          {0.5f, 0.268f, 0.102f, -0.002f, 0.0f}, {0.7f, 0.3f, 0.095f, 0.004f, 0.006f},
          {0.86f, 0.305f, 0.08f, 0.006f, 0.008f}};
}

namespace {

/// Vertices around a finger, and around the palm: the loops of four fingers that share the webs.
constexpr int around_finger = 10, top_columns = 13, around_palm = 2 * top_columns + 2;

// Shapes.

/// From the middle of the forearm through the wrist to the knuckles, as one limb so that its outline has no
/// corner; on it the heel of the hand below the little finger, and a hollow between that and the thumb's
/// ball.
Sdf palm_shape() {
  const HandFrame h = hand_frame();
  const Sdf palm = limb({joint::wrist, h.along, h.thumb, h.back, forearm_and_palm(), 2.3f, 0.08f});
  const Sdf heel = round_cone(in_hand(0.2f, -0.07f, -0.03f), in_hand(0.5f, -0.185f, -0.055f), 0.075f, 0.08f);
  const Sdf hollow = round_cone(in_hand(0.44f, 0.0f, -0.42f), in_hand(0.66f, -0.02f, -0.42f), 0.3f, 0.33f);
  return smooth_subtraction(smooth_union({palm, heel}, 0.12f), hollow, 0.08f);
}

/// Joints stand out at the back, pads between them at the front.
Sdf finger_shape(const Finger& f) {
  std::vector<vec3> path;
  std::vector<float> radii;
  for (std::size_t i = 0; i < f.points.size(); ++i) {
    path.push_back(f.points[i]);
    radii.push_back(f.radii[i]);
    if (i + 1 == f.points.size()) break;
    const vec3 nail = nail_direction(f, glm::normalize(f.points[i + 1] - f.points[i]));
    const float radius = 0.5f * (f.radii[i] + f.radii[i + 1]);
    path.push_back(0.5f * (f.points[i] + f.points[i + 1]) - nail * (0.06f * radius));
    radii.push_back(0.945f * radius);
  }
  return strand(path, radii, 0.004f);
}

Sdf thumb_shape() {
  const std::vector<vec3>& p = fingers().front().points;
  const Sdf ball = round_cone(in_hand(0.12f, 0.07f, -0.02f), glm::mix(p[0], p[1], 0.6f), 0.08f, 0.108f);
  return smooth_union({ball, finger_shape(fingers().front())}, 0.1f);
}

// Guesses at the places of vertices.

/// A finger's middle line, by the distance from its first joint.
vec3 on_line(const Finger& f, float distance) {
  for (std::size_t i = 0; i + 1 < f.points.size(); ++i) {
    const vec3 part = f.points[i + 1] - f.points[i];
    const float length = glm::length(part);
    if (distance <= length || i + 2 == f.points.size()) return f.points[i] + part * (distance / length);
    distance -= length;
  }
  return f.points.back();
}

float length_of(const Finger& f) {
  float sum = 0.0f;
  for (std::size_t i = 0; i + 1 < f.points.size(); ++i) sum += glm::length(f.points[i + 1] - f.points[i]);
  return sum;
}

struct Circle {
  vec3 middle, side, nail;  ///< `side` is towards the thumb
  float radius;
};

/// The circle around a finger at a distance from its first joint; past its end the tip closes.
Circle circle_at(const Finger& f, float distance) {
  const float length = length_of(f), beyond = std::max(distance - length, 0.0f);
  const float inner = distance - beyond;
  const vec3 axis = glm::normalize(on_line(f, inner + 0.03f) - on_line(f, inner - 0.03f));
  const vec3 nail = nail_direction(f, axis);
  const float radius = glm::mix(f.radii.front(), f.radii.back(), std::max(inner, 0.0f) / length);
  return {on_line(f, distance), glm::normalize(glm::cross(nail, axis)), nail,
          std::sqrt(std::max(radius * radius - beyond * beyond, 1e-4f))};
}

vec3 on_circle(const Circle& c, float degrees) {
  const float angle = degrees * pi / 180.0f;
  return c.middle + c.radius * (std::cos(angle) * c.side + std::sin(angle) * c.nail);
}

constexpr float step_degrees = 360.0f / static_cast<float>(around_finger);

/// The place of a column of the palm where the fingers begin: 0 is at the index finger's outer side, 12 at
/// the little finger's; every third one lies in a web. The webs begin farther up at the back.
vec3 at_web(int column, bool is_top) {
  const float distance = is_top ? 0.05f : 0.11f, sign = is_top ? 1.0f : -1.0f;
  const auto place = [&](int finger, int k) {
    const Circle c = circle_at(fingers()[static_cast<std::size_t>(finger + 1)], distance);
    return on_circle(c, sign * step_degrees * static_cast<float>(k));
  };
  const int finger = std::min(column / 3, 3), k = column - 3 * finger + 1;
  const bool shared = column % 3 == 0 && column > 0 && column < top_columns - 1;
  return shared ? 0.5f * (place(finger, 1) + place(finger - 1, 4)) : place(finger, k);
}

/// The palm's ring where the fingers begin.
std::vector<vec3> web_ring() {
  std::vector<vec3> ring{on_circle(circle_at(fingers()[1], 0.12f), 0.0f)};
  for (int k = 0; k < top_columns; ++k) ring.push_back(at_web(k, true));
  ring.push_back(on_circle(circle_at(fingers()[4], 0.12f), 180.0f));
  for (int k = top_columns - 1; k >= 0; --k) ring.push_back(at_web(k, false));
  return ring;
}

std::vector<vec3> wrist_ring() {
  std::vector<vec3> ring;
  for (int i = 0; i < around_palm; ++i) {
    const float angle = 2.0f * pi * static_cast<float>(i) / static_cast<float>(around_palm);
    ring.push_back(in_hand(0.0f, 0.17f * std::cos(angle), 0.13f * std::sin(angle)));
  }
  return ring;
}

/// Distances of a finger's rings: four around each joint (five on the thick thumb), so that a bent joint
/// stays round outside and folds inside.
std::vector<float> finger_rings(const Finger& f) {
  const float first = glm::length(f.points[1] - f.points[0]);
  const float second = first + glm::length(f.points[2] - f.points[1]), end = length_of(f);
  const float tip = f.radii.back();
  std::vector<float> out = is_thumb(f) ? std::vector<float>{first - 0.15f}
                                       : std::vector<float>{0.17f, 0.5f * (0.17f + first - 0.06f)};
  for (const float joint : {first, second}) {
    if (is_thumb(f))
      for (const float offset : {-0.1f, -0.05f, 0.0f, 0.05f, 0.1f}) out.push_back(joint + offset);
    else
      for (const float offset : {-0.06f, -0.02f, 0.02f, 0.06f}) out.push_back(joint + offset);
    out.push_back(joint == first ? 0.5f * (first + second) : second + 0.5f * (end - second));
  }
  for (const float beyond : {0.0f, 0.56f * tip, 0.88f * tip}) out.push_back(end + beyond);
  return out;
}

/// Grows a finger from its first ring, whose vertices begin at `degrees` and go on in equal steps.
void add_finger(Net& net, Net::Ring ring, int number, float degrees, float step) {
  const Finger& f = fingers()[static_cast<std::size_t>(number)];
  for (const float distance : finger_rings(f)) {
    std::vector<vec3> places;
    const Circle c = circle_at(f, distance);
    for (std::size_t i = 0; i < ring.size(); ++i)
      places.push_back(on_circle(c, degrees + step * static_cast<float>(i)));
    // The thumb's first ring is spread together with the palm that it grows out of.
    const bool is_root = is_thumb(f) && distance == finger_rings(f).front();
    const Net::Ring next = net.add_ring(places, is_root ? Net::palm : number);
    net.bridge(ring, next);
    ring = next;
  }
  net.cap(ring, on_line(f, length_of(f) + f.radii.back()), false);
}

/// The thumb grows out of a patch that the palm leaves open; its angles follow the patch's border.
void add_thumb(Net& net, const Net::Ring& border, const std::vector<vec3>& places) {
  const Circle root = circle_at(fingers().front(), 0.2f);
  const auto angle = [&root](const vec3& p) {
    return std::atan2(glm::dot(p - root.middle, root.nail), glm::dot(p - root.middle, root.side));
  };
  // The mean offset from equal steps, for both directions; the right one fits better.
  const float step = 2.0f * pi / static_cast<float>(border.size());
  vec2 best(0.0f);
  float sign = 1.0f;
  for (const float way : {1.0f, -1.0f}) {
    vec2 sum(0.0f);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const float offset = angle(places[i]) - way * step * static_cast<float>(i);
      sum += vec2(std::cos(offset), std::sin(offset));
    }
    if (glm::length(sum) <= glm::length(best)) continue;
    best = sum;
    sign = way;
  }
  constexpr float degrees = 180.0f / pi;
  add_finger(net, border, 0, std::atan2(best.y, best.x) * degrees, sign * step * degrees);
}

}  // namespace

std::uint32_t Net::add(vec3 position, int part) {
  positions_.push_back(position);
  parts_.push_back(part);
  return static_cast<std::uint32_t>(positions_.size() - 1);
}

Net::Ring Net::add_ring(const std::vector<vec3>& positions, int part) {
  Ring ring;
  for (const vec3& p : positions) ring.push_back(add(p, part));
  return ring;
}

void Net::quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  indices_.insert(indices_.end(), {a, b, c, a, c, d});
}

void Net::bridge(const Ring& from, const Ring& to) {
  std::size_t i = 0, k = 0;
  const std::size_t m = from.size(), n = to.size();
  while (i < m || k < n) {
    const std::uint32_t a = from[i % m], b = to[k % n];
    if (m == n) {
      quad(a, b, to[(k + 1) % n], from[(i + 1) % m]);
      ++i, ++k;
    } else if ((2 * k + 1) * m <= (2 * i + 1) * n && k < n) {
      indices_.insert(indices_.end(), {a, b, to[(k + 1) % n]});
      ++k;
    } else {
      indices_.insert(indices_.end(), {a, b, from[(i + 1) % m]});
      ++i;
    }
  }
}

void Net::cap(const Ring& ring, vec3 point, bool is_first) {
  const std::uint32_t pole = add(point, parts_[ring.front()]);
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const std::uint32_t a = ring[i], b = ring[(i + 1) % ring.size()];
    indices_.insert(indices_.end(), {pole, is_first ? a : b, is_first ? b : a});
  }
}

void Net::fit(const Sdf& shape, std::uint32_t first) {
  const auto project = [&shape](vec3 p) {
    const vec3 g = gradient(shape, p);
    vec3 step = g * (-shape(p) / std::max(glm::dot(g, g), 1e-4f));
    const float length = glm::length(step);
    constexpr float longest = 0.04f;
    return p + (length > longest ? step * (longest / length) : step);
  };
  for (int pass = 0; pass < 6; ++pass)
    for (std::size_t v = first; v < positions_.size(); ++v) positions_[v] = project(positions_[v]);
  for (int pass = 0; pass < 30; ++pass) {
    std::vector<vec3> sum(positions_.size(), vec3(0.0f));
    std::vector<float> count(positions_.size(), 0.0f);
    for (std::size_t i = 0; i < indices_.size(); i += 3)
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t a = indices_[i + k], b = indices_[i + (k + 1) % 3];
        sum[a] += positions_[b];
        count[a] += 1.0f;
      }
    for (std::size_t v = first; v < positions_.size(); ++v) {
      if (parts_[v] == palm) positions_[v] = glm::mix(positions_[v], sum[v] / count[v], 0.4f);
      positions_[v] = project(project(positions_[v]));
    }
  }
}

Mesh Net::mesh(const Sdf& shape) const {
  Mesh m;
  m.position = positions_;
  m.indices = indices_;
  for (const vec3& p : positions_) m.normal.push_back(glm::normalize(gradient(shape, p)));
  float volume = 0.0f;
  for (std::size_t i = 0; i < m.indices.size(); i += 3)
    volume += glm::dot(m.position[m.indices[i]],
                       glm::cross(m.position[m.indices[i + 1]], m.position[m.indices[i + 2]]));
  if (volume < 0.0f)
    for (std::size_t i = 0; i < m.indices.size(); i += 3) std::swap(m.indices[i + 1], m.indices[i + 2]);
  turn_normals_outwards(m);
  return m;
}

vec3 in_hand(float along, float thumb, float back) {
  const HandFrame h = hand_frame();
  return joint::wrist + h.along * along + h.thumb * thumb + h.back * back;
}

Sdf hand_shape() {
  std::vector<Sdf> four;
  for (std::size_t i = 1; i < fingers().size(); ++i) four.push_back(finger_shape(fingers()[i]));
  // A small fillet between fingers, so that they do not grow together.
  const Sdf palm = smooth_union({palm_shape(), smooth_union(std::move(four), 0.01f)}, 0.07f);
  return smooth_union({palm, thumb_shape()}, 0.24f);
}

void add_hand(Net& net, const Net::Ring& wrist) {
  constexpr std::array<float, 12> rows{0.0f,  0.07f, 0.15f, 0.25f, 0.35f, 0.45f,
                                       0.55f, 0.66f, 0.76f, 0.85f, 0.93f, 1.0f};
  // The thumb's patch: rows of the palm, and columns from the palm to the hand's edge.
  constexpr std::size_t patch_from = 2, patch_to = 6;
  constexpr int patch_columns[] = {around_palm - 4, around_palm - 3, around_palm - 2, around_palm - 1, 0};
  const std::vector<vec3> start = wrist_ring(), end = web_ring();
  std::vector<Net::Ring> rings;
  std::vector<std::vector<vec3>> places;
  for (const float row : rows) {
    places.emplace_back();
    rings.emplace_back();
    for (int i = 0; i < around_palm; ++i) {
      const auto k = static_cast<std::size_t>(i);
      places.back().push_back(glm::mix(start[k], end[k], row));
      const bool is_hole = rings.size() - 1 > patch_from && rings.size() - 1 < patch_to &&
                           (i > patch_columns[0] || i < patch_columns[4]);
      rings.back().push_back(is_hole ? 0 : net.add(places.back().back(), Net::palm));
    }
  }
  net.bridge(wrist, rings.front());
  const auto in_patch = [&](std::size_t row, int column) {
    return row >= patch_from && row < patch_to && (column >= patch_columns[0] || column < patch_columns[4]);
  };
  for (std::size_t row = 0; row + 1 < rows.size(); ++row)
    for (int i = 0; i < around_palm; ++i) {
      const auto k = static_cast<std::size_t>(i), next = static_cast<std::size_t>((i + 1) % around_palm);
      if (!in_patch(row, i))
        net.quad(rings[row][k], rings[row + 1][k], rings[row + 1][next], rings[row][next]);
    }
  Net::Ring border;
  std::vector<vec3> border_places;
  const auto walk = [&](std::size_t row, int column) {
    border.push_back(rings[row][static_cast<std::size_t>(patch_columns[column])]);
    border_places.push_back(places[row][static_cast<std::size_t>(patch_columns[column])]);
  };
  for (int c = 0; c < 4; ++c) walk(patch_from, c);
  for (std::size_t r = patch_from; r < patch_to; ++r) walk(r, 4);
  for (int c = 4; c > 0; --c) walk(patch_to, c);
  for (std::size_t r = patch_to; r > patch_from; --r) walk(r, 0);
  add_thumb(net, border, border_places);

  // The fingers share the vertices of the webs.
  std::array<std::uint32_t, 5> between{rings.back()[0], 0, 0, 0, rings.back()[top_columns + 1]};
  for (std::size_t i = 1; i < 4; ++i) {
    const vec3 low = on_circle(circle_at(fingers()[i], 0.07f), 180.0f),
               high = on_circle(circle_at(fingers()[i + 1], 0.07f), 0.0f);
    between[i] = net.add(0.5f * (low + high), Net::palm);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    Net::Ring loop{between[i]};
    for (std::size_t k = 0; k < 4; ++k) loop.push_back(rings.back()[1 + 3 * i + k]);
    loop.push_back(between[i + 1]);
    for (std::size_t k = 0; k < 4; ++k) loop.push_back(rings.back()[around_palm - 4 - 3 * i + k]);
    add_finger(net, loop, static_cast<int>(i) + 1, 0.0f, step_degrees);
  }
}

}  // namespace mmd::sample
