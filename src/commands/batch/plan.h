#pragma once

// What a batch makes: pictures of each pose or motion on each model, from each view, at each frame. Only
// poses and motions are kept; a picture is a number.

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

/// A picture of a batch, by indices.
struct Item {
  std::size_t model = 0, source = 0, frame = 0, view = 0;
  bool operator==(const Item&) const = default;
};

/// A pose or motion on a model: its pictures follow each other.
struct Job {
  std::size_t model = 0, source = 0;
  std::size_t first = 0, last = 0;  ///< its items, to before `last`
};

struct Plan {
  std::vector<std::string> models;          ///< files, as they were given
  std::vector<Source> sources;              ///< one without a file: the rest pose
  std::vector<std::vector<double>> frames;  ///< of each source; at least one
  std::vector<std::string> views;           ///< their names; at least one
  NameTemplate names;

  /// To be called when all above is set.
  void count();

  std::size_t size() const { return models.size() * items_per_model_; }
  std::size_t job_count() const { return models.size() * sources.size(); }
  Job job(std::size_t index) const;
  Item item(std::size_t index) const;
  /// The picture's path below the output's folder.
  std::string name(std::size_t index) const;

 private:
  std::vector<std::size_t> items_before_;  ///< of a model, before each source
  std::size_t items_per_model_ = 0;
};

/// What a pose, or a motion at a frame, on a model is known by: names of files without their folders on disk,
/// so that it stays the same when poses are added or moved.
ContentHash identity_of(const Plan& plan, const Item& item);

/// Two pictures of one name, and what would tell them apart; nullopt if there are none. Counted must it be.
std::optional<Diagnostic> find_collision(const Plan& plan);

/// A picture that is called as a label of another one is; each picture's are called as it is, with one of
/// these in place of its extension.
std::optional<Diagnostic> find_label_collision(const Plan& plan, const std::vector<std::string>& suffixes);

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

/// Asks for an environment variable; nullopt: it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;
Environment process_environment();

/// The shard that a scheduler's environment names: a Slurm job array, an indexed job of Kubernetes, an array
/// job of AWS Batch. `count`: how many there are, where the environment does not say; 0: not known. Errors:
/// none of them is there, the count is missing.
Result<Shard> shard_of_environment(const Environment& environment, std::size_t count);

/// The shard, of `count`, that makes a picture: by the names of model and pose and by the frame, so that it
/// stays the same when poses are added. All views of a pose are in one.
std::size_t shard_of(const Plan& plan, const Item& item, std::size_t count);

}  // namespace mmd
