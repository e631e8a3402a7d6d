#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "annotations/label_source.h"
#include "base/content_hash.h"
#include "base/math.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/manifest.h"
#include "commands/batch/plan.h"
#include "commands/picture/picture_metadata.h"
#include "commands/picture/shown.h"
#include "options/batch_choice.h"

namespace mmd {

/// A camera by chance, around what it looks at; and a light.
struct RandomView {
  float azimuth = 0.0f, elevation = 0.0f;  ///< degrees, as RandomViews has them
  float distance = 1.0f, fov = default_fov_degrees, roll = 0.0f;
  vec3 light{0.0f};  ///< where it shines to, MMD's left-handed space, unit
};

/// The same for the same seed, picture and index, on every machine. `picture`: what the pose and its model
/// are known by. Directions are even over the part of the sphere that azimuth and elevation leave.
RandomView random_view(const RandomViews& views, const ContentHash& picture, std::size_t index);

/// A scene that is posed by one thread and drawn by another, over and over.
struct BatchStage {
  SharedBatchModel model;
  std::unique_ptr<PreparedScene> shown;
};

/// A pose or motion on a loaded model, and the pictures of it that are wanted.
struct BatchJob {
  Job job;
  SharedBatchModel model;
  std::vector<std::size_t> items;
};

/// A picture on its way.
struct BatchShot {
  std::size_t item = 0;
  ManifestLine line;
  double frame = 0.0;
  CameraChoice camera;
  LightChoice light;
  float turn = 0.0f;
  std::optional<Camera> held;  ///< the camera where it stands still through a motion
  std::optional<RandomView> chance;
  std::vector<std::string> given;  ///< Options::given of a `shot` of it, without what is up to chance
  ImageMetadata metadata;
  std::shared_ptr<const LabelSource> labels;  ///< once it is drawn; null if none are wanted
  std::chrono::steady_clock::time_point begun;
};

/// To be called for each job in turn, before it is loaded: poses of an archive are unpacked many in one go.
void prefetch_job(const Plan& plan, std::size_t index);

/// Puts poses onto models, as `shot` does. Nothing in it changes: any thread may ask.
class BatchPoser {
 public:
  explicit BatchPoser(const BatchOrder& order);

  /// Of a job those pictures that are the shard's.
  std::vector<std::size_t> wanted(const Job& job) const;
  /// The models that have pictures of the shard, rising.
  std::vector<std::size_t> models_wanted() const;
  /// Whether the picture is there, made of the same, and its labels are.
  bool is_there(const BatchShot& shot) const;
  /// What the manifest says of a picture before it is made.
  ManifestLine line_of(std::size_t item) const;
  /// The pose's or motion's file.
  const std::string& file_of(const BatchJob& job) const;

  /// Lays the job's pose or motion over its model; the scene is not posed yet. Errors: it cannot be read.
  Result<void> load(const BatchJob& job, BatchStage& stage) const;
  /// A picture of what was loaded, with its key.
  BatchShot shot_of(std::size_t item, const PreparedScene& shown) const;
  /// Of a video: cameras that are fitted are so to all of a motion, not to each frame, which would shake. To
  /// be called once a job is loaded.
  void hold_cameras(BatchStage& stage, std::vector<BatchShot>& shots) const;
  void pose(BatchStage& stage, double frame, const std::function<bool()>& keep_going) const;
  /// Camera and light of a picture. What is up to chance is known after it, and is in the metadata as the
  /// options of a `shot` that shows the same.
  void aim(PreparedScene& shown, BatchShot& shot) const;

 private:
  void aim_by_chance(const PreparedScene& shown, BatchShot& shot) const;
  double frame_for(const PreparedScene& shown, double frame) const;
  Camera held_camera(BatchStage& stage, const std::vector<double>& frames, const CameraChoice& view) const;

  const BatchOrder order_;
  std::vector<ContentHash> choices_;  ///< of each view
};

}  // namespace mmd
