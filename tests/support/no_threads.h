#pragma once

namespace mmd::test {

/// During its lifetime no thread can be started, as at the system's limit. Linking no_threads_posix.cpp, or
/// no_threads_windows.cpp, replaces pthread_create by one that supports this.
class NoThreads {
 public:
  NoThreads();
  ~NoThreads();
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;
};

}  // namespace mmd::test
