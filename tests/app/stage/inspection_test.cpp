#include <condition_variable>
#include <mutex>

#include <gtest/gtest.h>

#include "app/stage/model_summary.h"
#include "document/loader.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"

namespace mmd {
namespace {

class InspectionTest : public testing::Test {
 protected:
  std::shared_ptr<const Document> loaded(const char* name) {
    const auto file = folder.path() / name;
    test::write_model(file, test::figure());
    LoadRequest request;
    request.files = {to_utf8(file)};
    auto out = load_files(request, {});
    EXPECT_TRUE(out);
    return out ? std::make_shared<const Document>(std::move(out->document)) : nullptr;
  }
  void wait() {
    while (inspection.busy()) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [this] { return told > 0; });
      --told;
      lock.unlock();
      inspection.take();
    }
  }

  test::TemporaryFolder folder;
  std::mutex mutex;
  std::condition_variable changed;
  int told = 0;
  Inspection inspection{[this] {
    {
      const std::lock_guard lock(mutex);
      ++told;
    }
    changed.notify_all();
  }};
};

TEST_F(InspectionTest, TellsOfTheModelThatWasAskedForLast) {
  const auto first = loaded("a.pmx"), second = loaded("b.pmx");
  inspection.begin(first);
  EXPECT_EQ(inspection.report(first->model()), nullptr);
  inspection.begin(second);
  wait();
  EXPECT_EQ(inspection.report(first->model()), nullptr);
  ASSERT_NE(inspection.report(second->model()), nullptr);
  EXPECT_FALSE(inspection.report(second->model())->problem);
  inspection.begin(second);
  EXPECT_FALSE(inspection.busy()) << "it is known";
}

TEST_F(InspectionTest, LooksAgainWhenItWasToldToForget) {
  const auto document = loaded("a.pmx");
  inspection.begin(document);
  wait();
  inspection.forget();
  EXPECT_EQ(inspection.report(document->model()), nullptr);
  inspection.begin(document);
  EXPECT_TRUE(inspection.busy());
  wait();
  EXPECT_NE(inspection.report(document->model()), nullptr);
}

TEST_F(InspectionTest, TellsOfAModelThatIsKnownWhenOneComesBackToItMeanwhile) {
  const auto first = loaded("a.pmx"), second = loaded("b.pmx");
  inspection.begin(first);
  wait();
  inspection.begin(second);
  inspection.begin(first);
  wait();
  EXPECT_NE(inspection.report(first->model()), nullptr);
}

}  // namespace
}  // namespace mmd
