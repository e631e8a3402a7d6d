#pragma once

// What a batch makes: pictures of each pose or motion on each model, from each view, at each frame. Only
// poses and motions are kept; a picture is a number.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/content_hash.h"
#include "commands/batch/sources.h"
#include "options/name_template.h"

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

}  // namespace mmd
