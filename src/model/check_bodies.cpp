#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "base/math.h"
#include "model/builders.h"
#include "model/check_model.h"

namespace mmd {

namespace {

/// A body's axes: Ry * Rx * Rz.
mat3 rest_axes(const vec3& rotation) {
  const auto about = [](float angle, const vec3& axis) { return glm::angleAxis(angle, axis); };
  return glm::mat3_cast(about(rotation.y, {0, 1, 0}) * about(rotation.x, {1, 0, 0}) *
                        about(rotation.z, {0, 0, 1}));
}

/// All points within a radius of a line segment (capsule) or of a point (sphere).
struct Round {
  vec3 from, to;
  float radius;
};
Round round_of(const RigidBody& body) {
  vec3 half(0.0f);
  if (body.shape == BodyShape::capsule) half = rest_axes(body.rotation)[1] * (0.5f * body.size.y);
  return {body.position - half, body.position + half, body.size.x};
}

/// The distance between the segments ab and cd. Clamps the nearest point to the ends of one segment, then of
/// the other.
float distance_of_lines(const vec3& a, const vec3& b, const vec3& c, const vec3& d) {
  const vec3 u = b - a, v = d - c, w = a - c;
  const float uu = glm::dot(u, u), vv = glm::dot(v, v), uv = glm::dot(u, v);
  const float uw = glm::dot(u, w), vw = glm::dot(v, w);
  const auto share = [](float part, float whole) {
    return whole > 0.0f ? std::clamp(part / whole, 0.0f, 1.0f) : 0.0f;
  };
  float s = share(uv * vw - vv * uw, uu * vv - uv * uv);
  const float t = share(vw + s * uv, vv);
  s = share(t * uv - uw, uu);
  return glm::length(w + s * u - t * v);
}

/// The distance from a point to the surface of a box around the origin; negative inside.
float distance_from_box(const vec3& point, const vec3& half) {
  const vec3 q = glm::abs(point) - half;
  return glm::length(glm::max(q, vec3(0.0f))) + std::min(std::max({q.x, q.y, q.z}), 0.0f);
}

float overlap_with_box(const Round& round, const RigidBody& box) {
  const mat3 to_box = glm::transpose(rest_axes(box.rotation));
  const vec3 from = to_box * (round.from - box.position), to = to_box * (round.to - box.position);
  const auto distance = [&](float t) { return distance_from_box(glm::mix(from, to, t), box.size); };
  // The distance is convex along a line: ternary search.
  float low = 0.0f, high = 1.0f;
  for (int i = 0; i < 40; ++i) {
    const float first = low + (high - low) / 3.0f, second = high - (high - low) / 3.0f;
    if (distance(first) < distance(second)) {
      high = second;
    } else {
      low = first;
    }
  }
  return round.radius - std::min({distance(0.0f), distance(1.0f), distance(0.5f * (low + high))});
}

/// Separating axes: face normals, and cross products of an edge of each.
float overlap_of_boxes(const RigidBody& a, const RigidBody& b) {
  const mat3 x = rest_axes(a.rotation), y = rest_axes(b.rotation);
  std::array<vec3, 15> axes;
  std::size_t count = 0;
  for (glm::length_t i = 0; i < 3; ++i) {
    axes[count++] = x[i];
    axes[count++] = y[i];
    for (glm::length_t k = 0; k < 3; ++k) axes[count++] = glm::cross(x[i], y[k]);
  }
  const auto reach = [](const mat3& m, const vec3& half, const vec3& axis) {
    return glm::dot(half, glm::abs(axis * m));
  };
  float overlap = std::numeric_limits<float>::max();
  for (const vec3& axis : axes) {
    const float length = glm::length(axis);
    if (length < 1e-3f) continue;  // parallel edges: face normals suffice
    const vec3 unit = axis / length;
    const float apart = std::abs(glm::dot(b.position - a.position, unit));
    overlap = std::min(overlap, reach(x, a.size, unit) + reach(y, b.size, unit) - apart);
  }
  return overlap;
}

}  // namespace

bool collide(const RigidBody& a, const RigidBody& b) {
  const auto takes = [](const RigidBody& x, const RigidBody& y) {
    return ((x.collides_with >> y.group) & 1) != 0;
  };
  return a.is_solid && b.is_solid && (a.is_dynamic() || b.is_dynamic()) && takes(a, b) && takes(b, a);
}

float bounding_radius(const RigidBody& body) {
  switch (body.shape) {
    case BodyShape::sphere:
      return body.size.x;
    case BodyShape::box:
      return glm::length(body.size);
    case BodyShape::capsule:
      return body.size.x + 0.5f * body.size.y;
  }
  return 0.0f;
}

float rest_overlap(const RigidBody& a, const RigidBody& b) {
  const bool is_box = a.shape == BodyShape::box, other_is_box = b.shape == BodyShape::box;
  if (is_box && other_is_box) return overlap_of_boxes(a, b);
  if (is_box) return overlap_with_box(round_of(b), a);
  if (other_is_box) return overlap_with_box(round_of(a), b);
  const Round x = round_of(a), y = round_of(b);
  return x.radius + y.radius - distance_of_lines(x.from, x.to, y.from, y.to);
}

namespace {

constexpr std::string_view checked_bodies = "rigid bodies";
constexpr std::string_view checked_joints = "joints";

/// Smaller overlaps count as touching, MMD units.
constexpr float min_overlap = 0.01f;
/// Largest mass ratio of two joined dynamic bodies; above it, the solver's ten iterations are too few.
constexpr float mass_ratio = 100.0f;

/// Checks bodies and joints. Uses the repaired numbers of bodies, but the joint indices of the file.
class BodyChecker {
 public:
  BodyChecker(const pmx::File& file, Findings& findings) : file_(file), findings_(findings) {
    Repairs ignored;
    bodies_ = build_physics(file, ignored).bodies;
    if (bodies_.empty()) return;
    for (std::size_t i = 0; i < file.joints.size(); ++i) {
      const pmx::Joint& joint = file.joints[i];
      if (!is_there(joint.body_a) || !is_there(joint.body_b) || joint.body_a == joint.body_b) continue;
      ties_.push_back({i, index(joint.body_a), index(joint.body_b)});
    }
  }

