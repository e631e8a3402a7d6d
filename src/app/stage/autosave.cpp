#include "app/stage/autosave.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <ctime>
#include <locale>
#include <sstream>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/stage/pose_file.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "edit/clipboard.h"
#include "edit/perform.h"
#include "pose/pose_to_vpd.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Seconds from a change until it is written.
constexpr double written_after = 2.0;
/// Of one model, windows at a time.
constexpr int most_windows = 1000;
constexpr const char* holder_extension = ".lock";

/// What a model's files are named by: its name for people, and a number of where it lies (FNV-1a).
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

/// What holds it stays: another window may be about to take that.
void remove_quietly(const fs::path& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
}

namespace fs = std::filesystem;

constexpr std::string_view model_line = "// unsaved-model ", pose_line = "// unsaved-pose ",
                           bone_line = "// unsaved-bone ", morph_line = "// unsaved-morph ",
                           line_end = "\r\n";

/// In ASCII: the file may be in Shift-JIS or in UTF-8.
std::string escaped(std::string_view utf8) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._-";
  std::string out;
  for (const char c : utf8) {
    if (plain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      out += static_cast<char>(value);
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

/// What stands behind `begin` on each line that begins so.
std::vector<std::string_view> lines_with(std::string_view text, std::string_view begin) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(line_end, at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (line.substr(0, begin.size()) == begin) out.push_back(line.substr(begin.size()));
    at = end + line_end.size();
  }
  return out;
}

/// What the VPD lacks because of the names.
std::string unnamed_parts(const Model& model, const Pose& pose) {
  std::string out;
  for (std::size_t i = 0; i < model.bone_count(); ++i) {
    if (is_at_rest(pose, i) || vpd_can_name_bone(model, i)) continue;
    const vec3& t = pose.translation[i];
    const quat& q = pose.rotation[i];
    out +=
        fmt::format("{}{} {} {} {} {} {} {} {}{}", bone_line, i, t.x, t.y, t.z, q.x, q.y, q.z, q.w, line_end);
  }
  for (std::size_t i = 0; i < model.morphs.size(); ++i)
    if (pose.morph_weights[i] != 0.0f && !vpd_can_name_morph(model, i))
      out += fmt::format("{}{} {}{}", morph_line, i, pose.morph_weights[i], line_end);
  return out;
}

template <class Use>
void read_numbers(std::string_view text, std::string_view begin, Use use) {
  for (const std::string_view line : lines_with(text, begin)) {
    std::istringstream numbers{std::string(line)};
    numbers.imbue(std::locale::classic());
    std::size_t index = 0;
    if (numbers >> index) use(index, numbers);
  }
}

void put_unnamed_parts(std::string_view text, Pose& pose) {
  read_numbers(text, bone_line, [&](std::size_t i, std::istringstream& numbers) {
    vec3 t;
    quat q;
    if (!(numbers >> t.x >> t.y >> t.z >> q.x >> q.y >> q.z >> q.w) || i >= pose.rotation.size()) return;
    pose.translation[i] = t;
    pose.rotation[i] = q;
  });
  read_numbers(text, morph_line, [&](std::size_t i, std::istringstream& numbers) {
    float weight = 0.0f;
    if (numbers >> weight && i < pose.morph_weights.size()) pose.morph_weights[i] = weight;
  });
}

bool was_saved(std::string_view text, const std::string& pose_file) {
  if (!is_file_on_disk(pose_file)) return false;
  const auto bytes = read_file(path_from_utf8(pose_file));
  return bytes && as_text(*bytes) == text.substr(0, text.find(model_line));
}

std::string absolute(const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  return file.empty() || error ? file : to_utf8(whole.lexically_normal());
}

std::string time_of(const fs::path& file) {
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

}  // namespace

void Autosave::begin(const std::string& model_file) {
  own_.clear();
  held_.reset();
  due_.reset();
  is_written_ = false;
  next_ = {};
  turns_.clear();
  key_ = key_of(model_file);
}

void Autosave::note_change(double now) {
  if (folder_.empty() || key_.empty() || due_) return;
  due_ = now + written_after;
}

void Autosave::follow(std::uint64_t revision, bool saved, double now) {
  const bool changed = std::exchange(revision_, revision) != revision;
  if (saved) {
    forget();
  } else if (changed) {
    note_change(now);
  }
}

int Autosave::wait(double now, int timeout_ms) const {
  if (!due_) return timeout_ms;
  const int left = static_cast<int>(std::ceil(1000.0 * std::clamp(*due_ - now, 0.0, written_after)));
  return timeout_ms < 0 ? left : std::min(left, timeout_ms);
}

/// Takes a name that no window holds and nothing is kept under.
bool Autosave::open_own() {
  if (!own_.empty()) return true;
  std::error_code error;
  fs::create_directories(folder_, error);
  for (int number = 1; number <= most_windows; ++number) {
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
  due_.reset();
  if (folder_.empty() || key_.empty()) return {};
  if (!open_own()) return fail("the unsaved pose cannot be kept in " + to_utf8(folder_), "save it: Ctrl+S");
  MMD_TRY(write_file_atomically(own_, as_byte_span(text)));
  is_written_ = true;
  return {};
}

void Autosave::forget() {
  due_.reset();
  if (!is_written_) return;
  remove_quietly(own_);
  is_written_ = false;
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

bool Autosave::adopt(const fs::path& file) {
  auto held = HeldFile::take(holder_of(file));
  if (!held) return false;
  // What was kept before stays for the next start.
  next_ = {0, left(), {}, false, true};
  held_ = std::move(held);
  own_ = file;
  is_written_ = true;
  return true;
}

void Autosave::set_aside() {
  for (Turn& turn : turns_) {
    fs::path& file = turn.before.file;
    if (!turn.sets_aside || file.empty() || !is_written_) continue;
    discard(file);
    file.clear();
  }
  next_ = {0, left(), {}, true, true};
  due_.reset();
  hold_again({});
}

void Autosave::note_step(std::uint64_t step) {
  next_.step = step;
  if (step != 0) turns_.push_back(std::exchange(next_, {}));
}

Autosave::Left Autosave::left() const {
  if (!is_written_) return {};
  std::error_code ignored;
  return {own_, fs::last_write_time(own_, ignored)};
}

/// Not if another window has worked on with it since.
void Autosave::hold_again(const Left& left) {
  own_.clear();
  held_.reset();
  is_written_ = false;
  if (left.file.empty()) return;
  held_ = HeldFile::take(holder_of(left.file));
  std::error_code gone;
  const auto time = fs::last_write_time(left.file, gone);
  if (held_ && !gone && time != left.written) held_.reset();
  if (!held_) return;
  own_ = left.file;
  is_written_ = true;
}

void Autosave::follow_steps(const std::function<std::optional<bool>(std::uint64_t)>& is_done) {
  std::erase_if(turns_,
                [&](const Turn& turn) { return !is_done(turn.step); });  // what is kept stays as it is
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
    if (!turn->done || *is_done(turn->step)) continue;
    turn->done = false;
    turn->after = left();
    hold_again(turn->before);
  }
  for (Turn& turn : turns_) {
    if (turn.done || !*is_done(turn.step)) continue;
    turn.done = true;
    turn.before = left();
    hold_again(turn.after);
  }
}

void Autosaves::follow_stage(const std::vector<std::uint64_t>& figures) {
  for (auto& [figure, autosave] : of_)
    if (std::find(figures.begin(), figures.end(), figure) == figures.end()) autosave.put_off();
}

int Autosaves::wait(double now, int timeout_ms) const {
  for (const auto& one : of_) timeout_ms = one.second.wait(now, timeout_ms);
  return timeout_ms;
}

Result<std::string> unsaved_text(const Model& model, const Pose& pose, const UnsavedSource& source) {
  MMD_TRY(const auto file, pose_file({model, pose, true}));
  std::string out = file.bytes;
  out += fmt::format("{}{}{}", model_line, escaped(absolute(source.model_file)), line_end);
  if (!source.pose_file.empty())
    out += fmt::format("{}{}{}", pose_line, escaped(absolute(source.pose_file)), line_end);
  return out + unnamed_parts(model, pose);
}

UnsavedSource unsaved_source(std::string_view text) {
  const auto value = [&](std::string_view begin) {
    const auto lines = lines_with(text, begin);
    return lines.empty() ? std::string() : unescaped(lines.front());
  };
  return {value(model_line), value(pose_line)};
}

Result<Pose> unsaved_pose(std::string_view text, const Model& model) {
  MMD_TRY(const auto pasted, edit::paste_of(text, false));
  edit::EditState state(model);
  const bool is_only_unnamed = pasted.command.file.bones.empty() && pasted.command.file.morphs.empty();
  if (!is_only_unnamed) MMD_TRY(edit::perform(pasted.command, model, state));
  put_unnamed_parts(text, state.pose);
  if (!edit::is_sound(state.pose, model)) return fail("the pose that was kept is damaged");
  return std::move(state.pose);
}

std::vector<LeftPose> left_poses(const fs::path& folder) {
  std::vector<LeftPose> out;
  for (fs::path& file : Autosave::left_in(folder, {})) {
    const auto bytes = read_file(file);
    if (!bytes) continue;
    UnsavedSource source = unsaved_source(as_text(*bytes));
    if (was_saved(as_text(*bytes), source.pose_file)) {
      Autosave::discard(file);
      continue;
    }
    std::string time = time_of(file);
    out.push_back({std::move(file), std::move(source), std::move(time)});
  }
  return out;
}

}  // namespace mmd
