// The load queue with its threads, without a window.
#include "app/stage/load_queue.h"

#include <condition_variable>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Files = std::vector<std::string>;

/// Loads wait until the test lets them continue; the test waits for results.
class Queue : public testing::Test {
 protected:
  Result<Loaded> work(const LoadRequest& request, const Progress& progress) {
    std::unique_lock lock(mutex);
    started.push_back(request.textures_only ? "textures of " + request.current->model_file
                                            : request.files.front());
    usable.push_back(request.pick_usable);
    const bool waits = !request.textures_only || request.current->model_file != prompt;
    while (waits && let_go == 0) {
      if (!progress(0.5f, {})) return fail("stopped");
      lock.unlock();  // cancelling rings no bell
      std::this_thread::yield();
      lock.lock();
    }
    if (waits) --let_go;
    if (!request.files.empty() && request.files.front() == "broken") return fail("broken");
    Loaded out;
    out.document.model_file = request.textures_only ? request.current->model_file : request.files.front();
    return out;
  }
  void wake() {
    const std::lock_guard lock(news_mutex);
    ++news;
    news_changed.notify_all();
  }
  void finish_one() {
    const std::lock_guard lock(mutex);
    ++let_go;
  }
  template <class Take>
  auto wait_for(const Take& take) {
    for (int seen = 0;;) {
      if (auto outcome = take()) return outcome;
      std::unique_lock lock(news_mutex);
      news_changed.wait(lock, [&] { return news > seen; });
      seen = news;
    }
  }
  std::optional<LoadQueue::FilesOutcome> files() {
    return wait_for([&] { return queue.take_files(); });
  }
  /// Lets all loads continue and returns their files.
  Files load_all() {
    for (;;) {
      finish_one();
      files();
      if (!queue.has_waiting()) return started;
      queue.load_next();
    }
  }
  static std::shared_ptr<const LoadedFigure> document(const char* name) {
    auto out = std::make_shared<LoadedFigure>();
    out->model_file = name;
    out->loaded.model = std::make_shared<const Model>();
    return out;
  }

  std::mutex mutex, news_mutex;
  std::condition_variable news_changed;
  int let_go = 0, news = 0;
  const std::string prompt = "second";  ///< a model whose textures wait for nothing
  Files started;
  std::vector<bool> usable;
  LoadQueue queue{[this](const LoadRequest& r, const Progress& p) { return work(r, p); }, [this] { wake(); },
                  [](LoadRequest&) {}};
};

TEST_F(Queue, LoadsInOrderAndOnlyTheLastOfSeveralSteps) {
  queue.load({"a"});
  for (const char* file : {"1", "2", "3"}) queue.load({file}, LoadQueue::Origin::step);
  queue.load({"b"});
  queue.load({"4"}, LoadQueue::Origin::step);
  EXPECT_TRUE(queue.busy());
  EXPECT_THAT(load_all(), ElementsAre("a", "3", "b", "4"));
  EXPECT_FALSE(queue.busy());
}

TEST_F(Queue, SkipsAReloadOfARemovedModel) {
  queue.load({"a"});
  queue.load_again(7);  // a figure without a document
  queue.load({"b"});
  finish_one();
  files();
  ASSERT_TRUE(queue.has_waiting());
  queue.load_next();
  finish_one();
  ASSERT_TRUE(queue.busy());
  files();
  EXPECT_THAT(started, ElementsAre("a", "b"));
}

TEST_F(Queue, OnlyFilesOfTheCommandLineMustAllBeUsable) {
  queue.start({"broken"});
  queue.load({"broken"});
  finish_one();
  const auto first = files();
  EXPECT_TRUE(first->at_start);
  EXPECT_FALSE(first->result);
  queue.load_next();
  finish_one();
  EXPECT_FALSE(files()->at_start);
  EXPECT_THAT(usable, ElementsAre(false, true));
}

TEST_F(Queue, CancellingForgetsWhatWaits) {
  queue.load({"a"});
  queue.load({"b"});
  EXPECT_TRUE(queue.cancel());
  EXPECT_TRUE(files()->cancelled);
  EXPECT_FALSE(queue.has_waiting());
  EXPECT_FALSE(queue.cancel()) << "nothing is left";
}

TEST_F(Queue, DropsTexturesOfAModelNoLongerShown) {
  const auto first = document("first"), second = document("second");
  queue.want_textures(first, true);
  queue.want_textures(second, true);  // cancels the first one's
  const auto outcome = wait_for([&] { return queue.take_textures({second}); });
  ASSERT_TRUE(outcome->result);
  EXPECT_EQ(outcome->result->document.model_file, "second");
}

TEST_F(Queue, FilesAreCancelledBeforeTextures) {
  const auto shown = document("shown");
  queue.want_textures(shown, true);
  queue.load({"a"});
  EXPECT_TRUE(queue.cancel());
  EXPECT_TRUE(files()->cancelled);
  EXPECT_TRUE(queue.busy()) << "the textures";
  EXPECT_TRUE(queue.cancel());
  EXPECT_TRUE(wait_for([&] { return queue.take_textures({shown}); })->cancelled);
}

SDL_DropEvent drop_event(Uint32 type, const char* file = nullptr) {
  SDL_DropEvent event{};
  event.type = type;
  event.file = const_cast<char*>(file);
  return event;
}

TEST(DropsOfFiles, AreLoadedTogetherOrOneByOne) {
  Drops drops;
  EXPECT_FALSE(drops.take(drop_event(SDL_DROPBEGIN)));
  EXPECT_FALSE(drops.take(drop_event(SDL_DROPFILE, "a")));
  EXPECT_FALSE(drops.take(drop_event(SDL_DROPFILE, "b")));
  EXPECT_EQ(drops.take(drop_event(SDL_DROPCOMPLETE)), (Files{"a", "b"}));
  EXPECT_EQ(drops.take(drop_event(SDL_DROPFILE, "c")), Files{"c"}) << "some systems tell no beginning";
  EXPECT_FALSE(drops.take(drop_event(SDL_DROPBEGIN)));
  EXPECT_FALSE(drops.take(drop_event(SDL_DROPCOMPLETE))) << "empty";
}

}  // namespace
}  // namespace mmd
