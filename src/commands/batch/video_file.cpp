// A video file that ffmpeg encodes under a temporary name.
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/batch_video.h"

namespace mmd {
namespace {

/// The last line of ffmpeg's messages.
std::string last_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  const std::size_t line = text.find_last_of("\r\n");
  return escaped_utf8(line == std::string::npos ? text : text.substr(line + 1));
}

Diagnostic no_ffmpeg() {
  return make_error("--video needs the program ffmpeg, which was not found", no_ffmpeg_hint);
}

}  // namespace

Diagnostic VideoFile::failure(const ChildProcess::End& end) const {
  std::string what = end.status.value_or(0) != 0 ? fmt::format("ffmpeg failed with status {}", *end.status)
                     : end.signal != 0           ? fmt::format("ffmpeg was killed by signal {}", end.signal)
                                                 : "ffmpeg ended before the last picture";
  if (const std::string said = last_line(ffmpeg_.last_errors()); !said.empty()) what += ": " + said;
  return in_file(make_error(std::move(what)), choice_.file);
}

Result<VideoFile> VideoFile::start(const VideoChoice& choice) {
  const auto path = path_from_utf8(choice.file);
  remove_leftovers(path.has_parent_path() ? path.parent_path() : ".", LeftoversIn::folder_alone);
  MMD_TRY(auto file, in_file(TemporaryFile::create(path), choice.file));
  MMD_TRY(auto ffmpeg,
          ChildProcess::start("ffmpeg", ffmpeg_arguments(choice, to_utf8(file.temporary())), no_ffmpeg()));
  return VideoFile(choice, std::move(file), std::move(ffmpeg));
}

Result<void> VideoFile::add(ByteSpan rgba) {
  if (!ffmpeg_.write(rgba)) {
    ffmpeg_.close_input();
    return fail(failure(ffmpeg_.wait()));
  }
  ++added_;
  return {};
}

Result<void> VideoFile::finish(const std::function<bool()>& may_go_on) {
  constexpr std::chrono::milliseconds between_looks{10};
  ffmpeg_.close_input();
  while (!ffmpeg_.has_ended()) {
    if (!may_go_on()) {
      give_up();
      break;
    }
    std::this_thread::sleep_for(between_looks);
  }
  const ChildProcess::End end = ffmpeg_.wait();
  if (end.status != 0 || added_ != choice_.pictures) return fail(failure(end));
  return in_file(file_.commit(Lasting::no), choice_.file);
}

void VideoFile::give_up() {
  ffmpeg_.kill();
  std::error_code error;
  std::filesystem::remove(file_.temporary(), error);
}

}  // namespace mmd
