#include "app/stage/unsaved_file.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <ctime>
#include <locale>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "app/stage/autosave.h"
#include "app/stage/pose_file.h"
#include "assets/file_set.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "edit/clipboard.h"
#include "edit/command.h"
#include "pose/pose_to_vpd.h"

namespace mmd {
namespace {

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
