#include "app/stage/pose_file.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/stage/screenshot.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/watched_files.h"
#include "edit/clipboard.h"
#include "scene/input.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

bool is_same_file(const fs::path& path, const std::string& file) {
  std::error_code error;
  return fs::equivalent(path, path_from_utf8(file), error) && !error;
}

bool path_less(const std::filesystem::path& a, const std::filesystem::path& b) {
  return natural_less(to_utf8(a.filename()), to_utf8(b.filename()));
}

}  // namespace

Result<vpd::ForMmd> pose_file(const SavedPose& saved) {
  const auto mentions = saved.only_changed ? edit::Mentions::posed : edit::Mentions::all;
  MMD_TRY(auto file, edit::copied(saved.pose, saved.model, edit::whole_pose(), mentions));
  return vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8, vpd::Digits::exact);
}

std::vector<OpenFile> open_files(const LoadedFigure& document) {
  std::vector<OpenFile> out{{document.model_file, "the model"}};
  for (const auto& layer : document.attached) out.push_back({layer.file, "an attached model"});
  for (const auto& layer : document.motions) out.push_back({layer.file, "the motion"});
  for (const auto& layer : document.poses) out.push_back({layer.file, "another open pose", true});
  for (std::string& file : files_of(document)) out.push_back({std::move(file), "a file of the model"});
  return out;
}

Result<std::optional<Diagnostic>> save_pose(const fs::path& path, const SavedPose& saved,
                                            const std::vector<OpenFile>& open, const std::string& own) {
  const auto taken = std::find_if(open.begin(), open.end(), [&](const OpenFile& one) {
    const bool is_own = one.file == own || is_same_file(path_from_utf8(own), one.file);
    return !is_own && is_same_file(path, one.file);
  });
  if (taken != open.end())
    return fail(fmt::format("{} is {}; it is not overwritten", to_utf8(path.filename()), taken->what),
                "choose another name");
  MMD_TRY(auto written, pose_file(saved));
  MMD_TRY(write_file_atomically(path, as_byte_span(written.bytes)));
  return std::move(written.lacks);
}

fs::path new_pose_file(const fs::path& folder, const std::string& stem) {
  return free_file(folder, stem, ".vpd", " ");
}

bool is_file_on_disk(const std::string& file) {
  std::error_code error;
  return !file.empty() && fs::is_regular_file(path_from_utf8(file), error);
}

fs::path folder_beside(const std::string& beside, const fs::path& current) {
  if (!is_file_on_disk(beside)) return current;
  return (current / path_from_utf8(beside)).lexically_normal().parent_path();
}

fs::path typed_pose_file(const std::string& typed, const fs::path& folder) {
  fs::path path = path_from_utf8(typed);
  if (fold_name(to_utf8(path.extension())) != ".vpd") path += ".vpd";
  return path.is_absolute() ? path : folder / path;
}

std::vector<std::filesystem::path> poses_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder.empty() ? "." : folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (fold_name(to_utf8(entry->path().extension())) == ".vpd") out.push_back(entry->path());
  }
  std::sort(out.begin(), out.end(), path_less);
  return out;
}

std::size_t pose_after(const std::vector<std::filesystem::path>& poses, const std::filesystem::path& current,
                       int step) {
  const auto place = std::lower_bound(poses.begin(), poses.end(), current, path_less);
  const bool present = place != poses.end() && place->filename() == current.filename();
  const auto count = static_cast<std::ptrdiff_t>(poses.size());
  std::ptrdiff_t index = place - poses.begin() + step;
  if (!present && step > 0) --index;  // the first step forward is onto what stands in its place
  return static_cast<std::size_t>(((index % count) + count) % count);
}

bool PoseSteps::go(const std::string& model, int step) {
  const std::string& from = place(model);
  const auto poses = poses_in(folder_on_disk(from));
  if (poses.empty()) return false;
  const std::size_t index = pose_after(poses, path_from_utf8(from), step);
  pose_ = gone_to_ = to_utf8(poses[index]);
  number_ = index + 1;
  count_ = poses.size();
  return true;
}

std::string PoseSteps::number_of(const std::string& pose) const {
  return !pose.empty() && pose == gone_to_ ? fmt::format("{} of {}", number_, count_) : std::string();
}

void PoseSteps::list(const std::string& model) {
  listed_.clear();
  const std::string& from = place(model);
  if (from.empty()) return;
  for (const auto& pose : poses_in(folder_on_disk(from))) listed_.push_back(to_utf8(pose));
}

Result<vpd::File> expression_of(const Pose& pose, const Model& model) {
  edit::Parts morphs;
  for (std::size_t i = 0; i < model.morphs.size(); ++i) morphs.morphs.push_back(static_cast<std::int32_t>(i));
  return edit::copied(pose, model, morphs, edit::Mentions::all);
}

Result<vpd::File> read_expression(const std::string& file, Diagnostics& diagnostics) {
  MMD_TRY(const InputFile input, read_input(file));
  if (input.kind != FileKind::pose)
    return fail(in_file(make_error("not a pose", "use a pose file (.vpd) with morphs"), file));
  MMD_TRY(auto read, in_file(vpd::read(input.bytes), file));
  for (Diagnostic& d : read.diagnostics) diagnostics.push_back(in_file(std::move(d), file));
  if (read.file.morphs.empty())
    return fail(
        in_file(make_error("the pose has no morphs", "save an expression in the Morphs panel"), file));
  read.file.bones.clear();
  read.file.bone_count = 0;
  return std::move(read.file);
}

Result<std::filesystem::path> save_expression(vpd::File expression, const std::filesystem::path& folder,
                                              const std::string& name) {
  if (folder.empty()) return fail("no folder for expressions", "set HOME or XDG_DATA_HOME");
  const std::string stem = safe_file_part(name);
  if (stem.empty()) return fail("the expression needs a name");
  // Shift-JIS, as MikuMikuDance reads it, where that has every name; else UTF-8.
  MMD_TRY(const auto written, vpd::write_for_mmd(std::move(expression), vpd::Encoding::utf8));
  std::error_code error;
  fs::create_directories(folder, error);  // writing says it
  fs::path path = free_file(folder, stem, ".vpd");
  MMD_TRY(write_file_atomically(path, as_byte_span(written.bytes)));
  return path;
}

std::vector<std::string> expressions_in(const std::filesystem::path& folder) {
  std::vector<std::string> out;
  if (folder.empty()) return out;
  for (const std::filesystem::path& path : poses_in(folder)) out.push_back(to_utf8(path));
  return out;
}

}  // namespace mmd
