#include "render/shader_source.h"

#include <algorithm>
#include <cctype>

#include <gtest/gtest.h>

namespace mmd {
namespace {

std::string without_space(std::string text) {
  text.erase(std::remove_if(text.begin(), text.end(), [](unsigned char c) { return std::isspace(c) != 0; }),
             text.end());
  return text;
}

TEST(ShaderSource, EmbeddedAndFromDiskAreTheSame) {
  ASSERT_FALSE(embedded_shaders().empty());
  for (const EmbeddedShader& shader : embedded_shaders()) {
    const auto embedded = load_shader({}, shader.name);
    const auto disk = load_shader(MMDVIEW_SOURCE_DIR "/shaders", shader.name);
    ASSERT_TRUE(embedded.has_value());
    ASSERT_TRUE(disk.has_value()) << describe(disk.error());
    EXPECT_EQ(embedded->files, disk->files) << shader.name;
    EXPECT_EQ(without_space(embedded->text), without_space(disk->text)) << shader.name;
  }
}

TEST(ShaderSource, MissingFolderIsAnErrorThatNamesTheFile) {
  const auto source = load_shader("/nowhere", "model.vert");
  ASSERT_FALSE(source.has_value());
  EXPECT_NE(source.error().what.find("/nowhere/model.vert"), std::string::npos);
}

TEST(ShaderSource, UnknownNameIsAnError) {
  EXPECT_FALSE(load_shader({}, "no_such.vert").has_value());
}

TEST(ShaderSource, LogsOfEveryDriverNameTheFile) {
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
