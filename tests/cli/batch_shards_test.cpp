// Parts of a batch that are made by processes of their own.

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

class BatchShards : public ProgramTest {
 protected:
  /// A model that looks like no other.
  std::string model_of_size(int size) {
    FileBuilder b;
    b.bone("センター");
    b.square({0, 0, 0}, 1.0f);
    b.square({2, 0, 0}, 0.2f * static_cast<float>(size));
    b.material();
    return put("m" + std::to_string(size) + ".pmx", as_text(b.bytes()));
  }
};

TEST_F(BatchShards, EachMakesThePicturesOfItsModelsThoughOthersLieBetweenThem) {
  constexpr int count = 6;
  std::vector<std::string> models;
  for (int i = 0; i < count; ++i) models.push_back(model_of_size(i + 1));
  const auto batch = [&](const std::string& folder, std::vector<std::string> more) {
    std::vector<std::string> arguments{"batch", "-o", in_folder(folder), "--size", "32x32"};
    arguments.insert(arguments.end(), models.begin(), models.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    return mmdview(std::move(arguments)).status;
  };
  ASSERT_EQ(batch("whole", {}), 0);
  for (const char* shard : {"0/3", "1/3", "2/3"}) ASSERT_EQ(batch("parts", {"--shard", shard}), 0);
  for (int i = 0; i < count; ++i) {
    const std::string name = "/m" + std::to_string(i + 1) + "/rest.png";
    ASSERT_NE(content("whole" + name), "");
    EXPECT_TRUE(content("parts" + name) == content("whole" + name)) << name;
    for (int other = 0; other < i; ++other)
      EXPECT_FALSE(content("whole" + name) == content("whole/m" + std::to_string(other + 1) + "/rest.png"));
  }
}

TEST_F(BatchShards, HowManyThereAreIsNotTakenForWhichThisIs) {
  const Outcome outcome = mmdview({"batch", model, "-o", in_folder("out"), "--size", "8x8", "--shards", "2"});
  expect_failure(outcome, 2);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("--shards is about --shard auto"));
}

}  // namespace
}  // namespace mmd::test