  void run() {
    for (const Tie& tie : ties_) {
      check_limits(tie.joint);
      check_masses(tie);
    }
    check_overlaps();
    check_falling();
  }

 private:
  struct Tie {
    std::size_t joint, a, b;
  };
  struct Overlap {
    std::size_t a, b;
    float depth;
  };

  static std::size_t index(std::int32_t body) { return static_cast<std::size_t>(body); }
  bool is_there(std::int32_t body) const { return body >= 0 && index(body) < bodies_.size(); }
  /// "body 12 (左髪１)".
  std::string named(std::size_t body) const { return fmt::format("body {} ({})", body, bodies_[body].name); }

  void add(Severity severity, std::string_view rule, std::string_view section, std::size_t element,
           std::string what, std::string hint = {}) {
    std::string name =
        section == checked_bodies ? bodies_[element].name : file_.utf8(file_.joints[element].name);
    findings_.add(
        make_finding(severity, rule, section, element, std::move(name), std::move(what), std::move(hint)));
  }

  /// The axes whose lower limit is above the upper one, as "x, y and z"; empty if there are none.
  static std::string free_axes(const vec3& lower, const vec3& upper) {
    std::vector<char> free;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      if (lower[axis] > upper[axis]) free.push_back("xyz"[axis]);
    }
    std::string out;
    for (std::size_t i = 0; i < free.size(); ++i)
      out += fmt::format("{}{}", i == 0 ? "" : i + 1 == free.size() ? " and " : ", ", free[i]);
    return out;
  }

  /// Checks types 0 and 1 only: others do not have limits along and about all axes (semantics, "Bodies and
  /// joints").
  void check_limits(std::size_t i) {
    const pmx::Joint& joint = file_.joints[i];
    if (joint.type > static_cast<std::uint8_t>(JointType::six_dof)) return;
    const std::pair<const char*, std::string> free[] = {
        {"along", free_axes(joint.translation_lower, joint.translation_upper)},
        {"about", free_axes(joint.rotation_lower, joint.rotation_upper)}};
    for (const auto& [how, axes] : free)
      if (!axes.empty())
        add(Severity::note, "joint-limits", checked_joints, i,
            fmt::format("its lower limit is above the upper limit {} {}, so it moves freely there", how,
                        axes));
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      const float low = joint.rotation_lower[axis], high = joint.rotation_upper[axis];
      if (!(low <= high) || (std::abs(low) <= pi && std::abs(high) <= pi)) continue;
      constexpr float degrees = 180.0f / pi;
      add(Severity::warning, "joint-limits", checked_joints, i,
          fmt::format("its limits about {}, {:.0f} to {:.0f} degrees, exceed half a turn; they are wrapped "
                      "to {:.0f} and {:.0f}",
                      "xyz"[axis], low * degrees, high * degrees, wrapped(low) * degrees,
                      wrapped(high) * degrees),
          "for an axis that turns freely, set the lower limit above the upper one");
    }
  }
  /// Wraps to ±π, as the engine does with limits.
  static float wrapped(float angle) { return std::remainder(angle, 2.0f * pi); }

