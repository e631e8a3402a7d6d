#include "render/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <unistd.h>

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// A copy of shaders/ with one file spoilt by a line at its end.
class ShaderFolder {
 public:
  ShaderFolder() : path_(fs::path(::testing::TempDir()) / ("shaders_" + std::to_string(::getpid()))) {
    fs::remove_all(path_);
    fs::copy(MMDVIEW_SOURCE_DIR "/shaders", path_);
  }
  ~ShaderFolder() { fs::remove_all(path_); }
  /// Returns the number of the line.
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

TEST_F(ProgramTest, EveryBuiltInProgramCompilesInEveryVariant) {
  Programs programs({});
  const auto compiled = programs.compile_all();
  EXPECT_TRUE(compiled.has_value()) << describe(compiled.error());
}

TEST_F(ProgramTest, ShadersFromDiskWork) {
  const ShaderFolder folder;
  const auto renderer = Renderer::create(folder.path());
  EXPECT_TRUE(renderer.has_value()) << describe(renderer.error());
}

TEST_F(ProgramTest, ShadersFromDiskMayMakeOpaqueMaterialsTranslucent) {
  ShaderFolder folder;
  folder.replace("model.frag", "out_colour = colour;", "out_colour = vec4(colour.rgb, 0.5);");
  add(test::squares_model(
      {{{0.0f, 0.0f, -0.5f}, 0.8f, [](Material& m) { m.ambient = vec3(1.0f, 0.0f, 0.0f); }},
       {vec3(0.0f), 0.8f, [](Material& m) { m.ambient = vec3(0.0f, 1.0f, 0.0f); }}}));
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

TEST_F(ProgramTest, AFolderWithoutShadersIsAnError) {
  EXPECT_FALSE(Renderer::create("/nowhere").has_value());
}

}  // namespace
}  // namespace mmd
