#pragma once

namespace mmd::test {

/// While it lives, no thread can be started, as where the system's limit is reached. Whoever links
/// no_threads.cpp gets a pthread_create that can be told so.
class NoThreads {
 public:
  NoThreads();
  ~NoThreads();
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;
};

}  // namespace mmd::test
