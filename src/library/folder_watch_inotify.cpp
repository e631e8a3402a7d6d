// Implementation with inotify(7) of Linux.
#include "library/folder_watch_inotify.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <thread>
#include <utility>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "assets/descriptor.h"
#include "assets/file_set.h"
#include "library/folder_watch.h"

namespace mmd {
namespace {

constexpr std::uint32_t watched_events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO |
                                         IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR;
/// Milliseconds without a further change before a change is reported, so that copying a folder is one change.
constexpr int quiet_after = 100;
/// The number of such waits before a change is reported in any case.
constexpr int max_waits = 20;

/// Reads all events; returns whether one is a change.
bool drain(const Descriptor& from) {
  alignas(inotify_event) std::array<char, 16384> buffer{};
  bool out = false;
  for (ssize_t size = 0; (size = read(from.value(), buffer.data(), buffer.size())) > 0;)
    out = tells_of_change(std::span(buffer).first(static_cast<std::size_t>(size))) || out;
  return out;
}

}  // namespace

bool tells_of_change(std::span<const char> events) {
  inotify_event event{};
  for (std::size_t at = 0; at + sizeof event <= events.size(); at += sizeof event + event.len) {
    std::memcpy(&event, events.data() + at, sizeof event);
    if ((event.mask & ~std::uint32_t{IN_IGNORED}) != 0) return true;
  }
  return false;
}

struct FolderWatch::Impl {
  explicit Impl(std::function<void()> tell) : changed(std::move(tell)) {
    if (events.value() >= 0 && end.value() >= 0) start();
  }
  ~Impl() {
    if (!thread.joinable()) return;
    eventfd_write(end.value(), 1);
    thread.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// Waits for events; returns whether there are any. `timeout_ms`: -1: no limit. Sets `ends` at the end.
  bool wait(int timeout_ms, bool& ends) const {
    std::array<pollfd, 2> both{pollfd{events.value(), POLLIN, 0}, pollfd{end.value(), POLLIN, 0}};
    poll(both.data(), both.size(), timeout_ms);
    ends = both[1].revents != 0;
    return both[0].revents != 0;
  }

  void start() try {
    thread = std::thread([this] { run(); });
  } catch (const std::exception&) {
    // Without a thread, nothing is watched.
  }

  void run() {
    for (bool ends = false;;) {
      const bool change = wait(-1, ends);
      if (ends) return;
      if (!change) continue;
      if (!drain(events)) continue;
      for (int waits = 0; waits < max_waits && wait(quiet_after, ends) && !ends; ++waits) drain(events);
      if (ends) return;
      changed();
    }
  }

  const std::function<void()> changed;
  const Descriptor events{inotify_init1(IN_NONBLOCK | IN_CLOEXEC)},
      end{eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
  std::vector<int> watched;
  std::thread thread;
};

FolderWatch::FolderWatch(std::function<void()> changed) : impl_(std::make_unique<Impl>(std::move(changed))) {}
FolderWatch::~FolderWatch() = default;

void FolderWatch::watch(const std::vector<std::string>& folders) {
  const int events = impl_->events.value();
  const std::vector<int> before = std::exchange(impl_->watched, {});
  for (const std::string& folder : folders) {
    const int watch =
        inotify_add_watch(events, folder.empty() ? "." : path_from_utf8(folder).c_str(), watched_events);
    if (watch >= 0) impl_->watched.push_back(watch);  // a folder that was watched before keeps its number
  }
  for (const int watch : before)
    if (std::find(impl_->watched.begin(), impl_->watched.end(), watch) == impl_->watched.end())
      inotify_rm_watch(events, watch);
}

}  // namespace mmd
