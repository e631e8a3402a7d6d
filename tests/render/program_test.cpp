#include "render/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "tests/render/model_builder.h"

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
  std::string path() const { return path_.string(); }

 private:
  fs::path path_;
};

class ProgramTest : public test::RenderTest {};

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
