#include "document/watched_files.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "assets/file_set.h"
#include "document/scene_pose.h"

namespace mmd {
namespace {

void add_model(const std::string& file, const LoadedModel& loaded, std::vector<std::string>& out) {
  out.push_back(file_on_disk(file));
  const ModelOrigin& origin = loaded.origin;
  if (!origin.files || !origin.member.empty()) return;  // textures are in the same archive
  for (const std::string& texture : loaded.model->textures)
    if (const auto path = find_texture(origin, texture)) out.push_back(origin.files->name() + "/" + *path);
}

}  // namespace

std::string file_on_disk(const std::string& name) {
  const auto in_archive = archive_path(name);
  return in_archive ? in_archive->archive : name;
}

std::vector<std::string> files_of(const LoadedFigure& document) {
  std::vector<std::string> out;
  add_model(document.model_file, document.loaded, out);
  for (const AttachedModel& attached : document.attached) add_model(attached.file, attached.loaded, out);
  for (const PoseLayer& pose : document.poses)
    if (!pose_named(pose.file)) out.push_back(file_on_disk(pose.file));
  for (const MotionLayer& motion : document.motions) out.push_back(file_on_disk(motion.file));
  out.erase(std::remove(out.begin(), out.end(), "-"), out.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Zero time and size: there is no such file.
WatchedFiles::State WatchedFiles::state_of(const std::string& file) {
  std::error_code error;
  const std::filesystem::path path = path_from_utf8(file);
  const auto size = std::filesystem::file_size(path, error);
  if (error) return {};
  const auto time = std::filesystem::last_write_time(path, error);
  return error ? State() : State{time, size};
}

void WatchedFiles::follow(const std::vector<std::string>& files) {
  std::map<std::string, State> next;
  for (const std::string& file : files) {
    const auto before = files_.find(file);
    next.emplace(file, before != files_.end() ? before->second : state_of(file));
  }
  files_ = std::move(next);
}

void WatchedFiles::excuse(const std::string& file) {
  if (const auto at = files_.find(file); at != files_.end()) at->second = state_of(file);
}

std::vector<std::string> WatchedFiles::folders() const {
  std::vector<std::string> out;
  for (const auto& file : files_) {
    const auto folder = path_from_utf8(file.first).parent_path();
    out.push_back(folder.empty() ? "." : to_utf8(folder));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool WatchedFiles::changed() {
  bool any = false;
  for (auto& [file, before] : files_) {
    const State now = state_of(file);
    if (now == State() || now == before) continue;
    before = now;
    any = true;
  }
  return any;
}

}  // namespace mmd
