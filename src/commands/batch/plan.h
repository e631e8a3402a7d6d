#pragma once

// The pictures of a batch: of each pose or motion on each model, from each view, at each frame. A picture is
// a number; the plan stores only models, sources, frames and views.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/content_hash.h"
#include "base/result.h"
#include "commands/batch/sources.h"
#include "options/batch_choice.h"
#include "options/name_template.h"
#include "options/options.h"

namespace mmd {

/// A picture of a batch as indices.
struct Item {
  std::size_t model = 0, source = 0, frame = 0, view = 0;
  bool operator==(const Item&) const = default;
};

/// A pose or motion on a model; its pictures have consecutive numbers.
struct Job {
  std::size_t model = 0, source = 0;
  std::size_t first = 0, last = 0;  ///< its pictures: [first, last)
};

struct Plan {
  std::vector<std::string> models;          ///< files as given
  std::vector<Source> sources;              ///< a source without a file is the rest pose
  std::vector<std::vector<double>> frames;  ///< per source; at least one
  std::vector<std::string> views;           ///< names; at least one
  NameTemplate names;

  /// Call after setting the members above.
  void count();

  std::size_t size() const { return models.size() * items_per_model_; }
  std::size_t job_count() const { return models.size() * sources.size(); }
  Job job(std::size_t index) const;
  Item item(std::size_t index) const;
  /// The end of the sources to unpack together from `source` on; `source` itself if it was among others.
  std::size_t unpacked_with(std::size_t source) const;
  /// The picture's path below the output folder.
  std::string name(std::size_t index) const;

 private:
  std::vector<std::size_t> items_before_;  ///< pictures of a model before each source
  std::size_t items_per_model_ = 0;
  std::vector<std::size_t> unpacked_from_;  ///< first sources of those that are unpacked together
};

/// Identifies a pose, or a motion at a frame, on a model by file names without folders, so that it does not
/// change when files are added or moved.
ContentHash identity_of(const Plan& plan, const Item& item);

/// Returns two pictures with the same name, and a field that distinguishes them; nullopt if there are none.
/// The plan must be counted.
std::optional<Diagnostic> find_collision(const Plan& plan);

/// Returns a picture with the same name as another picture's label. Labels have the picture's name with one
/// of these endings instead of its extension.
std::optional<Diagnostic> find_label_collision(const Plan& plan, const std::vector<std::string>& suffixes);

/// A view of a batch.
struct BatchView {
  std::string name;
  CameraChoice camera;
  std::optional<std::size_t> chance;  ///< index of a random view
  float turn = 0.0f;                  ///< rotation about the vertical axis through the target, radians
  std::vector<std::string> given;     ///< Options::given of the same `shot`
};

/// The requested views, at least one.
std::vector<BatchView> batch_views(const Options& options);

/// Makes the plan of the options. Adds unusable poses and motions to `problems`. Errors: nothing is left, the
/// extension is not a picture's.
Result<Plan> plan_batch(const Options& options, const std::vector<BatchView>& views, Diagnostics& problems);

/// The warning that --frames has no effect without motions.
std::optional<Diagnostic> idle_frames(const Options& options, const Plan& plan);

/// The default of --name: a template with the fields that distinguish the pictures.
std::string usual_names(const Options& options);

/// Reads an environment variable; nullopt if it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment process_environment();

/// The shard in the environment of a scheduler: Slurm job array, Kubernetes indexed job, AWS Batch array job.
/// `count`: number of shards if the environment does not give it; 0: unknown. Errors: no scheduler, no count.
Result<Shard> shard_of_environment(const Environment& environment, std::size_t count);

/// The shard, of `count`, that makes a picture. Depends on the names of model and pose and on the frame, so
/// it does not change when poses are added. All views of a pose are in the same shard.
std::size_t shard_of(const Plan& plan, const Item& item, std::size_t count);

}  // namespace mmd
