// A video file that ffmpeg encodes under a temporary name.
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/batch/batch_video.h"
#include "commands/output/child_process.h"

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

struct VideoFile::Impl {
  VideoChoice choice;
  TemporaryFile file;
  std::optional<ChildProcess> ffmpeg;  ///< ended before its file is removed
  std::size_t added = 0;

  /// Why ffmpeg ended early or with an error.
  Diagnostic failure(const ChildProcess::End& end) const {
    std::string what = end.status.value_or(0) != 0 ? fmt::format("ffmpeg failed with status {}", *end.status)
                       : end.signal != 0           ? fmt::format("ffmpeg was killed by signal {}", end.signal)
                                                   : "ffmpeg ended before the last picture";
    if (const std::string said = last_line(ffmpeg->last_errors()); !said.empty()) what += ": " + said;
    return in_file(make_error(std::move(what)), choice.file);
  }
};

VideoFile::VideoFile(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
VideoFile::VideoFile(VideoFile&&) noexcept = default;
VideoFile& VideoFile::operator=(VideoFile&&) noexcept = default;
VideoFile::~VideoFile() = default;

Result<VideoFile> VideoFile::start(const VideoChoice& choice) {
  auto impl = std::make_unique<Impl>();
  impl->choice = choice;
  const auto path = path_from_utf8(choice.file);
  remove_leftovers(path.has_parent_path() ? path.parent_path() : ".", LeftoversIn::folder_alone);
  MMD_TRY(impl->file, in_file(TemporaryFile::create(path), choice.file));
  MMD_TRY(
      impl->ffmpeg,
      ChildProcess::start("ffmpeg", ffmpeg_arguments(choice, to_utf8(impl->file.temporary())), no_ffmpeg()));
  return VideoFile(std::move(impl));
}

Result<void> VideoFile::add(ByteSpan rgba) {
  if (!impl_->ffmpeg->write(rgba)) {
    impl_->ffmpeg->close_input();
    return fail(impl_->failure(impl_->ffmpeg->wait()));
  }
  ++impl_->added;
  return {};
}

Result<void> VideoFile::finish(const std::function<bool()>& may_go_on) {
  constexpr std::chrono::milliseconds between_looks{10};
  impl_->ffmpeg->close_input();
  while (!impl_->ffmpeg->has_ended()) {
    if (!may_go_on()) {
      give_up();
      break;
    }
    std::this_thread::sleep_for(between_looks);
  }
  const ChildProcess::End end = impl_->ffmpeg->wait();
  if (end.status != 0 || impl_->added != impl_->choice.pictures) return fail(impl_->failure(end));
  return in_file(impl_->file.commit(Lasting::no), impl_->choice.file);
}

void VideoFile::give_up() {
  impl_->ffmpeg->kill();
  std::error_code error;
  std::filesystem::remove(impl_->file.temporary(), error);
}

}  // namespace mmd
