#include "document/loader.h"

#include <stdexcept>

#include <gmock/gmock.h>

#include "tests/support/call_count.h"

namespace mmd {
namespace {

/// Calls to `wake`, and the outcome.
class Bell {
 public:
  std::function<void()> ringer() {
    return [this] { calls_.add(); };
  }
  Loader::Outcome wait_for(Loader& loader) {
    for (int seen = 1;; ++seen) {
      if (auto outcome = loader.take()) return std::move(*outcome);
      calls_.await(seen);
    }
  }

 private:
  test::CallCount calls_;
};

Result<Loaded> until_cancelled(const LoadRequest&, const Progress& progress) {
  while (progress(0.5f, "textures")) std::this_thread::yield();
  return fail("stopped");
}

TEST(Loader, DeliversTheResultOnce) {
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

TEST(Loader, ReportsProgressAndStopsWhenCancelled) {
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

TEST(Loader, TellsFailureFromCancellation) {
  Bell bell;
  Loader loader([](const LoadRequest&, const Progress&) -> Result<Loaded> { return fail("damaged"); },
                bell.ringer());
  loader.start({});
  const auto outcome = bell.wait_for(loader);
  EXPECT_FALSE(outcome.cancelled);
  ASSERT_FALSE(outcome.result);
  EXPECT_EQ(outcome.result.error().what, "damaged");
}

TEST(Loader, ReportsExceptionsAsErrors) {
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

TEST(Loader, CancellationDoesNotAffectTheNextLoad) {
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

TEST(Loader, DestructionStopsARunningLoad) {
  Bell bell;
  Loader loader(until_cancelled, bell.ringer());
  loader.start({});
  EXPECT_TRUE(loader.busy());
}

}  // namespace
}  // namespace mmd
