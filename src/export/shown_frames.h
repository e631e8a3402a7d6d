#pragma once

#include <memory>

#include "document/simulation.h"
#include "export/bake.h"
#include "scene/scene.h"

namespace mmd {

/// A document frame by frame, with its bodies where they are asked for.
class ShownFrames {
 public:
  /// `source` stays.
  explicit ShownFrames(const BakeSource& source);

  /// Simulated frames are to rise.
  void show(double frame);
  /// The model at the last frame.
  const Actor& actor() const { return *scene_.actors.front(); }
  /// Whether bodies are simulated.
  bool is_simulated() const { return simulation_ != nullptr && !simulation_->is_empty(); }
  Diagnostics warnings() const;

 private:
  const BakeSource& source_;
  Scene scene_;
  std::unique_ptr<Simulation> simulation_;  ///< null: without
};

}  // namespace mmd
