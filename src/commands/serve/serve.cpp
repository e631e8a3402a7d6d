#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "commands/batch/bounded_queue.h"
#include "commands/commands.h"
#include "commands/serve/serve_scene.h"
#include "options/messages.h"
#include "render/context.h"

namespace mmd {
namespace {

/// What a line may hold, and the lines that wait with their files.
constexpr std::size_t most_of_a_line = std::size_t{16} << 20, most_waiting_bytes = std::size_t{64} << 20;
constexpr std::size_t most_waiting = 1024;
/// Pictures that wait to be encoded.
constexpr std::size_t most_drawn = 2;

/// Requests between the thread that reads and the one that draws.
class RequestQueue {
 public:
  /// Waits while many are there.
  void push(ServeRequest request, std::size_t bytes) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] {
      return waiting_.empty() || (waiting_.size() < most_waiting && bytes_ + bytes <= most_waiting_bytes);
    });
    bytes_ += bytes;
    waiting_.emplace_back(std::move(request), bytes);
    changed_.notify_all();
  }
  /// Takes out a request of that id that waits still.
  bool cancel(const std::string& id) {
    const std::lock_guard lock(mutex_);
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
      if (at->first.id != id) continue;
      bytes_ -= at->second;
      waiting_.erase(at);
      changed_.notify_all();
      return true;
    }
    return false;
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// nullopt: no more will come.
  std::optional<ServeRequest> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (waiting_.empty()) return std::nullopt;
    ServeRequest out = std::move(waiting_.front().first);
    bytes_ -= waiting_.front().second;
    waiting_.pop_front();
    changed_.notify_all();
    return out;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<ServeRequest, std::size_t>> waiting_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};

/// Answers, a line at a time from any thread.
class Answers {
 public:
  void write(const std::string& line) {
    const std::lock_guard lock(mutex_);
    const bool done =
        std::fwrite(line.data(), 1, line.size(), stdout) == line.size() && std::fflush(stdout) == 0;
    all_written_ = all_written_ && done;
  }
  /// To be asked when no thread writes any more.
  bool all_written() const { return all_written_; }

 private:
  std::mutex mutex_;
  bool all_written_ = true;
};

/// A line of standard input; false: there is none. Of one that is too long the beginning, which is no
/// request.
bool read_line(std::string& out) {
  out.clear();
  int c = std::getc(stdin);
  if (c == EOF) return false;
  for (; c != EOF && c != '\n'; c = std::getc(stdin))
    if (out.size() <= most_of_a_line) out += static_cast<char>(c);
  return true;
}

/// What it keeps in the memory while it waits, with the files that it names.
std::size_t bytes_of(const ServeRequest& request, const std::string& line) {
  std::size_t out = line.size();
  for (const auto* files : {&request.poses, &request.motions})
    for (const InputFile& file : *files) out += file.bytes.size();
  return out;
}

void read_requests(RequestQueue& queue, Answers& answers) {
  std::string line;
  while (read_line(line)) {
    if (line.size() > most_of_a_line) {
      answers.write(
          error_text("null", make_error(fmt::format("a line of more than {} MiB", most_of_a_line >> 20))));
      continue;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    ServeRequest request = parse_request(line);
    if (!request.cancels) {
      const std::size_t bytes = bytes_of(request, line);
      queue.push(std::move(request), bytes);
      continue;
    }
    const bool done = queue.cancel(*request.cancels);
    if (done) answers.write(error_text(*request.cancels, make_error("cancelled")));
    answers.write(answer_text(request.id, {{"cancelled", done ? "true" : "false"}}));
  }
}

/// What a request is answered with, whatever happens.
std::string text_of(const std::function<std::string()>& finish) {
  try {
    return finish();
  } catch (...) {
    return error_text("null", error_caught("answer a request", "a request cannot be answered"));
  }
}

std::function<std::string()> begun(ServeScene& scene, const ServeRequest& request) {
  try {
    return scene.begin(request);
  } catch (...) {
    return
        [text = error_text(request.id, error_caught("answer a request", "the request cannot be answered"))] {
          return text;
        };
  }
}

int end_with(const Diagnostic& error, const Options& options, int status) {
  print(error, options);
  return status;
}

}  // namespace

int run_serve(const Options& options) {
  auto context = OffscreenContext::create();
  if (!context) return end_with(context.error(), options, status_without_context());
  print_verbose((*context)->description(), options);
  auto renderer = Renderer::create({});
  if (!renderer) return end_with(renderer.error(), options, exit_no_context);
  bool all_written = true;
  {
    ServeScene scene(**renderer, options);
    for (const std::string& model : options.files)
      if (const auto warmed = scene.warm(model); !warmed)
        return end_with(warmed.error(), options, exit_bad_input);
    RequestQueue queue;
    Answers answers;
    // The next picture is drawn while this one is encoded; answers keep their order.
    BoundedQueue<std::function<std::string()>> drawn(most_drawn);
    const auto answer = [&] {
      while (const auto finish = drawn.pop()) answers.write(text_of(*finish));
    };
    const auto read = [&] {
      try {
        read_requests(queue, answers);
      } catch (...) {
        answers.write(error_text("null", error_caught("read requests", "requests cannot be read")));
      }
      queue.close();
    };
    std::thread answering, reading;
    try {
      answering = std::thread(answer);
      reading = std::thread(read);
    } catch (const std::system_error&) {
      drawn.close();
      if (answering.joinable()) answering.join();
      return end_with(make_error("no thread can be started", "the system's limit of processes is reached"),
                      options, exit_bad_input);
    }
    while (const auto request = queue.pop()) drawn.push(begun(scene, *request));
    drawn.close();
    answering.join();
    reading.join();
    all_written = answers.all_written();
  }
  // As in `shot`: the process ends next.
  static_cast<void>(renderer->release());
  static_cast<void>(context->release());
  return all_written ? exit_done : end_with(unwritten_output(), options, exit_bad_input);
}

}  // namespace mmd
