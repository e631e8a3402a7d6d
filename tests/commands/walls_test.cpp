#include "commands/walls.h"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// A home with models in it, beside a folder of somebody else.
class WallRules : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(folder_.path());
    for (const char* file : {"home/direct.pmx", "home/one/m.pmx", "home/one/two/m.pmx", "home/a.zip"})
      folder_.put(file, "x");
    if (const char* home = std::getenv("HOME")) old_home_ = home;
    setenv("HOME", (root_ / "home").c_str(), 1);
  }
  void TearDown() override {
    if (old_home_.empty())
      unsetenv("HOME");
    else
      setenv("HOME", old_home_.c_str(), 1);
  }
  /// Whether rules for this file have it, or what is in there, be read.
  bool reads(const std::string& file, const std::string& what) const {
    Options options(Command::thumbnail);
    options.files = {(root_ / file).string()};
    const SandboxRules rules = rules_for(options);
    const auto is_it = [&](const fs::path& path) { return path == root_ / what; };
    return std::any_of(rules.read.begin(), rules.read.end(), is_it);
  }

  test::TemporaryFolder folder_;
  fs::path root_;
  std::string old_home_;
};

TEST_F(WallRules, AreTheModelsFolderAndTheOneAboveButNoHome) {
  EXPECT_TRUE(reads("home/one/two/m.pmx", "home/one/two"));
  EXPECT_TRUE(reads("home/one/two/m.pmx", "home/one"));
  EXPECT_FALSE(reads("home/one/two/m.pmx", "home"));
  EXPECT_TRUE(reads("home/one/m.pmx", "home/one"));
  EXPECT_FALSE(reads("home/one/m.pmx", "home"));
  EXPECT_TRUE(reads("home/direct.pmx", "home/direct.pmx"));
  EXPECT_FALSE(reads("home/direct.pmx", "home"));
  EXPECT_FALSE(reads("home/direct.pmx", ""));
}

TEST_F(WallRules, HomesOfOthersAreNotOpenedEither) {
  const auto reads_of = [](const std::string& file) {
    Options options(Command::thumbnail);
    options.files = {file};
    return rules_for(options).read;
  };
  const auto count = [](const std::vector<fs::path>& read, const char* path) {
    return std::count(read.begin(), read.end(), fs::path(path));
  };
  // None of these is there, nor below this test's HOME.
  for (const std::string homes : {"/home", "/Users", "/root"}) {
    const std::string home = homes + "/nobody-is-called-so", models = home + "/models";
    const auto direct = reads_of(home + "/m.pmx"), below = reads_of(models + "/m.pmx");
    EXPECT_EQ(count(direct, (home + "/m.pmx").c_str()), 1) << "the file itself";
    EXPECT_EQ(count(below, models.c_str()), 1) << "a folder in a home is a model's";
    for (const auto& read : {direct, below}) {
      EXPECT_EQ(count(read, home.c_str()), 0) << home;
      EXPECT_EQ(count(read, homes.c_str()), 0) << homes;
    }
    EXPECT_EQ(count(reads_of(homes + "/m.pmx"), homes.c_str()), 0) << homes;
  }
}

TEST_F(WallRules, OfAFileInAnArchiveAreTheArchiveAlone) {
  EXPECT_TRUE(reads("home/a.zip/x/m.pmx", "home/a.zip"));
  EXPECT_FALSE(reads("home/a.zip/x/m.pmx", "home"));
}

TEST_F(WallRules, NothingIsWrittenButWhereTheOutputIs) {
  Options options(Command::thumbnail);
  options.files = {(root_ / "home/direct.pmx").string()};
  EXPECT_TRUE(rules_for(options).write.empty());
  options.output = "-";
  EXPECT_TRUE(rules_for(options).write.empty());
  options.output = (root_ / "home/one/o.png").string();
  EXPECT_EQ(rules_for(options).write, std::vector<fs::path>{root_ / "home/one"});
  options.sandbox.write = {"there"};
  EXPECT_EQ(rules_for(options).write, (std::vector<fs::path>{"there", root_ / "home/one"}));
}

TEST_F(WallRules, FoldersAboveTheRootOfAllAreNotOpened) {
  Options options(Command::thumbnail);
  options.files = {"/m.pmx", "/folder/m.pmx"};
  const SandboxRules rules = rules_for(options);
  EXPECT_EQ(std::count(rules.read.begin(), rules.read.end(), fs::path("/")), 0);
}

}  // namespace
}  // namespace mmd
