#include "app/stage/recording.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "options/batch_choice.h"
#include "options/messages.h"
#include "pose/pose_to_vpd.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

bool is_video(const fs::path& file) {
  return video_kind(to_utf8(file)).has_value();
}

bool is_picture(const fs::path& file) {
  const std::string extension = fold_name(to_utf8(file.extension()));
  return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".webp";
}

/// The sides of a picture; MP4 needs even ones.
std::string size_text(const PictureSize& size) {
  return fmt::format("{}x{}", std::max(size.width & ~1, 2), std::max(size.height & ~1, 2));
}

/// The template of the pictures' names: braces begin a field there.
std::string names_of_pictures(const fs::path& file) {
  std::string stem = to_utf8(file.stem());
  for (char& c : stem)
    if (c == '{' || c == '}') c = '_';
  return stem + "_{frame:05}" + to_utf8(file.extension());
}

/// The whole lines of the text, last first, each passed to `use` until it returns true.
template <class Use>
void from_last_line(std::string_view text, Use&& use) {
  while (!text.empty()) {
    const std::size_t end = text.find_last_of('\n');
    if (end == std::string_view::npos) return;
    text = text.substr(0, end);
    const std::size_t begin = text.find_last_of('\n');
    if (use(text.substr(begin == std::string_view::npos ? 0 : begin + 1))) return;
    text = text.substr(0, begin == std::string_view::npos ? 0 : begin + 1);
  }
}

Result<TemporaryFile> temporary_file(const char* name, ByteSpan bytes) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  if (error) return fail("there is no folder for temporary files: " + error.message());
  MMD_TRY(TemporaryFile out, TemporaryFile::create(folder / name));
  MMD_TRY(out.write(bytes));
  return out;
}

/// The scene with absolute paths.
Result<TemporaryFile> copy_of(const SceneFile& scene) {
  std::error_code error;
  return temporary_file("recorded.mmdscene", as_byte_span(scene_text(scene, fs::temp_directory_path(error))));
}

}  // namespace

RecordingProgress recording_progress(std::string_view errors) {
  RecordingProgress out;
  from_last_line(errors, [&](std::string_view line) {
    const auto parsed = parse_json<nlohmann::json>(line);
    if (!parsed || !parsed->is_object()) return false;
    const nlohmann::json& said = *parsed;
    out.all = said.value("all", std::size_t{0});
    out.made = said.value("written", std::size_t{0}) + said.value("kept", std::size_t{0});
    if (said.contains("seconds_left")) out.seconds_left = said.value("seconds_left", 0.0);
    return out.all > 0;
  });
  return out;
}

Diagnostic last_error(std::string_view errors) {
  constexpr std::string_view begins = "mmdview: error: ", hints = "  hint: ";
  Diagnostic out = make_error("the recording failed");
  std::string_view hint;
  from_last_line(errors, [&](std::string_view line) {
    if (line.starts_with(hints)) hint = line.substr(hints.size());
    if (!line.starts_with(begins)) return false;
    out.what = line.substr(begins.size());
    out.hint = hint;
    return true;
  });
  return out;
}

Diagnostics warnings_in(std::string_view errors) {
  constexpr std::string_view begins = "mmdview: warning: ", hints = "  hint: ";
  Diagnostics out;
  std::string_view hint;
  from_last_line(errors, [&](std::string_view line) {
    if (line.starts_with(hints)) hint = line.substr(hints.size());
    if (line.starts_with(begins)) {
      out.push_back(make_warning(std::string(line.substr(begins.size())), std::string(hint)));
      hint = {};
    }
    return false;
  });
  std::reverse(out.begin(), out.end());
  return out;
}

fs::path typed_recording(const std::string& typed, const fs::path& folder) {
  fs::path path = path_from_utf8(typed);
  if (!is_video(path) && !is_picture(path)) path += ".mp4";
  return path.is_absolute() ? path : folder / path;
}

