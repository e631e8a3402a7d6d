#include "render/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>
#include <unistd.h>

#include "render/shader_source.h"
#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// A copy of shaders/ with changes.
class ShaderFolder {
 public:
  ShaderFolder() : path_(fs::path(::testing::TempDir()) / ("shaders_" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::copy(MMDVIEW_SOURCE_DIR "/shaders", path_);
  }
  ~ShaderFolder() { fs::remove_all(path_); }
  /// Appends an invalid line and returns its number.
  int spoil(const std::string& name) {
    std::ifstream in(path_ / name);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    std::ofstream(path_ / name, std::ios::app) << "this is no shader\n";
    return static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  }
  void replace(const std::string& name, const std::string& what, const std::string& with) {
    std::ifstream in(path_ / name);
    std::string text(std::istreambuf_iterator<char>(in), {});
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << name;
    std::ofstream(path_ / name) << text.replace(at, what.size(), with);
  }
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

using ProgramTest = test::RenderTest;

TEST_F(ProgramTest, CompilesEveryVariantOfEveryProgram) {
  Programs programs({});
  const auto compiled = programs.compile_all();
  EXPECT_TRUE(compiled.has_value()) << describe(compiled.error());
}

TEST_F(ProgramTest, ShadersFromDiskMayAddTransparency) {
  ShaderFolder folder;
  folder.replace("model.frag", "out_colour = colour;", "out_colour = vec4(colour.rgb, 0.5);");
  add(test::squares_model(
      {{{0.0f, 0.0f, -0.5f}, 0.8f, test::plain({1, 0, 0})}, {vec3(0.0f), 0.8f, test::plain({0, 1, 0})}}));
  const auto renderer = Renderer::create(folder.path());
  ASSERT_TRUE(renderer.has_value()) << describe(renderer.error());
  const auto first = (*renderer)->render(scene_, 32, 32, 1);
  const auto second = (*renderer)->render(scene_, 32, 32, 1);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->rgba, second->rgba);
  EXPECT_GT(test::centre_pixel(*second)[3], 150) << "one blends over the other";
}

TEST_F(ProgramTest, CompileErrorsNameFileAndLine) {
  for (const char* name : {"model.frag", "edge.vert", "skinning.glsl", "shadow.frag", "inspect.vert"}) {
    ShaderFolder folder;
    const int line = folder.spoil(name);
    const auto renderer = Renderer::create(folder.path());
    ASSERT_FALSE(renderer.has_value()) << name;
    const std::string expected = std::string(name) + ":" + std::to_string(line);
    EXPECT_NE(renderer.error().what.find(expected), std::string::npos) << renderer.error().what;
  }
}

TEST_F(ProgramTest, RejectsFoldersWithoutShaders) {
  EXPECT_FALSE(Renderer::create("/nowhere").has_value());
}

TEST(ShaderSource, RejectsMissingFiles) {
  const auto source = load_shader("/nowhere", "model.vert");
  ASSERT_FALSE(source.has_value());
  EXPECT_NE(source.error().what.find("/nowhere/model.vert"), std::string::npos);
  EXPECT_FALSE(load_shader({}, "no_such.vert").has_value());
}

TEST(ShaderSource, NamesTheFileInLogsOfEveryDriver) {
  const std::vector<std::string> files = {"model.vert", "skinning.glsl"};
  EXPECT_EQ(name_files_in_log("0:12(5): error: syntax", files), "model.vert:12(5): error: syntax");
  EXPECT_EQ(name_files_in_log("1(34) : error C0000", files), "skinning.glsl:34) : error C0000");
  EXPECT_EQ(name_files_in_log("ERROR: 1:7: 'x' : undeclared\nERROR: 0:8: y", files),
            "ERROR: skinning.glsl:7: 'x' : undeclared\nERROR: model.vert:8: y");
  EXPECT_EQ(name_files_in_log("7:12: not a file", files), "7:12: not a file");
  EXPECT_EQ(name_files_in_log("", files), "");
}

}  // namespace
}  // namespace mmd
