#include "commands/batch/plan.h"

#include <set>
#include <utility>

#include <gmock/gmock.h>

namespace mmd {
namespace {

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

TEST(Plan, EveryPictureIsANumberAndBelongsToOneJob) {
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

TEST(Plan, TwoPicturesOfOneNameAreFoundWithTheFieldThatTellsThemApart) {
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
}

TEST(Plan, APoseThatIsGivenTwiceIsSaidToBe) {
  Plan twice = plan("{model}/{folder}/{pose}_{view}_{frame}.png");
  twice.sources[2] = twice.sources[0];
  const auto found = find_collision(twice);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->hint, "a pose is given twice");
}

TEST(Plan, APictureThatIsCalledAsALabelIsFound) {
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

}  // namespace
}  // namespace mmd
