#pragma once

#include <optional>
#include <string>
#include <vector>

#include "commands/batch/plan.h"
#include "options/options.h"

namespace mmd {

/// A view of a batch.
struct BatchView {
  std::string name;
  CameraChoice camera;
  std::optional<std::size_t> chance;  ///< the index of a view by chance
  float turn = 0.0f;                  ///< about the vertical through the target, radians
  std::vector<std::string> given;     ///< Options::given of a `shot` of it
};

/// The views that are asked for, at least one.
std::vector<BatchView> batch_views(const Options& options);

/// What the options ask for. What cannot be used of the poses and motions is added to `problems`. Errors:
/// nothing is left, the pictures' names are no pictures'.
Result<Plan> plan_batch(const Options& options, const std::vector<BatchView>& views, Diagnostics& problems);

/// The warning that frames of motions are asked for and there are no motions.
std::optional<Diagnostic> idle_frames(const Options& options, const Plan& plan);

/// What --name is unless it is given: the template with what tells the pictures apart.
std::string usual_names(const Options& options);

}  // namespace mmd
