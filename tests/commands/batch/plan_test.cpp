#include "commands/batch/plan.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <gmock/gmock.h>

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Source source(const std::string& name, const std::string& folder = {}) {
  return {(folder.empty() ? "" : folder + "/") + name + ".vpd", name, folder, FileKind::pose, nullptr, {}};
}

Plan plan(const std::string& names) {
  Plan out;
  out.models = {"one/a.pmx", "two/b.pmx"};
  out.sources = {source("p"), source("q", "sub"), source("r")};
  out.frames = {{0.0}, {0.0, 2.0, 4.0}, {0.0}};
  out.views = {"front", "left"};
  out.names = *NameTemplate::parse(names);
  out.count();
  return out;
}

TEST(Plan, EveryPictureHasOneNumberAndOneJob) {
  const Plan made = plan("{model}/{pose}_{view}_{frame}.png");
  ASSERT_EQ(made.size(), 2u * (1 + 3 + 1) * 2);
  std::size_t at = 0;
  std::set<std::string> names;
  for (std::size_t j = 0; j < made.job_count(); ++j) {
    const Job job = made.job(j);
    EXPECT_EQ(job.first, at);
    for (; at < job.last; ++at) {
      const Item item = made.item(at);
      EXPECT_EQ(item.model, job.model);
      EXPECT_EQ(item.source, job.source);
      EXPECT_EQ(job.first + item.frame * made.views.size() + item.view, at);
      names.insert(made.name(at));
    }
  }
  EXPECT_EQ(at, made.size());
  EXPECT_EQ(names.size(), made.size());
  EXPECT_EQ(made.name(0), "a/p_front_0.png");
  EXPECT_EQ(made.name(made.size() - 1), "b/r_left_0.png");
  EXPECT_FALSE(find_collision(made));
}

/// An archive whose files have this size.
class ArchiveOfSize final : public FileSet {
 public:
  explicit ArchiveOfSize(std::uint64_t size) : size_(size) {}
  std::string name() const override { return "a.zip"; }
  Result<Bytes> read(const std::string&) const override { return Bytes(); }
  Result<Bytes> read_start(const std::string&, std::size_t) const override { return Bytes(); }
  std::uint64_t size(const std::string&) const override { return size_; }
  std::vector<std::string> list(std::string_view) const override { return {}; }
  std::optional<std::string> resolve(const std::string&, std::string_view) const override { return {}; }

 private:
  std::uint64_t size_;
};

std::vector<std::size_t> unpackings(std::uint64_t size, std::size_t files) {
  Plan made = plan("{pose}.png");
  Source one = source("p");
  one.archive = std::make_shared<const ArchiveOfSize>(size);
  made.sources.assign(files, one);
  made.frames.assign(files, {0.0});
  made.count();
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < files; ++i)
    if (made.unpacked_with(i) != i) {
      EXPECT_EQ(i, out.empty() ? 0 : out.back());
      out.push_back(made.unpacked_with(i));
    }
  return out;
}

TEST(Plan, SmallFilesOfAnArchiveAreUnpackedTogether) {
  EXPECT_THAT(unpackings(0, 99'999), ElementsAre(99'999u));
  EXPECT_THAT(unpackings(1 << 10, 70'000), ElementsAre(65'536u, 70'000u));
  EXPECT_THAT(unpackings(1 << 20, 1200), ElementsAre(512u, 1024u, 1200u)) << "never fewer than 512";
  EXPECT_THAT(unpackings(1, 1), ElementsAre(1u));
}

TEST(Plan, DuplicateNamesSuggestAFieldThatDistinguishesThem) {
  const std::pair<const char*, const char*> cases[] = {{"{pose}_{view}_{frame}.png", "{model}"},
                                                       {"{model}_{view}_{frame}.png", "{pose}"},
                                                       {"{model}_{pose}_{frame}.png", "{view}"},
                                                       {"{model}_{pose}_{view}.png", "{frame}"}};
  for (const auto& [names, field] : cases) {
    const auto found = find_collision(plan(names));
    ASSERT_TRUE(found) << names;
    EXPECT_THAT(found->hint, HasSubstr(field)) << names;
  }
  Plan same = plan("{model}/{pose}_{view}_{frame}.png");
  same.sources[2] = source("p", "elsewhere");
  const auto found = find_collision(same);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->hint, HasSubstr("{folder}"));
  EXPECT_THAT(found->what, HasSubstr("a/p_front_0.png"));
  Plan twice = plan("{model}/{folder}/{pose}_{view}_{frame}.png");
  twice.sources[2] = twice.sources[0];
  ASSERT_TRUE(find_collision(twice));
  EXPECT_EQ(find_collision(twice)->hint, "remove the pose that is given twice");
}

TEST(Plan, FindsPicturesNamedLikeALabel) {
  Plan made = plan("{model}/{pose}_{view}_{frame}.png");
  EXPECT_FALSE(find_label_collision(made, {".depth.png"}));
  made = plan("{model}_{frame}_{view}/{pose}.png");
  made.sources[0] = source("x", "");
  made.sources[1] = source("x.depth", "");
  EXPECT_FALSE(find_label_collision(made, {}));
  EXPECT_FALSE(find_label_collision(made, {".normals.png", ".depth.exr"}));
  const auto found = find_label_collision(made, {".normals.png", ".depth.png"});
  ASSERT_TRUE(found);
  EXPECT_THAT(found->what, HasSubstr("/x.depth.png would be both a picture and a label of"));
}

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

TEST(Shard, EveryPictureIsInOneShardWithAllViewsOfItsPose) {
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

TEST(Shard, DoesNotChangeWhenPosesAreAddedOrFoldersMoved) {
  Plan few = plan_of(20), many = plan_of(40);
  std::reverse(many.sources.begin(), many.sources.end());
  many.models = {"/elsewhere/figure.pmx"};
  for (std::size_t i = 0; i < few.sources.size(); ++i) {
    const std::size_t there = many.sources.size() - 1 - i;
    EXPECT_EQ(shard_of(few, {0, i, 0, 0}, 8), shard_of(many, {0, there, 0, 0}, 8));
  }
}

TEST(Shard, ParsesIndexAndCount) {
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

TEST(Shard, ReadsTheEnvironmentOfSchedulers) {
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

TEST(Shard, ReportsMissingSchedulerVariables) {
  EXPECT_THAT(shard_of_environment(with({}), 4).error().what, HasSubstr("not a task of Slurm"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "3"}}), 0).error().hint,
              HasSubstr("--shards"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "4"}}), 4).error().what,
              HasSubstr("but there are 4 shards"));
  EXPECT_THAT(shard_of_environment(with({{"JOB_COMPLETION_INDEX", "x"}}), 4).error().what,
              HasSubstr("not a number"));
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
