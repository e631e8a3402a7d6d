#include "export/vrm_animation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "export/make_exchange.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// A humanoid bone's place in the model.
struct Joint {
  std::int32_t bone = none;
  quat t_pose = identity_rotation();  ///< from rest, in model space
};

/// The nearest bone above `bone` that is among the humanoid ones; none for the hips.
std::int32_t human_above(const Model& model, std::int32_t bone,
                         const std::map<std::int32_t, std::size_t>& numbers) {
  const auto parent_of = [&](std::int32_t b) { return model.bone(b).parent; };
  std::int32_t above = parent_of(bone);
  while (above != none && numbers.count(above) == 0) above = parent_of(above);
  return above;
}

/// The model in T-pose, for the places of the bones and for the expressions.
class TPose {
 public:
  static Result<TPose> of(const LoadedFigure& figure, const ExpressionChoice& choice) {
    Arrangement arrangement;
    arrangement.figures.resize(1);
    arrangement.figures.front().loaded = std::make_shared<const LoadedFigure>(figure);
    stand_in_t_pose(arrangement.figures.front());
    TPose out{std::make_unique<Session>(std::move(arrangement)), {}, {}};
    out.session->show(0.0);
    Diagnostics ignored;  // about materials, which the file lacks
    MMD_TRY(auto exchange,
            make_exchange(figure.loaded, out.actor(), ExchangeShape::skinned, MaterialTerms::plain, ignored));
    MMD_TRY(out.avatar, make_avatar(figure.model(), exchange, choice));
    out.morphs = std::move(exchange.morphs);
    return out;
  }

  const Actor& actor() const { return *session->scene().actors.front(); }

  std::unique_ptr<Session> session;
  VrmAvatar avatar;
  std::vector<ExchangeMorph> morphs;
};

class Sampler {
 public:
  Sampler(const TPose& t_pose, Session& session) : t_pose_(t_pose), session_(session) {
    const Model& model = t_pose.actor().model();
    out_.name = t_pose.avatar.name;
    for (const auto& [name, bone] : in_tree_order(model)) add_bone(model, name, bone);
    for (const VrmExpression& expression : t_pose.avatar.expressions)
      if (expression.morph != none && (expression.is_custom || !expression.name.starts_with("look")))
        expressions_.push_back(&expression);
    for (const VrmExpression* expression : expressions_)
      out_.expressions.push_back({expression->is_custom, expression->name, {}});
  }

  void sample(double frame, float time) {
    session_.show(frame);
    const Actor& actor = *session_.scene().actors.front();
    out_.times.push_back(time);
    const auto palette = actor.palette();
    std::vector<quat> turned;  // from T-pose, in model space
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      const Affine& matrix = palette[static_cast<std::size_t>(joints_[i].bone)];
      turned.push_back(glm::normalize(rotation_of(matrix) * glm::conjugate(joints_[i].t_pose)));
      VrmAnimation::Bone& bone = out_.bones[i];
      const quat local = bone.parent == i ? turned[i] : glm::conjugate(turned[bone.parent]) * turned[i];
      bone.rotations.push_back(nearest(glm::normalize(local), bone.rotations));
    }
    out_.hips.push_back(in_metres(actor.bones().position(joints_.front().bone)));
    // Without what group morphs add: the expression of the group adds that.
    const auto& weights = actor.pose.morph_weights;
    for (std::size_t i = 0; i < expressions_.size(); ++i) {
      const float weight = weights[static_cast<std::size_t>(expressions_[i]->morph)];
      out_.expressions[i].weights.push_back(std::clamp(weight, 0.0f, 1.0f));
    }
  }

  VrmAnimation take() {
    std::erase_if(out_.expressions, [](const VrmAnimation::Expression& e) {
      return std::all_of(e.weights.begin(), e.weights.end(), [](float w) { return w == 0.0f; });
    });
    return std::move(out_);
  }

 private:
  /// The humanoid bones without the eyes, which VRM animates otherwise; parents before children.
  std::vector<std::pair<std::string, std::int32_t>> in_tree_order(const Model& model) const {
    auto out = t_pose_.avatar.bones;
    std::erase_if(out, [](const auto& bone) { return bone.first == "leftEye" || bone.first == "rightEye"; });
    const auto depth = [&](std::int32_t bone) {
      int steps = 0;
      for (; bone != none; bone = model.bone(bone).parent) ++steps;
      return steps;
    };
    std::stable_sort(out.begin(), out.end(), [&](const auto& a, const auto& b) {
      return std::pair(a.first != "hips", depth(a.second)) < std::pair(b.first != "hips", depth(b.second));
    });
    return out;
  }

  void add_bone(const Model& model, const std::string& name, std::int32_t bone) {
    const std::size_t number = joints_.size();
    numbers_.emplace(bone, number);
    const Affine& matrix = t_pose_.actor().palette()[static_cast<std::size_t>(bone)];
    joints_.push_back({bone, rotation_of(matrix)});
    const std::int32_t above = human_above(model, bone, numbers_);
    const std::size_t parent = above == none ? 0 : numbers_.at(above);
    out_.bones.push_back({name, parent, in_metres(t_pose_.actor().bones().position(bone)), {}});
  }

  /// Of the two quaternions of a rotation, that which is nearer to the last one: programs interpolate.
  static quat nearest(const quat& q, const std::vector<quat>& before) {
    return !before.empty() && glm::dot(before.back(), q) < 0.0f ? -q : q;
  }

  const TPose& t_pose_;
  Session& session_;
  std::vector<Joint> joints_;
  std::map<std::int32_t, std::size_t> numbers_;  ///< index in joints_ by bone
  std::vector<const VrmExpression*> expressions_;
  VrmAnimation out_;
};

}  // namespace

Result<VrmAnimation> sample_vrm_animation(Session& session, const ExchangeSampling& sampling,
                                          const ExpressionChoice& choice,
                                          const std::function<void(double share)>& progress) {
  const double step = frames_per_second / sampling.rate, length = sampling.last - sampling.first;
  const double count = std::floor(length / step + 1e-6) + 1.0;
  if (count > max_samples)
    return fail(
        fmt::format("the motion has {:.0f} samples; no more than {:.0f} can be written", count, max_samples),
        "`mmdview check MOTION` lists keys at wrong frames");
  MMD_TRY(const TPose t_pose, TPose::of(*session.arrangement().subject().loaded, choice));
  Sampler sampler(t_pose, session);
  for (std::size_t k = 0; static_cast<double>(k) < count; ++k) {
    const double passed = static_cast<double>(k) * step;
    sampler.sample(sampling.first + passed, static_cast<float>(passed / frames_per_second));
    if (progress && length > 0.0) progress(passed / length);
  }
  return sampler.take();
}

}  // namespace mmd
