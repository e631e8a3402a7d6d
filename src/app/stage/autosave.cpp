#include "app/stage/autosave.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/stage/pose_file.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/json.h"
#include "edit/clipboard.h"
#include "edit/command.h"
#include "pose/pose_to_vpd.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Seconds from a change to its backup.
constexpr double written_after = 2.0;
/// Maximum windows of one model at a time.
constexpr int max_windows = 1000;
constexpr const char* holder_extension = ".lock";

/// File name prefix of a model's backups: its name, and a hash of its path (FNV-1a).
std::string key_of(const std::string& model_file) {
  std::error_code error;
  const fs::path path = path_from_utf8(model_file);
  const fs::path whole = fs::weakly_canonical(path, error);
  std::uint64_t hash = 14695981039346656037u;
  for (const char c : to_utf8(error ? path : whole)) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 1099511628211u;
  }
  const std::string stem = to_utf8(path.stem());
  return fmt::format("{}-{:016x}", stem.size() > 100 ? "" : stem, hash);
}

fs::path holder_of(const fs::path& file) {
  fs::path out = file;
  out += holder_extension;
  return out;
}

/// Removes the backup but not its lock file, which another window may be about to lock.
void remove_quietly(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

/// Starts the comment after the VPD, which holds JSON in ASCII, because the file may be Shift-JIS or UTF-8.
constexpr std::string_view extra_line = "// unsaved ";

/// An empty object if the comment is missing or damaged.
Json extra_of(std::string_view text) {
  const std::size_t at = text.find(extra_line);
  if (at == std::string_view::npos) return Json::object();
  auto out = parse_json<Json>(text.substr(at + extra_line.size()));
  return out && out->is_object() ? std::move(*out) : Json::object();
}

/// Bones and morphs whose names a VPD cannot store, by index.
void add_unnamed_parts(const Model& model, const Pose& pose, Json& extra) {
  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    if (is_at_rest(pose, i) || vpd_can_name_bone(model, i)) continue;
    const vec3& t = pose.translation[i];
    const quat& q = pose.rotation[i];
    extra["bones"].push_back({i, t.x, t.y, t.z, q.x, q.y, q.z, q.w});
  }
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (pose.morph_weights[i] != 0.0f && !vpd_can_name_morph(model, i))
      extra["morphs"].push_back({i, pose.morph_weights[i]});
}

/// Throws Json::exception if the format differs from add_unnamed_parts.
void put_unnamed_parts(const Json& extra, Pose& pose) {
  for (const Json& bone : extra.value("bones", Json::array())) {
    const auto i = bone.at(0).get<std::size_t>();
    const auto number = [&](std::size_t at) { return bone.at(at).get<float>(); };
    if (i >= pose.rotation.size()) continue;
    pose.translation[i] = vec3(number(1), number(2), number(3));
    pose.rotation[i] = quat(number(7), number(4), number(5), number(6));
  }
  for (const Json& morph : extra.value("morphs", Json::array()))
    if (const auto i = morph.at(0).get<std::size_t>(); i < pose.morph_weights.size())
      pose.morph_weights[i] = morph.at(1).get<float>();
}

bool was_saved(std::string_view text, const std::string& pose_file) {
  if (!is_file_on_disk(pose_file)) return false;
  const auto bytes = read_file(path_from_utf8(pose_file));
  return bytes && as_text(*bytes) == text.substr(0, text.find(extra_line));
}

std::string absolute(const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  return file.empty() || error ? file : to_utf8(whole.lexically_normal());
}

}  // namespace

std::string time_of_backup(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error) return {};
  const auto when = std::chrono::time_point_cast<std::chrono::system_clock::duration>(
      std::chrono::file_clock::to_sys(written));
  const std::time_t seconds = std::chrono::system_clock::to_time_t(when);
  const std::tm t = *std::localtime(&seconds);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday, t.tm_hour,
                     t.tm_min);
}

void Autosave::begin(const std::string& model_file) {
  own_.clear();
  held_.reset();
  due_.stop();
  is_written_ = false;
  beside_.clear();
  key_ = key_of(model_file);
}

void Autosave::note_change(double now) {
  if (keeps() && !due_.runs()) due_.start(now, written_after);
}

void Autosave::follow(std::uint64_t revision, bool saved, double now, const IsDone& is_done) {
  for (Beside& one : beside_)
    if (one.step != 0) one.is_done = is_done(one.step).value_or(one.is_done);
  const bool changed = std::exchange(revision_, revision) != revision;
  if (saved) {
    forget();
  } else if (changed) {
    note_change(now);
  }
}

/// Locks a free name without a backup.
bool Autosave::open_own() {
  if (!own_.empty()) return true;
  std::error_code error;
  fs::create_directories(folder_, error);
  for (int number = 1; number <= max_windows; ++number) {
    const fs::path file = folder_ / path_from_utf8(fmt::format("{}-{}.vpd", key_, number));
    if (fs::exists(file, error)) continue;
    held_ = HeldFile::take(holder_of(file));
    if (!held_) continue;
    if (fs::exists(file, error)) {  // its window wrote it and ended in between
      held_.reset();
      continue;
    }
    own_ = file;
    return true;
  }
  return false;
}

Result<void> Autosave::write(const std::string& text) {
  due_.stop();
  if (!keeps()) return {};
  if (!open_own())
    return fail("cannot back up the unsaved pose in " + to_utf8(folder_), "save the pose with Ctrl+S");
  MMD_TRY(write_file_atomically(own_, as_byte_span(text)));
  is_written_ = true;
  remove_beside([](const Beside& one) { return one.is_adopted && one.step == 0; });
  return {};
}

