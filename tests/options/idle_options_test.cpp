#include "options/idle_options.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "tests/options/arguments.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// What the warnings say before the colon.
std::vector<std::string> idle(std::vector<std::string> arguments) {
  const auto parsed = test::parse(arguments);
  EXPECT_FALSE(parsed.line.exit_status) << parsed.err;
  std::vector<std::string> out;
  for (const Diagnostic& warning : parsed.line.warnings) {
    EXPECT_EQ(warning.severity, Severity::warning);
    EXPECT_FALSE(warning.hint.empty());
    out.push_back(warning.what.substr(0, warning.what.find(':')));
  }
  return out;
}

std::vector<std::string> idle_in_batch(std::vector<std::string> more) {
  more.insert(more.begin(), {"batch", "m.pmx", "-o", "out"});
  return idle(std::move(more));
}

TEST(IdleOptions, OfViewsByChanceAreThoseOfABatchWithoutThem) {
  const std::vector<std::string> all{"--seed",        "1",   "--azimuth",    "0:90", "--elevation",   "0:9",
                                     "--distance",    "1:2", "--random-fov", "30",   "--random-roll", "0:3",
                                     "--random-light"};
  EXPECT_THAT(idle_in_batch(all),
              ElementsAre("--seed has no effect", "--azimuth has no effect", "--elevation has no effect",
                          "--distance has no effect", "--random-fov has no effect",
                          "--random-roll has no effect", "--random-light has no effect"));
  std::vector<std::string> with_views = all;
  with_views.insert(with_views.end(), {"--views", "front,random:2"});
  EXPECT_THAT(idle_in_batch(with_views), IsEmpty());
  EXPECT_THAT(idle_in_batch({}), IsEmpty()) << "nothing was given";
}

TEST(IdleOptions, ACameraBesideViewsIsOne) {
  const std::vector<std::string> camera{"--camera", "0,10,-40,0,10,0"};
  EXPECT_THAT(idle_in_batch(camera), IsEmpty());
  for (const char* views : {"front,left", "random:2"}) {
    std::vector<std::string> both = camera;
    both.insert(both.end(), {"--views", views});
    EXPECT_THAT(idle_in_batch(both), ElementsAre("--camera has no effect")) << views;
    both.insert(both.end(), {"--turntable", "3"});
    EXPECT_THAT(idle_in_batch(both), IsEmpty()) << "the turntable goes by it";
  }
}

TEST(IdleOptions, OfAnExportGoByWhatItWrites) {
  const auto of = [](const std::string& file, std::vector<std::string> more) {
    more.insert(more.begin(), {"export", "m.pmx", "-o", file});
    return idle(std::move(more));
  };
  for (const char* option : {"--bake-rate", "--bake-error"}) {
    const std::string idle_option = std::string(option) + " has no effect";
    EXPECT_THAT(of("a.vmd", {option, "10"}), IsEmpty());
    EXPECT_THAT(of("a.glb", {option, "10"}), IsEmpty());
    for (const char* file : {"a.vpd", "a.VPD", "a.obj", "a.vrm", "-"})
      EXPECT_THAT(of(file, {option, "10"}), ElementsAre(idle_option)) << file;
    EXPECT_THAT(of("a.vmd", {option, "10", "--frame", "3"}), ElementsAre(idle_option));
  }
  EXPECT_THAT(of("a.vrm", {"--bake"}), ElementsAre("--bake has no effect"));
  EXPECT_THAT(of("a.glb", {"--bake"}), IsEmpty());
  EXPECT_THAT(of("a.glb", {"--no-skin"}), IsEmpty());
  EXPECT_THAT(of("a.obj", {"--no-skin"}), IsEmpty()) << "which is so in any case";
  EXPECT_THAT(of("a.vpd", {"--no-skin"}), ElementsAre("--no-skin has no effect"));
  EXPECT_THAT(of("a.vmd", {"--bake", "--no-skin"}), ElementsAre("--no-skin has no effect"));
}

}  // namespace
}  // namespace mmd
