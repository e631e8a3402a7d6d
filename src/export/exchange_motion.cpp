#include "export/exchange_motion.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "base/math.h"
#include "base/words.h"
#include "export/make_exchange.h"
#include "export/motion_block.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// Limit for samples times bones and morphs; a bone key takes 36 bytes, a morph weight 4.
constexpr double max_values = 5e7;

/// The largest vertex offset of each morph, metres.
std::vector<float> reach_of_morphs(const std::vector<ExchangeMorph>& morphs) {
  std::vector<float> out;
  for (const ExchangeMorph& morph : morphs) {
    float farthest = 0.0f;
    for (const auto& part : morph.parts)
      for (const auto& offset : part) farthest = std::max(farthest, glm::length(offset.offset));
    out.push_back(farthest);
  }
  return out;
}

/// Finds material and UV morphs that change; glTF cannot store them.
class LostMorphs {
 public:
  void watch(const Actor& actor) {
    const auto weights = actor.morph_weights();
    if (first_.empty()) first_.assign(weights.begin(), weights.end());
    changed_.resize(first_.size(), 0);
    for (std::size_t m = 0; m < first_.size(); ++m) {
      const auto& data = actor.model().morphs[m].data;
      const bool lost = std::holds_alternative<MaterialMorph>(data) || std::holds_alternative<UvMorph>(data);
      if (lost && weights[m] != first_[m]) changed_[m] = 1;
    }
  }
  std::vector<std::size_t> changed() const {
    std::vector<std::size_t> out;
    for (std::size_t m = 0; m < changed_.size(); ++m)
      if (changed_[m] != 0) out.push_back(m);
    return out;
  }

 private:
  std::vector<float> first_;
  std::vector<std::uint8_t> changed_;
};

std::size_t keys_in(const ExchangeMotion& motion) {
  std::size_t out = 0;
  for (const auto& track : motion.translations) out += track.times.size();
  for (const auto& track : motion.rotations) out += track.times.size();
  return out;
}

class MotionSampler {
 public:
  MotionSampler(Session& session, const std::vector<ExchangeMorph>& morphs, const ExchangeSampling& sampling)
      : session_(session),
        morphs_(morphs),
        sampling_(sampling),
        placed_(session.arrangement().subject().model().skeleton),
        block_(session.arrangement().subject().model().skeleton, reach_of_morphs(morphs), sampling.error) {}

  void sample(double frame) {
    session_.show(frame);
    const Actor& actor = *session_.scene().actors.front();
    std::vector<float> weights;
    for (const ExchangeMorph& morph : morphs_) weights.push_back(actor.morph_weights()[morph.morph]);
    const auto& locals = placed_.place(actor.bones());
    if (pose_.empty()) pose_ = make_bones(actor.bones());
    block_.add(static_cast<float>((frame - sampling_.first) / frames_per_second), locals, std::move(weights));
    out_.linear_error = std::max(out_.linear_error, linear_skinning_error(actor));
    out_.sampled_keys += 2 * locals.size();
    lost_.watch(actor);
    out_.hides |= !actor.visible;
    if (block_.is_full()) flush();
  }

  SampledMotion finish() {
    if (block_.has_new()) flush();
    if (sampling_.error > 0.0f) drop_resting_keys(pose_, out_.motion);
    out_.kept_keys = keys_in(out_.motion);
    out_.lost_morphs = lost_.changed();
    return std::move(out_);
  }

 private:
  void flush() {
    out_.error = std::max(out_.error, static_cast<float>(block_.thin() / metres_per_unit));
    block_.move_on(out_.motion);
  }

  Session& session_;
  const std::vector<ExchangeMorph>& morphs_;
  const ExchangeSampling& sampling_;
  PlacedBones placed_;
  MotionBlock block_;
  LostMorphs lost_;
  std::vector<ExchangeBone> pose_;  ///< of the first sample
  SampledMotion out_;
};

}  // namespace

Result<SampledMotion> sample_motion(Session& session, const std::vector<ExchangeMorph>& morphs,
                                    const ExchangeSampling& sampling,
                                    const std::function<void(double share)>& progress) {
  const double step = frames_per_second / sampling.rate, length = sampling.last - sampling.first;
  if (length / step > max_samples)
    return fail(fmt::format("the motion has {:.0f} samples; no more than {:.0f} can be written",
                            length / step + 1.0, max_samples),
                "`mmdview check MOTION` lists keys at wrong frames");
  const std::size_t bones = session.arrangement().subject().model().bone_count();
  if ((length / step + 1.0) * static_cast<double>(bones + morphs.size()) > max_values)
    return fail(
        fmt::format(
            "the motion is too long: {:.0f} samples of {} and {}; the limit is {:.0f} values in total",
            length / step + 1.0, counted(bones, "bone"), counted(morphs.size(), "morph"), max_values),
        "use a smaller --bake-rate, or --frame for one frame");
  const auto time_of = [&](double frame) {
    return static_cast<float>((frame - sampling.first) / frames_per_second);
  };
  MotionSampler sampler(session, morphs, sampling);
  for (std::size_t k = 0;; ++k) {
    // A sample within rounding before the end counts as the end, because times must ascend.
    const double at = sampling.first + static_cast<double>(k) * step;
    const bool is_last = at >= sampling.last - 1e-3 * step || !(time_of(at) < time_of(sampling.last));
    const double frame = is_last ? sampling.last : at;
    sampler.sample(frame);
    if (is_last) return sampler.finish();
    if (progress) progress((frame - sampling.first) / length);
  }
}

}  // namespace mmd
