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
#include "commands/picture/picture_models.h"
#include "commands/picture/shot_scene.h"
#include "options/batch_choice.h"

namespace mmd {

/// A random camera around its target, and a random light.
struct RandomView {
  float azimuth = 0.0f, elevation = 0.0f;  ///< degrees, see RandomViews
  float distance = 1.0f, fov = default_fov_degrees, roll = 0.0f;
  vec3 light{0.0f};  ///< direction of the rays, unit, in MMD's left-handed space
};

/// Depends on seed, picture and index only, on every machine. `picture` identifies the pose and its model.
/// Directions are spread evenly over the part of the sphere within the ranges of azimuth and elevation.
RandomView random_view(const RandomViews& views, const ContentHash& picture, std::size_t index);

/// A scene for one picture at a time: one thread poses it, another draws it.
struct BatchStage {
  SharedBatchModel model;
  std::unique_ptr<ShotScene> shown;
  Diagnostics said;                      ///< about the job's files and names
  std::optional<double> frame_of_names;  ///< at which they were taken; for the picture's key
};

/// A pose or motion on a loaded model, and its requested pictures.
struct BatchJob {
  Job job;
  SharedBatchModel model;
  std::vector<std::size_t> items;
};

/// A picture in progress.
struct BatchShot {
  std::size_t item = 0;
  ManifestLine line;
  double frame = 0.0;
  CameraChoice camera;
  LightChoice light;
  float turn = 0.0f;
  std::optional<Camera> held;  ///< the camera of the whole motion, if it stands still
  std::optional<RandomView> chance;
  std::vector<std::string> given;  ///< Options::given of the same `shot`, without random options
  ImageMetadata metadata;
  std::shared_ptr<const LabelSource> labels;  ///< set when the picture is drawn; null without labels
  std::chrono::steady_clock::time_point begun;
};

/// Call for each job in order, before loading it: many poses of an archive are unpacked together.
void prefetch_job(const Plan& plan, std::size_t index);

/// Poses models as `shot` does. Immutable, so all threads may use it.
class BatchPoser {
 public:
  explicit BatchPoser(const BatchOrder& order);

  /// The pictures of a job that belong to the shard.
  std::vector<std::size_t> wanted(const Job& job) const;
  /// The models with pictures in the shard, ascending.
  std::vector<std::size_t> models_wanted() const;
  /// Whether the picture and its labels exist and are up to date.
  bool is_there(const BatchShot& shot) const;
  /// The manifest line of a picture before it is made.
  ManifestLine line_of(std::size_t item) const;
  /// The file of the pose or motion.
  const std::string& file_of(const BatchJob& job) const;

  /// Loads the job's pose or motion for its model, without posing the scene. Error: the file cannot be read.
  Result<void> load(const BatchJob& job, BatchStage& stage) const;
  /// A picture of the loaded pose, with its key.
  BatchShot shot_of(std::size_t item, const BatchStage& stage) const;
  /// For a video: fits cameras to the whole motion, because fitting each frame would shake. Call after
  /// loading a job.
  void hold_cameras(BatchStage& stage, std::vector<BatchShot>& shots) const;
  void pose(BatchStage& stage, double frame, const std::function<bool()>& keep_going) const;
  /// Sets camera and light of a picture. Random values are then known; the metadata contain them as options
  /// of `shot`.
  void aim(ShotScene& shown, BatchShot& shot) const;

 private:
  Result<Layers> layers_of(const BatchJob& job) const;
  void aim_by_chance(const Session& session, BatchShot& shot) const;
  bool moves(const Arrangement& arrangement) const;
  Camera held_camera(BatchStage& stage, const std::vector<double>& frames, const CameraChoice& view) const;

  const BatchOrder order_;
  std::vector<ContentHash> choices_;  ///< hash of the choices, per view
};

}  // namespace mmd
