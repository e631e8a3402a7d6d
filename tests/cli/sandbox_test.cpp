// The walls around `thumbnail` and `serve`, from outside.

#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/support/image_samples.h"
#include "tests/support/kernel_walls.h"

namespace mmd::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class WalledProgram : public ProgramTest {
 protected:
  void SetUp() override {
    if (!kernel_has_walls())
      GTEST_SKIP() << "this kernel, or the container around it, has no Landlock or seccomp";
  }
  /// The answer to a request of a small picture.
  json answer(std::vector<std::string> arguments, const json& more = json::object()) {
    json request{{"id", 1}, {"model", model}, {"options", {{"size", "16x16"}, {"no-physics", true}}}};
    request.update(more);
    arguments.insert(arguments.begin(), "serve");
    Invocation run;
    run.input = request.dump() + "\n";
    const Outcome done = mmdview(std::move(arguments), run);
    EXPECT_EQ(done.status, 0) << done.err;
    return json::parse(done.out);
  }
};

TEST_F(WalledProgram, ThumbnailsAreTheSame) {
  Picture red{2, 2, {}};
  red.pixels.assign(4, {255, 0, 0, 255});
  put("tex/t.png", as_text(png_file(red)));
  FileBuilder painted;
  painted.bone("センター");
  painted.square({0, 10, 0}, 5);
  painted.material("服").texture = painted.texture("tex\\t.png");
  const std::string with_texture = put("m.pmx", as_text(painted.bytes()));
  for (const std::string& file : {with_texture, model, pose}) {
    for (const char* walls : {"--sandbox", "--no-sandbox"})
      EXPECT_EQ(mmdview({"thumbnail", file, in_folder(walls), walls}).status, 0) << file;
    EXPECT_FALSE(content("--sandbox").empty());
    EXPECT_TRUE(content("--sandbox") == content("--no-sandbox")) << file;
  }
  ASSERT_EQ(mmdview({"thumbnail", model, in_folder("t.png"), "--sandbox", "-s", "8"}).status, 0);
  EXPECT_EQ(decoded(content("t.png")).width, 8);
}

TEST_F(WalledProgram, AThumbnailIsWrittenNowhereElse) {
  put("elsewhere/there.png", "");
  const std::string link = in_folder("out/link.png");
  std::filesystem::create_directory(in_folder("out"));
  std::filesystem::create_symlink(in_folder("elsewhere/there.png"), link);
  const Outcome walled = mmdview({"thumbnail", model, link});
  expect_failure(walled, 1);
  EXPECT_TRUE(content("elsewhere/there.png").empty());
  EXPECT_EQ(mmdview({"thumbnail", model, link, "--no-sandbox"}).status, 0);
  EXPECT_FALSE(content("elsewhere/there.png").empty());
}

TEST_F(WalledProgram, ServeReadsWhatItWasAllowedTo) {
  EXPECT_TRUE(answer({}).contains("picture"));
  const json refused = answer({"--sandbox"});
  EXPECT_FALSE(refused.contains("picture"));
  EXPECT_THAT(refused["error"]["what"], HasSubstr("permission"));
  EXPECT_THAT(refused["error"]["hint"], HasSubstr("sandbox"));
  EXPECT_TRUE(answer({"--allow-read", in_folder("")}).contains("picture"));
  EXPECT_TRUE(answer({"--sandbox", model}).contains("picture")) << "its folder is that of a file named";
}

TEST_F(WalledProgram, ServeWritesWhereItWasAllowedTo) {
  std::filesystem::create_directory(in_folder("out"));
  const json there{{"output", in_folder("out/o.png")}}, elsewhere{{"output", in_folder("o.png")}};
  const std::vector<std::string> walls{"--allow-read", in_folder(""), "--allow-write", in_folder("out")};
  EXPECT_TRUE(answer(walls, there).contains("file"));
  EXPECT_FALSE(content("out/o.png").empty());
  EXPECT_THAT(answer(walls, elsewhere)["error"]["what"], HasSubstr("cannot be written"));
  EXPECT_TRUE(content("o.png").empty());
  EXPECT_TRUE(answer({}, elsewhere).contains("file"));
}

TEST_F(WalledProgram, FoldersThatAreNotThereAreToldBeforeAnything) {
  for (const char* option : {"--allow-read", "--allow-write"}) {
    const Outcome outcome = mmdview({"serve", option, in_folder("not there")});
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr("not there: there is no such folder"));
  }
}

TEST_F(WalledProgram, WhatIsAskedForAndUsualIsToldWithVerbose) {
  const std::string out = in_folder("v.png");
  EXPECT_THAT(mmdview({"thumbnail", model, out, "-v"}).err, HasSubstr("in a sandbox"));
  EXPECT_EQ(mmdview({"thumbnail", model, out, "-v", "--no-sandbox"}).err.find("sandbox"), std::string::npos);
}

}  // namespace
}  // namespace mmd::test
