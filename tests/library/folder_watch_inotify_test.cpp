#include "library/folder_watch_inotify.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <sys/inotify.h>

namespace mmd {
namespace {

TEST(FolderWatchInotify, EndOfWatchingIsNotAChange) {
  std::string events;
  for (const std::uint32_t mask : {IN_IGNORED, IN_CREATE}) {
    inotify_event event{};
    event.mask = mask;
    events.append(reinterpret_cast<const char*>(&event), sizeof event);
  }
  EXPECT_FALSE(tells_of_change({}));
  EXPECT_FALSE(tells_of_change({events.data(), sizeof(inotify_event)}));
  EXPECT_TRUE(tells_of_change(events));
}

}  // namespace
}  // namespace mmd
