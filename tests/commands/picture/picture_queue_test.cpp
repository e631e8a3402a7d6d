#include "commands/picture/picture_queue.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace mmd {
namespace {

std::shared_ptr<Image> picture(int side) {
  auto image = std::make_shared<Image>();
  image->width = image->height = side;
  image->rgba.resize(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
  return image;
}

TEST(PictureQueue, GivesThemInTheirOrderAndThenNothing) {
  PictureQueue queue;
  const auto a = picture(1), b = picture(2);
  queue.push(a);
  queue.push(b);
  queue.close();
  EXPECT_EQ(queue.pop(), a);
  EXPECT_EQ(queue.pop(), b);
  EXPECT_EQ(queue.pop(), nullptr);
}

TEST(PictureQueue, KeepsNobodyWaitingWhereNobodyElseTakesThemOut) {
  PictureQueue queue(1);
  for (int i = 0; i < 5; ++i) queue.push(picture(4));
  queue.close();
  for (int i = 0; i < 5; ++i) EXPECT_NE(queue.pop(), nullptr);
  EXPECT_EQ(queue.pop(), nullptr);
}

TEST(PictureQueue, OfThoseThatAreTakenElsewhereNoMoreWaitThanFit) {
  constexpr int count = 20, fitting = 2, bytes = 4 * 4 * 4;
  PictureQueue queue(fitting * bytes);
  std::atomic<int> pushed{0};
  std::thread brings([&] {
    queue.taken_elsewhere();
    for (int i = 0; i < count; ++i) {
      queue.push(picture(4));
      ++pushed;
    }
    queue.push(picture(50));  // larger than all that may wait
    queue.close();
  });
  int taken = 0;
  for (; taken < count; ++taken) {
    EXPECT_LE(pushed.load(), taken + fitting);
    for (int i = 0; i < 50; ++i) std::this_thread::yield();  // time to push more, wrongly
    EXPECT_LE(pushed.load(), taken + fitting);
    EXPECT_NE(queue.pop(), nullptr);
  }
  EXPECT_NE(queue.pop(), nullptr);
  EXPECT_EQ(queue.pop(), nullptr);
  brings.join();
}

}  // namespace
}  // namespace mmd
