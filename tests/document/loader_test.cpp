#include "document/loader.h"

#include <condition_variable>
#include <stdexcept>

#include <gmock/gmock.h>

namespace mmd {
namespace {

/// Counts what the loading thread reports, and waits for it.
class Bell {
 public:
  std::function<void()> ringer() {
    return [this] {
      const std::lock_guard lock(mutex_);
      ++rings_;
      changed_.notify_all();
    };
  }
  Loader::Outcome wait_for(Loader& loader) {
    for (int seen = 0;;) {
      if (auto outcome = loader.take()) return std::move(*outcome);
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return rings_ > seen; });
      seen = rings_;
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int rings_ = 0;
};

Result<Loaded> until_cancelled(const LoadRequest&, const Progress& progress) {
  while (progress(0.5f, "textures")) std::this_thread::yield();
  return fail("stopped");
}

TEST(Loader, HandsTheResultOverOnce) {
  Bell bell;
  Loader loader(
      [](const LoadRequest& request, const Progress&) -> Result<Loaded> {
        Loaded loaded;
        loaded.document.model_file = request.files.front();
        return loaded;
      },
      bell.ringer());
  EXPECT_FALSE(loader.busy());
  LoadRequest request;
  request.files = {"a.pmx"};
  loader.start(request);
  const auto outcome = bell.wait_for(loader);
  ASSERT_TRUE(outcome.result);
  EXPECT_EQ(outcome.result->document.model_file, "a.pmx");
  EXPECT_FALSE(loader.busy());
  EXPECT_FALSE(loader.take());
}

TEST(Loader, TellsHowFarItIsAndStopsWhenCancelled) {
  Bell bell;
  Loader loader(until_cancelled, bell.ringer());
  loader.start({});
  while (loader.status().what.empty()) std::this_thread::yield();
  EXPECT_EQ(loader.status().what, "textures");
  EXPECT_EQ(loader.status().fraction, 0.5f);
  EXPECT_TRUE(loader.busy());
  loader.cancel();
  EXPECT_TRUE(bell.wait_for(loader).cancelled);
}

TEST(Loader, AFailureIsNotACancellation) {
  Bell bell;
  Loader loader([](const LoadRequest&, const Progress&) -> Result<Loaded> { return fail("damaged"); },
                bell.ringer());
  loader.start({});
  const auto outcome = bell.wait_for(loader);
  EXPECT_FALSE(outcome.cancelled);
  ASSERT_FALSE(outcome.result);
  EXPECT_EQ(outcome.result.error().what, "damaged");
}

TEST(Loader, ExceptionsBecomeErrors) {
  Bell bell;
  int calls = 0;
  Loader loader(
      [&calls](const LoadRequest&, const Progress&) -> Result<Loaded> {
        if (calls++ == 0) throw std::bad_alloc();
        throw std::runtime_error("odd");
      },
      bell.ringer());
  loader.start({});
  EXPECT_THAT(bell.wait_for(loader).result.error().what, testing::HasSubstr("memory"));
  loader.start({});
  EXPECT_THAT(bell.wait_for(loader).result.error().what, testing::HasSubstr("odd"));
}

TEST(Loader, CancellationDoesNotReachTheNextLoad) {
  Bell bell;
  Loader loader(
      [](const LoadRequest&, const Progress& progress) -> Result<Loaded> {
        if (!progress(0.1f, "model")) return fail("stopped");
        return Loaded{};
      },
      bell.ringer());
  loader.cancel();
  loader.start({});
  EXPECT_TRUE(bell.wait_for(loader).result);
}

TEST(Loader, DestructionEndsARunningLoad) {
  Bell bell;
  Loader loader(until_cancelled, bell.ringer());
  loader.start({});
  EXPECT_TRUE(loader.busy());
}

}  // namespace
}  // namespace mmd