Result<std::unique_ptr<Recording>> Recording::start(const std::string& program, const SceneFile& scene,
                                                    const FrameRange& frames, const PictureSize& size,
                                                    const fs::path& file) {
  MMD_TRY(TemporaryFile copy, copy_of(scene));
  const bool video = is_video(file);
  const fs::path output = video ? file : file.parent_path() / file.stem();
  const std::string range = fmt::format("{}:{}", frames.first, frames.last);
  std::vector<std::string> arguments{"batch",  to_utf8(copy.temporary()), "--frames",   range,
                                     "--size", size_text(size),           "--progress", "json"};
  if (video) {
    arguments.insert(arguments.end(), {"--video", to_utf8(file)});
  } else {
    arguments.insert(arguments.end(), {"-o", to_utf8(output), "--name", names_of_pictures(file)});
  }
  std::vector<TemporaryFile> inputs;
  inputs.push_back(std::move(copy));
  return run(program, arguments, output, std::move(inputs), false);
}

Result<std::unique_ptr<Recording>> Recording::start_export(const std::string& program, const SceneFile& scene,
                                                           const ExportChoice& choice, const Bytes& thumbnail,
                                                           const fs::path& file) {
  MMD_TRY(TemporaryFile copy, copy_of(scene));
  std::vector<std::string> arguments{"export", to_utf8(copy.temporary()), "-o", to_utf8(file)};
  for (std::string& option : export_options(choice)) arguments.push_back(std::move(option));
  std::vector<TemporaryFile> inputs;
  inputs.push_back(std::move(copy));
  if (is_vrm(choice.format)) {
    std::string picture;
    if (!thumbnail.empty()) {
      MMD_TRY(TemporaryFile png, temporary_file("thumbnail.png", thumbnail));
      picture = to_utf8(png.temporary());
      inputs.push_back(std::move(png));
    }
    MMD_TRY(TemporaryFile terms,
            temporary_file("terms.json", as_byte_span(terms_file(choice.terms, picture))));
    arguments.insert(arguments.end(), {"--vrm-meta", to_utf8(terms.temporary())});
    inputs.push_back(std::move(terms));
  }
  return run(program, arguments, file, std::move(inputs), true);
}

Result<std::unique_ptr<Recording>> Recording::start_saving(const std::string& program,
                                                           const LoadedFigure& figure, const Pose* pose,
                                                           const fs::path& file) {
  std::vector<TemporaryFile> inputs;
  std::string pose_file;
  if (pose != nullptr) {
    MMD_TRY(const auto text, vpd::write_for_mmd(vpd_from_pose(*pose, figure.model()), vpd::Encoding::utf8,
                                                vpd::Digits::exact));
    MMD_TRY(TemporaryFile copy, temporary_file("pose.vpd", as_byte_span(text.bytes)));
    pose_file = to_utf8(copy.temporary());
    inputs.push_back(std::move(copy));
  }
  return run(program, fix_command(figure, file, pose_file), file, std::move(inputs), true);
}

Result<std::unique_ptr<Recording>> Recording::run(const std::string& program,
                                                  const std::vector<std::string>& arguments, fs::path output,
                                                  std::vector<TemporaryFile> inputs, bool exports) {
  MMD_TRY(auto process, ChildProcess::start(program, arguments, make_error(program + " is missing")));
  process.close_input();
  return std::unique_ptr<Recording>(
      new Recording(std::move(output), std::move(inputs), std::move(process), exports));
}

Recording::~Recording() {
  if (!runs_) return;
  // It removes its unfinished files; the destructor of the process kills one that does not answer.
  constexpr int most_looks = 60;
  constexpr std::chrono::milliseconds between_looks{50};
  process_.ask_to_end();
  for (int look = 0; look < most_looks && !process_.has_ended(); ++look)
    std::this_thread::sleep_for(between_looks);
}

void Recording::cancel() {
  is_cancelled_ = true;
  process_.ask_to_end();
}

Result<void> Recording::finish() {
  runs_ = false;
  const ChildProcess::End end = process_.wait();
  if (end.status == exit_done) return {};
  return fail(last_error(process_.last_errors()));
}

}  // namespace mmd
