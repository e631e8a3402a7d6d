// Implementation with ReadDirectoryChangesW; one thread receives the results through a completion port.
#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "assets/file_set.h"
#include "base/windows_api.h"
#include "library/folder_watch.h"

namespace mmd {
namespace {

constexpr DWORD what_counts = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                              FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE;
/// Milliseconds without a further change before a change is reported, so that copying a folder is one change.
/// The number of such waits before a change is reported in any case.
constexpr DWORD quiet_after = 100;
constexpr int max_waits = 20;

/// A watched folder. Windows writes to it until the last result has arrived, so the thread that receives the
/// results frees it.
struct WatchedFolder {
  std::string name;
  windows::Handle handle;
  OVERLAPPED request{};
  bool is_wanted = true;
  alignas(DWORD) std::array<char, 16384> changes{};

  /// Requests the next changes. False: the folder can no longer be watched.
  bool ask() {
    request = {};
    return ReadDirectoryChangesW(handle.get(), changes.data(), static_cast<DWORD>(changes.size()), FALSE,
                                 what_counts, nullptr, &request, nullptr) != FALSE;
  }
};

}  // namespace

struct FolderWatch::Impl {
  explicit Impl(std::function<void()> tell) : changed(std::move(tell)) {
    if (port) start();
  }
  ~Impl() {
    if (!thread.joinable()) return;
    PostQueuedCompletionStatus(port.get(), 0, end_key, nullptr);
    thread.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  static constexpr ULONG_PTR end_key = 0, folder_key = 1;
  enum class Answer { change, nothing, time_out, end };

  void start() try {
    thread = std::thread([this] { run(); });
  } catch (const std::exception&) {
    // Without a thread, nothing is watched.
  }

  /// Waits up to `timeout` milliseconds for the next result.
  Answer wait(DWORD timeout) {
    DWORD size = 0;
    ULONG_PTR key = end_key;
    OVERLAPPED* request = nullptr;
    const BOOL done = GetQueuedCompletionStatus(port.get(), &size, &key, &request, timeout);
    if (request == nullptr) return done ? Answer::end : Answer::time_out;
    const std::lock_guard lock(mutex);
    const auto at = std::find_if(folders.begin(), folders.end(),
                                 [&](const auto& folder) { return &folder->request == request; });
    if (at == folders.end()) return Answer::nothing;
    const bool was_wanted = (*at)->is_wanted;
    // A result without bytes means too many changes; an error means that the folder is gone.
    if (!was_wanted || !done || !(*at)->ask()) folders.erase(at);
    return was_wanted ? Answer::change : Answer::nothing;
  }

  /// Behind the end nothing may be written to the folders any more.
  void forget_all() {
    {
      const std::lock_guard lock(mutex);
      for (const auto& folder : folders) {
        folder->is_wanted = false;
        CancelIoEx(folder->handle.get(), &folder->request);
      }
    }
    for (bool has_more = true; has_more;) {
      {
        const std::lock_guard lock(mutex);
        has_more = !folders.empty();
      }
      if (has_more && wait(INFINITE) == Answer::time_out) return;
    }
  }

  void run() {
    for (;;) {
      const Answer answer = wait(INFINITE);
      if (answer == Answer::end) break;
      if (answer != Answer::change) continue;
      Answer next = Answer::change;
      for (int waits = 0; waits < max_waits && next != Answer::time_out && next != Answer::end; ++waits)
        next = wait(quiet_after);
      if (next == Answer::end) break;
      changed();
    }
    forget_all();
  }

  void watch(const std::string& name) {
    auto folder = std::make_unique<WatchedFolder>();
    folder->name = name;
    constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    folder->handle = windows::Handle(CreateFileW(path_from_utf8(name.empty() ? "." : name).c_str(),
                                                 FILE_LIST_DIRECTORY, share_all, nullptr, OPEN_EXISTING,
                                                 FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, nullptr));
    if (!folder->handle || !CreateIoCompletionPort(folder->handle.get(), port.get(), folder_key, 0)) return;
    if (folder->ask()) folders.push_back(std::move(folder));
  }

  const std::function<void()> changed;
  const windows::Handle port{CreateIoCompletionPort(INVALID_HANDLE_VALUE, nullptr, 0, 1)};
  std::mutex mutex;  ///< guards the members below
  std::vector<std::unique_ptr<WatchedFolder>> folders;
  std::thread thread;
};

FolderWatch::FolderWatch(std::function<void()> changed) : impl_(std::make_unique<Impl>(std::move(changed))) {}
FolderWatch::~FolderWatch() = default;

void FolderWatch::watch(const std::vector<std::string>& folders) {
  if (!impl_->thread.joinable()) return;
  const std::lock_guard lock(impl_->mutex);
  std::vector<std::string> added = folders;
  for (const auto& folder : impl_->folders) {
    const auto at = std::find(added.begin(), added.end(), folder->name);
    if (folder->is_wanted && at != added.end()) {
      added.erase(at);
    } else if (folder->is_wanted) {
      folder->is_wanted = false;
      CancelIoEx(folder->handle.get(), &folder->request);
    }
  }
  for (const std::string& name : added) impl_->watch(name);
}

}  // namespace mmd
