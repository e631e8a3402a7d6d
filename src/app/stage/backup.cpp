#include "app/stage/backup.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/json.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Seconds from a change to its backup.
constexpr double written_after = 2.0;
/// Maximum windows at a time.
constexpr int max_windows = 1000;

fs::path backup_numbered(const fs::path& folder, int number) {
  return folder / fmt::format("unsaved-{}.mmdscene", number);
}

bool is_backup(const fs::path& file) {
  return file.extension() == ".mmdscene" && to_utf8(file.filename()).rfind("unsaved-", 0) == 0;
}

std::unique_ptr<HeldFile> lock(const fs::path& file) {
  fs::path lock_file = file;
  lock_file += ".lock";
  return HeldFile::take(lock_file);
}

/// Removes the backup but not its lock file, which another window may be about to lock.
void remove_quietly(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

std::string words_of(fs::file_time_type time) {
  const auto when = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
      std::chrono::file_clock::to_sys(time));
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  const std::tm t = *std::localtime(&seconds);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                     t.tm_min);
}

// Notes are members that scenes do not have.
constexpr const char *changed_member = "scene-is-changed", *scene_file_member = "scene-file",
                     *pose_file_member = "pose-file";

std::string absolute(const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  return file.empty() || error ? file : to_utf8(whole.lexically_normal());
}

Json object_of(const std::string& text) {
  auto out = parse_json<Json>(text);
  return out && out->is_object() ? std::move(*out) : Json::object();
}

std::string file_in(const Json& notes, const char* member) {
  const auto at = notes.find(member);
  return at != notes.end() && at->is_string() ? at->get<std::string>() : std::string();
}

}  // namespace

void note_in(SceneFile& backup, const BackupNotes& notes) {
  const auto note = [&](SceneFigure& figure, std::size_t index, Json out) {
    if (index < notes.pose_files.size() && !notes.pose_files[index].empty())
      out[pose_file_member] = absolute(notes.pose_files[index]);
    if (!out.empty()) figure.unknown = json_text(out);
  };
  note(backup, 0,
       {{changed_member, notes.scene_is_changed}, {scene_file_member, absolute(notes.scene_file)}});
  for (std::size_t i = 0; i < backup.figures.size(); ++i) note(backup.figures[i], i + 1, Json::object());
}

BackupNotes notes_of(const SceneFile& backup) {
  const Json own = object_of(backup.unknown);
  const auto changed = own.find(changed_member);
  BackupNotes out{changed == own.end() || !changed->is_boolean() || changed->get<bool>(),
                  file_in(own, scene_file_member),
                  {file_in(own, pose_file_member)}};
  for (const SceneFigure& figure : backup.figures)
    out.pose_files.push_back(file_in(object_of(figure.unknown), pose_file_member));
  return out;
}

void Backup::follow(std::uint64_t revision, bool saved, double now, const IsDone& is_done) {
  for (Aside& one : aside_) one.is_done = is_done(one.step).value_or(one.is_done);
  const bool changed = std::exchange(revision_, revision) != revision;
  if (saved)
    forget();
  else if (changed && !folder_.empty() && !due_.runs())
    due_.start(now, written_after);
}

/// Locks a free name without a backup.
bool Backup::open_own() {
  if (own_.lock != nullptr) return true;
  std::error_code error;
  fs::create_directories(folder_, error);
  for (int number = 1; number <= max_windows; ++number) {
    const fs::path file = backup_numbered(folder_, number);
    if (fs::exists(file, error)) continue;
    auto held = lock(file);
    if (!held || fs::exists(file, error)) continue;  // its window wrote it and ended in between
    own_ = {file, std::move(held)};
    return true;
  }
  return false;
}

Result<void> Backup::write(const std::string& text) {
  due_.stop();
  if (folder_.empty()) return {};
  if (!open_own()) return fail("cannot back up the unsaved scene in " + to_utf8(folder_), "save it");
  MMD_TRY(write_file_atomically(own_.file, as_byte_span(text)));
  is_written_ = true;
  if (is_restored()) remove_quietly(restored_.file);
  restored_ = {};
  return {};
}

void Backup::forget() {
  due_.stop();
  std::erase_if(aside_, [](const Aside& one) {
    if (!one.is_done) remove_quietly(one.file);
    return !one.is_done;
  });
  if (std::exchange(is_written_, false)) remove_quietly(own_.file);
  if (is_restored()) remove_quietly(restored_.file);
  restored_ = {};
}

bool Backup::restore(const fs::path& file) {
  if (file.parent_path() != folder_ || !is_backup(file)) return false;
  restored_ = {file, lock(file)};
  return is_restored();
}

void Backup::set_aside(std::uint64_t figure, std::uint64_t step) {
  if (!std::exchange(is_written_, false)) return;
  std::erase_if(aside_, [&](const Aside& one) {
    const bool is_older = one.figure == figure && one.is_done;
    if (is_older) remove_quietly(one.file);
    return is_older;
  });
  Held written = std::exchange(own_, {});
  if (step != 0) aside_.push_back({std::move(written), figure, step, true});
}

bool Backup::is_left(const fs::path& file) {
  std::error_code error;
  return lock(file) != nullptr && fs::exists(file, error);
}

std::vector<LeftBackup> Backup::left() const {
  std::vector<std::pair<fs::file_time_type, LeftBackup>> found;
  std::error_code error;
  if (folder_.empty()) return {};
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    const fs::path& file = at->path();
    std::error_code gone;
    const auto time = fs::last_write_time(file, gone);
    if (gone || !is_backup(file) || !is_left(file)) continue;
    const auto scene = read_scene(to_utf8(file));
    if (!scene || scene->files.empty()) continue;
    std::vector<std::string> models{scene->files.front()};
    for (const SceneFigure& figure : scene->figures)
      models.push_back(figure.files.empty() ? std::string() : figure.files.front());
    found.emplace_back(time, LeftBackup{file, words_of(time), std::move(models), notes_of(*scene)});
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<LeftBackup> out;
  out.reserve(found.size());
  for (auto& one : found) out.push_back(std::move(one.second));
  return out;
}

DiscardedBackups::~DiscardedBackups() {
  for (const auto& one : discarded_) remove_quietly(one.first);
}

void DiscardedBackups::add(const fs::path& file) {
  if (auto held = lock(file)) discarded_.emplace_back(file, std::move(held));
}

void DiscardedBackups::undo() {
  if (!discarded_.empty()) discarded_.pop_back();
}

}  // namespace mmd
