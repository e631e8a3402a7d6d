#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/body_overlap.h"
#include "model/builders.h"
#include "model/check_model.h"

namespace mmd {
namespace {

constexpr std::string_view checked_bodies = "rigid bodies";
constexpr std::string_view checked_joints = "joints";

/// Bodies that overlap by less than this only touch.
constexpr float least_overlap = 0.01f;
/// One dynamic body this much heavier than the next in a chain: the solver's ten iterations do not hold them.
constexpr float mass_ratio = 100.0f;

/// Looks at bodies and joints with the file's numbers as they are repaired, and at the joints' indices in the
/// file.
class BodyChecker {
 public:
  BodyChecker(const pmx::File& file, Findings& findings) : file_(file), findings_(findings) {
    Repairs told_elsewhere;
    bodies_ = build_physics(file, told_elsewhere).bodies;
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
    Finding f;
    f.severity = severity;
    f.rule = rule;
    f.section = section;
    f.element = element;
    f.name = section == checked_bodies ? bodies_[element].name : file_.utf8(file_.joints[element].name);
    f.what = std::move(what);
    f.hint = std::move(hint);
    findings_.add(std::move(f));
  }

  /// "x, y and z", of the axes whose lower limit lies above the upper one; empty if there are none.
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

  /// Limits along and about all three axes have those two types (semantics, "Physics").
  void check_limits(std::size_t i) {
    const pmx::Joint& joint = file_.joints[i];
    if (joint.type > static_cast<std::uint8_t>(JointType::six_dof)) return;
    const std::string along = free_axes(joint.translation_lower, joint.translation_upper);
    const std::string about = free_axes(joint.rotation_lower, joint.rotation_upper);
    if (!along.empty()) {
      add(Severity::note, "joint-limits", checked_joints, i,
          fmt::format("its lower limit lies above the upper one along {}, which leaves that free", along));
    }
    if (!about.empty()) {
      add(Severity::note, "joint-limits", checked_joints, i,
          fmt::format("its lower limit lies above the upper one about {}, which leaves that free", about));
    }
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      const float low = joint.rotation_lower[axis], high = joint.rotation_upper[axis];
      if (!(low <= high) || (std::abs(low) <= pi && std::abs(high) <= pi)) continue;
      constexpr float degrees = 180.0f / pi;
      add(Severity::warning, "joint-limits", checked_joints, i,
          fmt::format(
              "its limits about {}, {:.0f} to {:.0f} degrees, go beyond half a turn; they are wrapped "
              "to {:.0f} and {:.0f}",
              "xyz"[axis], low * degrees, high * degrees, wrapped(low) * degrees, wrapped(high) * degrees),
          "for an axis that turns freely, set the lower limit above the upper one");
    }
  }
  /// Into a half turn either way, as the engine takes limits.
  static float wrapped(float angle) { return std::remainder(angle, 2.0f * pi); }

  void check_masses(const Tie& tie) {
    const RigidBody &a = bodies_[tie.a], &b = bodies_[tie.b];
    if (!a.is_dynamic() || !b.is_dynamic()) return;
    const auto [light, heavy] = a.mass < b.mass ? std::pair(tie.a, tie.b) : std::pair(tie.b, tie.a);
    const float ratio = bodies_[heavy].mass / bodies_[light].mass;
    if (!(ratio >= mass_ratio)) return;
    add(Severity::warning, "joint-mass", checked_joints, tie.joint,
        fmt::format("ties {}, mass {:g}, to {}, mass {:g}: {:.0f} times as heavy", named(light),
                    bodies_[light].mass, named(heavy), bodies_[heavy].mass, ratio),
        "the joint stretches and may shake; bring the masses within a factor of ten");
  }

  /// By places along x, so that only neighbours are compared; and no more than a hostile file may cost.
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
      if (depth > least_overlap) overlaps.push_back({a, b, depth});
    });
    // The worst are those that are told one by one.
    std::sort(overlaps.begin(), overlaps.end(), [](const Overlap& x, const Overlap& y) {
      return std::tuple(-x.depth, x.a, x.b) < std::tuple(-y.depth, y.a, y.b);
    });
    for (const Overlap& o : overlaps) {
      tell_overlap(o, std::binary_search(tied.begin(), tied.end(), std::pair(o.a, o.b)));
    }
  }

  void tell_overlap(const Overlap& overlap, bool tied) {
    const bool second = bodies_[overlap.b].is_dynamic();
    const std::size_t body = second ? overlap.b : overlap.a, other = second ? overlap.a : overlap.b;
    if (tied) {
      return add(
          Severity::note, "body-overlap-tied", checked_bodies, body,
          fmt::format("collides with {}, to which a joint ties it, and lies {:.2f} units in it at rest",
                      named(other), overlap.depth),
          "contact and joint work against each other; if it shakes, take the group out of its mask");
    }
    add(Severity::warning, "body-overlap", checked_bodies, body,
        fmt::format("collides with {} and lies {:.2f} units in it at rest", named(other), overlap.depth),
        "physics pushes them apart: make one smaller, or take the group out of its mask");
  }

  /// Bodies that no chain of joints ties to one that follows a bone.
  void check_falling() {
    std::vector<std::size_t> above(bodies_.size());
    std::iota(above.begin(), above.end(), std::size_t{0});
    const auto top = [&](std::size_t i) {
      while (above[i] != i) i = above[i] = above[above[i]];
      return i;
    };
    for (const Tie& tie : ties_) {
      const std::size_t a = top(tie.a), b = top(tie.b);
      above[std::max(a, b)] = std::min(a, b);  // so that the top is the first of them
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
          size[i] > 1 ? fmt::format(" nor the {} that hang on it", size[i] - 1) : std::string();
      add(Severity::note, "body-falls", checked_bodies, i,
          fmt::format("no joints tie it{} to a body that follows a bone, so nothing holds it", others));
    }
  }

  const pmx::File& file_;
  Findings& findings_;
  std::vector<RigidBody> bodies_;
  std::vector<Tie> ties_;  ///< joints that tie two bodies
};

}  // namespace

void check_bodies(const pmx::File& file, Findings& findings) {
  BodyChecker(file, findings).run();
}

}  // namespace mmd
