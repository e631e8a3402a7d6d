#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mmd {

/// The .vpd files of a folder, in natural order. Empty if the folder cannot be read.
std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder);

/// The index in `poses` (sorted as `poses_in` does) that lies `step` away from `current`, going around at the
/// ends. `current` need not be among them: then its place is where it would be. `poses` must not be empty.
std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step);

/// The folder that Left and Right go through: that of the pose that was opened last or, before there was one,
/// the model's own.
class PoseSteps {
 public:
  /// A pose was opened, whether it could be loaded or not.
  void open(const std::string& pose) { pose_ = pose; }
  /// None was.
  void forget() { pose_.clear(); }
  /// The pose that was opened last; empty: none.
  const std::string& pose() const { return pose_; }
  /// A pose or, without one, the model, in the folder with the poses.
  const std::string& place(const std::string& model) const { return pose_.empty() ? model : pose_; }

  /// Goes to the pose that lies `step` away, around at the ends. False if the folder has none.
  bool go(const std::string& model, int step);
  /// "3 of 13" if that is the pose that `go` went to; else empty.
  std::string number_of(const std::string& pose) const;

  /// Reads anew which poses there are to step through.
  void list(const std::string& model);
  /// As they were listed last.
  const std::vector<std::string>& listed() const { return listed_; }

 private:
  std::string pose_, gone_to_;
  std::size_t number_ = 0, count_ = 0;
  std::vector<std::string> listed_;
};

}  // namespace mmd
