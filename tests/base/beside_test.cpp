#include "base/beside.h"

#include <new>
#include <thread>

#include <gtest/gtest.h>

#include "tests/support/no_threads.h"

namespace mmd {
namespace {

TEST(Beside, WorkIsDoneOnAThreadOfItsOwn) {
  std::thread::id where;
  Beside work([&] { where = std::this_thread::get_id(); });
  work.wait();
  EXPECT_NE(where, std::thread::id());
  EXPECT_NE(where, std::this_thread::get_id());
  EXPECT_TRUE(work.has_thread());
  work.wait();  // which is over
}

TEST(Beside, WorkIsDoneAtOnceWhereNoThreadCanBeStarted) {
  const test::NoThreads none;
  std::thread::id where;
  const Beside work([&] { where = std::this_thread::get_id(); });
  EXPECT_EQ(where, std::this_thread::get_id());
  EXPECT_FALSE(work.has_thread());
}

TEST(Beside, WhatTheWorkThrowsIsThrownToWhoWaitsForIt) {
  Beside work([] { throw std::bad_alloc(); });
  EXPECT_THROW(work.wait(), std::bad_alloc);
  work.wait();  // once
  const test::NoThreads none;
  Beside at_once([] { throw std::bad_alloc(); });
  EXPECT_THROW(at_once.wait(), std::bad_alloc);
}

TEST(Beside, ItsEndIsWaitedForWhenItIsDestroyedOrReplaced) {
  int done = 0;
  {
    Beside work([&] { ++done; });
    work = Beside([] {});
    EXPECT_EQ(done, 1);
    work = Beside([&] { ++done; });
  }
  EXPECT_EQ(done, 2);
}

}  // namespace
}  // namespace mmd