void Autosave::forget() {
  due_.stop();
  remove_beside([](const Beside& one) { return one.is_adopted == one.is_done; });
  if (std::exchange(is_written_, false)) remove_quietly(own_);
}

template <class IsMeant>
void Autosave::remove_beside(IsMeant is_meant) {
  std::erase_if(beside_, [&](const Beside& one) {
    const bool is_gone = is_meant(one);
    if (is_gone) remove_quietly(one.file);
    return is_gone;
  });
}

std::vector<fs::path> Autosave::found() const {
  return keeps() ? left_in(folder_, key_ + "-") : std::vector<fs::path>();
}

std::vector<fs::path> Autosave::left_in(const fs::path& folder, const std::string& begin) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  if (folder.empty()) return {};
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const fs::path& file = at->path();
    if (file.extension() != ".vpd" || to_utf8(file.filename()).rfind(begin, 0) != 0) continue;
    if (!HeldFile::take(holder_of(file))) continue;
    std::error_code gone;
    const auto time = fs::last_write_time(file, gone);
    if (!gone) files.emplace_back(time, file);
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<fs::path> out;
  out.reserve(files.size());
  for (auto& [time, file] : files) out.push_back(std::move(file));
  return out;
}

void Autosave::discard(const fs::path& file) {
  if (HeldFile::take(holder_of(file))) remove_quietly(file);
}

bool Autosave::is_of_model(const fs::path& file) const {
  return keeps() && to_utf8(file.filename()).rfind(key_ + "-", 0) == 0;
}

void Autosave::put_own_beside() {
  if (std::exchange(is_written_, false)) beside_.push_back({std::exchange(own_, {}), std::move(held_)});
}

bool Autosave::adopt(const fs::path& file) {
  auto held = HeldFile::take(holder_of(file));
  if (!held) return false;
  put_own_beside();
  beside_.push_back({file, std::move(held), true});
  return true;
}

void Autosave::set_aside() {
  if (is_written_) remove_beside([](const Beside& one) { return !one.is_adopted && one.is_done; });
  put_own_beside();
  due_.stop();
}

void Autosave::note_step(std::uint64_t step) {
  for (Beside& one : beside_)
    if (one.step == 0) one.step = step;
}

void Autosaves::follow_stage(const std::vector<std::uint64_t>& figures) {
  for (auto& [figure, autosave] : of_)
    if (std::find(figures.begin(), figures.end(), figure) == figures.end()) autosave.put_off();
}

int Autosaves::wait(double now, int timeout_ms) const {
  for (const auto& one : of_) timeout_ms = one.second.wait(now, timeout_ms);
  return timeout_ms;
}

DiscardedBackups::~DiscardedBackups() {
  for (const std::vector<Held>& discard : discards_)
    for (const Held& one : discard) remove_quietly(one.file);
}

void DiscardedBackups::add(const std::vector<fs::path>& files) {
  std::vector<Held> discard;
  for (const fs::path& file : files)
    if (auto lock = HeldFile::take(holder_of(file))) discard.push_back({file, std::move(lock)});
  if (!discard.empty()) discards_.push_back(std::move(discard));
}

void DiscardedBackups::undo() {
  if (!discards_.empty()) discards_.pop_back();
}

Result<std::string> unsaved_text(const Model& model, const Pose& pose, const UnsavedSource& source) {
  MMD_TRY(const auto file, pose_file({model, pose, true}));
  Json extra{{"model", absolute(source.model_file)}, {"pose", absolute(source.pose_file)}};
  add_unnamed_parts(model, pose, extra);
  constexpr auto replaced = Json::error_handler_t::replace;  // of names that are not UTF-8
  return file.bytes + std::string(extra_line) + extra.dump(-1, ' ', true, replaced) + "\r\n";
}

UnsavedSource unsaved_source(std::string_view text) {
  const Json extra = extra_of(text);
  const auto file = [&](const char* name) {
    const auto at = extra.find(name);
    return at != extra.end() && at->is_string() ? at->get<std::string>() : std::string();
  };
  return {file("model"), file("pose")};
}

Result<Pose> unsaved_pose(std::string_view text, const Model& model) try {
  MMD_TRY(const auto pasted, edit::paste_of(text, false));
  edit::EditState state(model);
  const bool is_only_unnamed = pasted.command.file.bones.empty() && pasted.command.file.morphs.empty();
  if (!is_only_unnamed) MMD_TRY(edit::perform(pasted.command, model, state));
  put_unnamed_parts(extra_of(text), state.pose);
  if (!edit::is_sound(state.pose, model)) return fail("the backup of the unsaved pose is damaged");
  return std::move(state.pose);
} catch (const Json::exception&) {
  return fail("the backup of the unsaved pose is damaged");
}

std::vector<LeftPose> left_poses(const fs::path& folder) {
  std::vector<LeftPose> out;
  std::set<std::string, std::less<>> met;
  for (fs::path& file : Autosave::left_in(folder, {})) {
    const auto bytes = read_file(file);
    if (!bytes) continue;
    UnsavedSource source = unsaved_source(as_text(*bytes));
    if (!met.emplace(as_text(*bytes)).second || was_saved(as_text(*bytes), source.pose_file)) {
      Autosave::discard(file);
      continue;
    }
    std::string time = time_of_backup(file);
    out.push_back({std::move(file), std::move(source), std::move(time)});
  }
  return out;
}

}  // namespace mmd
