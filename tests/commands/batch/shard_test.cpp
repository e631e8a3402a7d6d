#include "commands/batch/shard.h"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>

namespace mmd {
namespace {

using ::testing::HasSubstr;

Plan plan_of(int poses) {
  Plan out;
  out.models = {"a/figure.pmx"};
  for (int i = 0; i < poses; ++i) {
    const std::string name = "pose" + std::to_string(i);
    out.sources.push_back({"poses/" + name + ".vpd", name, "", FileKind::pose, nullptr, {}});
    out.frames.push_back({0.0});
  }
  out.views = {"front", "left"};
  out.names = *NameTemplate::parse("{pose}_{view}.png");
  out.count();
  return out;
}

TEST(Shard, EveryPictureIsInOneAndTheViewsOfAPoseAreTogether) {
  const Plan plan = plan_of(400);
  std::map<std::size_t, int> sizes;
  for (std::size_t i = 0; i < plan.size(); i += 2) {
    const std::size_t shard = shard_of(plan, plan.item(i), 8);
    EXPECT_LT(shard, 8u);
    EXPECT_EQ(shard, shard_of(plan, plan.item(i + 1), 8));
    ++sizes[shard];
  }
  for (const auto& [shard, size] : sizes) EXPECT_GT(size, 25) << "about 50 of 400 in each of eight";
  EXPECT_EQ(sizes.size(), 8u);
}

TEST(Shard, StaysTheSameWhenPosesAreAddedAndFoldersMoved) {
  Plan few = plan_of(20), many = plan_of(40);
  std::reverse(many.sources.begin(), many.sources.end());
  many.models = {"/elsewhere/figure.pmx"};
  for (std::size_t i = 0; i < few.sources.size(); ++i) {
    const std::size_t there = many.sources.size() - 1 - i;
    EXPECT_EQ(shard_of(few, {0, i, 0, 0}, 8), shard_of(many, {0, there, 0, 0}, 8));
  }
}

TEST(Shard, IsWrittenAsIndexAndCount) {
  const auto shard = parse_shard("2/8");
  ASSERT_TRUE(shard);
  EXPECT_EQ(shard->index, 2u);
  EXPECT_EQ(shard->count, 8u);
  for (const char* bad : {"", "2", "8/8", "-1/8", "1/0", "a/b", "1/2/3", "1 /2"})
    EXPECT_FALSE(parse_shard(bad)) << bad;
}

Environment with(std::map<std::string, std::string> variables) {
  return [variables](const char* name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(Shard, SchedulersSayWhichItIs) {
  const auto slurm = shard_of_environment(with({{"SLURM_ARRAY_TASK_ID", "7"},
                                                {"SLURM_ARRAY_TASK_MIN", "1"},
                                                {"SLURM_ARRAY_TASK_STEP", "2"},
                                                {"SLURM_ARRAY_TASK_COUNT", "5"}}),
                                          0);
  ASSERT_TRUE(slurm) << slurm.error().what;
  EXPECT_EQ(slurm->index, 3u);
  EXPECT_EQ(slurm->count, 5u);
  const auto kubernetes = shard_of_environment(with({{"JOB_COMPLETION_INDEX", "3"}}), 4);
  ASSERT_TRUE(kubernetes);
  EXPECT_EQ(kubernetes->index, 3u);
  const auto aws =
      shard_of_environment(with({{"AWS_BATCH_JOB_ARRAY_INDEX", "0"}, {"AWS_BATCH_JOB_ARRAY_SIZE", "9"}}), 0);
  ASSERT_TRUE(aws);
  EXPECT_EQ(aws->count, 9u);
}

TEST(Shard, WhatSchedulersDoNotSayIsAnError) {
  EXPECT_THAT(shard_of_environment(with({}), 4).error().what, HasSubstr("neither Slurm"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "3"}}), 0).error().hint,
              HasSubstr("--shards"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "4"}}), 4).error().what,
              HasSubstr("beyond"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "x"}}), 4).error().what,
              HasSubstr("no number"));
  // Two tasks of eight again: which of the eight they are is not said.
  EXPECT_THAT(shard_of_environment(with({{"SLURM_ARRAY_TASK_ID", "5"},
                                         {"SLURM_ARRAY_TASK_MIN", "3"},
                                         {"SLURM_ARRAY_TASK_COUNT", "2"}}),
                                   8)
                  .error()
                  .what,
              HasSubstr("SLURM_ARRAY_TASK_COUNT is 2"));
}

}  // namespace
}  // namespace mmd
