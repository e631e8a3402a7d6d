#include "export/spring_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "base/rotations.h"
#include "export/spring_bones.h"
#include "scene/scene_physics.h"
#include "session/session.h"

namespace mmd {
namespace {

/// Numbers of a fit, each without bounds: ln(stiffness), logit(drag), ln(gravity).
using Point = std::array<float, 3>;

Point point_of(const SpringNumbers& n) {
  return {std::log(n.stiffness), std::log(n.drag / (1.0f - n.drag)), std::log(n.gravity)};
}
SpringNumbers numbers_of(const Point& p) {
  return {std::clamp(std::exp(p[0]), 0.01f, 200.0f), 1.0f / (1.0f + std::exp(-p[1])),
          std::clamp(std::exp(p[2]), 1e-4f, 20.0f)};
}

Point mix(const Point& a, const Point& b, float share) {
  Point out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a[i] + (b[i] - a[i]) * share;
  return out;
}

/// A minimum of `cost` near `start` (Nelder and Mead: A simplex method for function minimization, 1965).
template <class Cost>
std::pair<Point, float> minimise(const Point& start, int rounds, const Cost& cost) {
  constexpr float first_step = 0.5f;
  using Corner = std::pair<float, Point>;
  const auto tried = [&](const Point& p) {
    const float value = cost(p);
    return Corner(std::isfinite(value) ? value : std::numeric_limits<float>::max(), p);
  };
  std::array<Corner, 4> simplex;
  for (std::size_t i = 0; i < simplex.size(); ++i) {
    Point p = start;
    if (i > 0) p[i - 1] += first_step;
    simplex[i] = tried(p);
  }
  for (int round = 0; round < rounds; ++round) {
    std::sort(simplex.begin(), simplex.end());
    Corner& worst = simplex.back();
    const Point centre = mix(mix(simplex[0].second, simplex[1].second, 0.5f), simplex[2].second, 1.0f / 3.0f);
    const Corner reflected = tried(mix(centre, worst.second, -1.0f));
    if (reflected.first < simplex[0].first) {
      const Corner further = tried(mix(centre, worst.second, -2.0f));
      worst = std::min(reflected, further);
    } else if (reflected.first < simplex[2].first) {
      worst = reflected;
    } else if (const Corner nearer =
                   tried(mix(centre, worst.second, reflected.first < worst.first ? -0.5f : 0.5f));
               nearer.first < std::min(worst.first, reflected.first)) {
      worst = nearer;
    } else {
      for (std::size_t i = 1; i < simplex.size(); ++i)
        simplex[i] = tried(mix(simplex[0].second, simplex[i].second, 0.5f));
    }
  }
  const auto& best = *std::min_element(simplex.begin(), simplex.end());
  return {best.second, best.first};
}

/// Sums squared angles between directions.
class AngleError {
 public:
  void add(const vec3& a, const vec3& b) {
    const float angle = std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
    sum_ += static_cast<double>(angle) * static_cast<double>(angle);
    ++count_;
  }
  float degrees() const {
    return count_ == 0 ? 0.0f
                       : glm::degrees(static_cast<float>(std::sqrt(sum_ / static_cast<double>(count_))));
  }

 private:
  double sum_ = 0.0;
  std::size_t count_ = 0;
};

/// Follows corners (step, value) in straight lines.
float along(int step, std::initializer_list<std::pair<int, float>> corners) {
  const std::pair<int, float>* last = corners.begin();
  for (const auto& corner : corners) {
    if (step < corner.first) {
      const float share = static_cast<float>(step - last->first) /
                          static_cast<float>(std::max(corner.first - last->first, 1));
      return last->second + (corner.second - last->second) * share;
    }
    last = &corner;
  }
  return last->second;
}

/// The model, its bodies, and the places of chains.
class SwingRecorder {
 public:
  SwingRecorder(const LoadedFigure& figure, const PhysicsChoice& choice, const std::vector<VrmSpring>& chains)
      : chains_(chains), session_(at_rest(figure, choice)) {
    session_.show(0.0);
  }
  std::vector<Swing> record(const Movement& movement) {
    std::vector<Swing> out;
    for (const VrmSpring& chain : chains_)
      out.push_back({rest_of(chain, actor().model()), {}, {}, movement.first});
    const Pose rest(actor().model());
    for (int step = 0; step < movement.steps; ++step) {
      auto pose = std::make_shared<Pose>(rest);
      movement.pose(step, *pose);
      Arrangement next = session_.arrangement();
      next.figures.front().edited = std::move(pose);
      session_.set(std::move(next), Bodies::go_on);
      session_.step();
      for (std::size_t c = 0; c < chains_.size(); ++c) add(chains_[c], out[c]);
    }
    return out;
  }

