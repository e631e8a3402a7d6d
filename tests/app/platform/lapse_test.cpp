#include <gtest/gtest.h>

#include "app/stage/redraw.h"

namespace mmd {
namespace {

TEST(Lapse, EndsOnceAndNotBeforeItsTime) {
  Lapse lapse;
  EXPECT_FALSE(lapse.ends(5.0));
  lapse.start(10.0, 2.0);
  EXPECT_TRUE(lapse.runs());
  EXPECT_FALSE(lapse.ends(11.9));
  EXPECT_TRUE(lapse.ends(12.0));
  EXPECT_FALSE(lapse.runs());
  EXPECT_FALSE(lapse.ends(13.0));
}

TEST(Lapse, StartedAgainItBeginsAnew) {
  Lapse lapse;
  lapse.start(10.0, 2.0);
  lapse.start(11.0, 2.0);
  EXPECT_FALSE(lapse.ends(12.5));
  lapse.stop();
  EXPECT_FALSE(lapse.ends(20.0));
}

TEST(Lapse, NobodyWaitsPastItsEnd) {
  Lapse lapse;
  EXPECT_EQ(lapse.wait(0.0, -1), -1);
  EXPECT_EQ(lapse.wait(0.0, 7), 7);
  lapse.start(10.0, 0.25);
  EXPECT_EQ(lapse.wait(10.0, -1), 250);
  EXPECT_EQ(lapse.wait(10.0, 7), 7);
  EXPECT_EQ(lapse.wait(10.2499, -1), 1) << "rounded up: what comes too early would wait again and again";
  EXPECT_EQ(lapse.wait(11.0, -1), 0);
}

}  // namespace
}  // namespace mmd