  void check_masses(const Tie& tie) {
    const RigidBody &a = bodies_[tie.a], &b = bodies_[tie.b];
    if (!a.is_dynamic() || !b.is_dynamic()) return;
    const auto [light, heavy] = a.mass < b.mass ? std::pair(tie.a, tie.b) : std::pair(tie.b, tie.a);
    const float ratio = bodies_[heavy].mass / bodies_[light].mass;
    if (!(ratio >= mass_ratio)) return;
    add(Severity::warning, "joint-mass", checked_joints, tie.joint,
        fmt::format("connects {}, mass {:g}, to {}, mass {:g}: {:.0f} times as heavy", named(light),
                    bodies_[light].mass, named(heavy), bodies_[heavy].mass, ratio),
        "the joint stretches and may shake; bring the masses within a factor of ten");
  }

  /// Visits pairs of bodies that overlap along x (sweep). Stops after a number of pairs, because of hostile
  /// files.
  template <class Visit>
  void visit_neighbours(Visit&& visit) const {
    struct Span {
      float low, high;
      std::size_t body;
    };
    std::vector<Span> spans;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].is_solid) continue;
      const float x = bodies_[i].position.x, radius = bounding_radius(bodies_[i]);
      spans.push_back({x - radius, x + radius, i});
    }
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.low < b.low; });
    std::size_t steps_left = 500'000;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      for (std::size_t k = i + 1; k < spans.size() && spans[k].low < spans[i].high; ++k) {
        if (steps_left-- == 0) return;
        visit(std::min(spans[i].body, spans[k].body), std::max(spans[i].body, spans[k].body));
      }
    }
  }

  void check_overlaps() {
    std::vector<std::pair<std::size_t, std::size_t>> tied;
    for (const Tie& tie : ties_) tied.emplace_back(std::min(tie.a, tie.b), std::max(tie.a, tie.b));
    std::sort(tied.begin(), tied.end());
    std::vector<Overlap> overlaps;
    visit_neighbours([&](std::size_t a, std::size_t b) {
      if (!collide(bodies_[a], bodies_[b])) return;
      const float depth = rest_overlap(bodies_[a], bodies_[b]);
      if (depth > min_overlap) overlaps.push_back({a, b, depth});
    });
    // Deepest first: only the first findings are listed.
    std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& x, const Overlap& y) {
      return std::tuple(-x.depth, x.a, x.b) < std::tuple(-y.depth, y.a, y.b);
    });
    for (const Overlap& o : overlaps) {
      report_overlap(o, std::binary_search(tied.begin(), tied.end(), std::pair(o.a, o.b)));
    }
  }

  void report_overlap(const Overlap& overlap, bool tied) {
    const bool second = bodies_[overlap.b].is_dynamic();
    const std::size_t body = second ? overlap.b : overlap.a, other = second ? overlap.a : overlap.b;
    if (tied) {
      return add(
          Severity::note, "body-overlap-tied", checked_bodies, body,
          fmt::format(
              "collides with {}, to which a joint connects it, and overlaps it by {:.2f} units at rest",
              named(other), overlap.depth),
          "contact and joint work against each other; if it shakes, remove the group from its mask");
    }
    add(Severity::warning, "body-overlap", checked_bodies, body,
        fmt::format("collides with {} and overlaps it by {:.2f} units at rest", named(other), overlap.depth),
        "physics pushes them apart; make one smaller, or remove the group from its mask");
  }

  /// Finds bodies that no chain of joints connects to a body that follows a bone.
  void check_falling() {
    std::vector<std::size_t> above(bodies_.size());
    std::iota(above.begin(), above.end(), std::size_t{0});
    const auto top = [&](std::size_t i) {
      while (above[i] != i) i = above[i] = above[above[i]];
      return i;
    };
    for (const Tie& tie : ties_) {
      const std::size_t a = top(tie.a), b = top(tie.b);
      above[std::max(a, b)] = std::min(a, b);  // the root is the group's first body
    }
    std::vector<std::size_t> size(bodies_.size(), 0);
    std::vector<bool> held(bodies_.size(), false);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      ++size[top(i)];
      if (!bodies_[i].is_dynamic()) held[top(i)] = true;
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (above[i] != i || held[i]) continue;
      const std::string others =
          size[i] > 1 ? fmt::format(" or the {} attached to it", size[i] - 1) : std::string();
      add(Severity::note, "body-falls", checked_bodies, i,
          fmt::format("no joints connect it{} to a body that follows a bone, so nothing holds it", others));
    }
  }

  const pmx::File& file_;
  Findings& findings_;
  std::vector<RigidBody> bodies_;
  std::vector<Tie> ties_;  ///< joints between two existing bodies
};

}  // namespace

void check_bodies(const pmx::File& file, Findings& findings) {
  BodyChecker(file, findings).run();
}

}  // namespace mmd