 private:
  /// The bodies are where the rest pose has them.
  static Arrangement at_rest(const LoadedFigure& figure, const PhysicsChoice& choice) {
    Arrangement out;
    Figure& only = out.figures.emplace_back();
    only.loaded = std::make_shared<const LoadedFigure>(figure);
    only.edited = std::make_shared<const Pose>(figure.model());
    only.shows = Shows::pose;
    out.physics = choice;
    out.physics.on = true;
    out.physics.settings.rate = spring_rate;
    out.physics.warm_up_steps = 0;
    out.physics.steps = 0;
    return out;
  }
  const Actor& actor() const { return *session_.scene().actors.front(); }
  /// Adds the places of a chain now.
  void add(const VrmSpring& chain, Swing& swing) const {
    const auto& palette = actor().palette();
    const auto of = [&](std::int32_t bone) { return palette[static_cast<std::size_t>(bone)]; };
    const Skeleton& skeleton = actor().model().skeleton;
    swing.anchors.push_back(anchor_of(chain, actor()));
    std::vector<vec3> ways;
    for (std::size_t j = 0; j < chain.bones.size(); ++j) {
      const Bone& bone = skeleton.bones[static_cast<std::size_t>(chain.bones[j])];
      const vec3 head = transform_point(of(chain.bones[j]), bone.rest);
      const vec3 tail =
          j + 1 < chain.bones.size()
              ? transform_point(of(chain.bones[j + 1]),
                                skeleton.bones[static_cast<std::size_t>(chain.bones[j + 1])].rest)
              : transform_point(of(chain.bones[j]), bone.rest + chain.tail);
      ways.push_back(glm::normalize(tail - head));
    }
    swing.ways.push_back(std::move(ways));
  }

  const std::vector<VrmSpring>& chains_;
  Session session_;
};

}  // namespace

Movement probe_movement(const Model& model) {
  constexpr int still = 60, half = 110;
  const std::int32_t head = model.find_bone("頭"), upper = model.find_bone("上半身"),
                     centre = model.find_bone("センター");
  const auto posed = [=](int step, Pose& pose) {
    // Everything once to each side, so that the chains of both sides get like numbers.
    const int s = (step - still) % half;
    const float side = step - still < half ? 1.0f : -1.0f;
    const auto turn = [&](std::int32_t bone, float degrees, const vec3& axis) {
      if (bone != none)
        pose.rotation[static_cast<std::size_t>(bone)] = glm::angleAxis(glm::radians(degrees), axis);
    };
    turn(head, side * along(s, {{0, 0.0f}, {10, 60.0f}, {20, 0.0f}, {30, -60.0f}, {40, 0.0f}}),
         vec3(0, 1, 0));
    turn(upper, along(s, {{40, 0.0f}, {50, 25.0f}, {60, 0.0f}}), vec3(1, 0, 0));
    if (centre != none)
      pose.translation[static_cast<std::size_t>(centre)].x =
          side * along(s, {{60, 0.0f}, {65, 1.2f}, {71, 0.0f}});
  };
  return {still + 2 * half, still - 20, posed};
}

std::vector<Swing> record_swings(const LoadedFigure& figure, const PhysicsChoice& choice,
                                 const Movement& movement, const std::vector<VrmSpring>& chains) {
  return SwingRecorder(figure, choice, chains).record(movement);
}

float spring_error(const Swing& swing, const SpringNumbers& numbers) {
  SpringBones bones(swing.rest, swing.anchors.front());
  AngleError error;
  for (std::size_t s = 0; s < swing.anchors.size(); ++s) {
    bones.step(swing.anchors[s], numbers);
    if (static_cast<int>(s) < swing.first) continue;
    const std::vector<vec3>& ways = bones.ways();
    for (std::size_t j = 0; j < ways.size(); ++j) error.add(ways[j], swing.ways[s][j]);
  }
  return error.degrees();
}

float rigid_error(const Swing& swing) {
  AngleError error;
  for (std::size_t s = static_cast<std::size_t>(swing.first); s < swing.anchors.size(); ++s)
    for (std::size_t j = 0; j < swing.ways[s].size(); ++j)
      error.add(transform_vector(swing.anchors[s], swing.rest[j + 1] - swing.rest[j]), swing.ways[s][j]);
  return error.degrees();
}

bool fit_springs(const LoadedFigure& figure, const PhysicsChoice& choice, std::vector<VrmSpring>& chains,
                 const FitProgress& progress, SpringEffort effort) {
  static constexpr SpringNumbers starts[] = {
      {0.5f, 0.3f, 0.05f}, {0.1f, 0.1f, 0.12f}, {2.0f, 0.6f, 0.05f}, {4.0f, 0.2f, 0.2f}};
  const int rounds = effort == SpringEffort::quick ? 40 : 160;
  const std::vector<Swing> swings = record_swings(figure, choice, probe_movement(figure.model()), chains);
  for (std::size_t c = 0; c < chains.size(); ++c) {
    VrmSpring& chain = chains[c];
    chain.rigid_error = rigid_error(swings[c]);
    chain.error = std::numeric_limits<float>::max();
    for (const SpringNumbers& start : starts) {
      const auto [best, error] = minimise(
          point_of(start), rounds, [&](const Point& p) { return spring_error(swings[c], numbers_of(p)); });
      if (error >= chain.error) continue;
      chain.error = error;
      chain.numbers = numbers_of(best);
    }
    if (progress && !progress(static_cast<double>(c + 1) / static_cast<double>(chains.size()))) return false;
  }
  return true;
}

std::vector<VrmSpring> take_rigid(std::vector<VrmSpring>& chains) {
  std::vector<VrmSpring> kept, rigid;
  for (VrmSpring& chain : chains)
    (chain.error < chain.rigid_error ? kept : rigid).push_back(std::move(chain));
  chains = std::move(kept);
  return rigid;
}

}  // namespace mmd
