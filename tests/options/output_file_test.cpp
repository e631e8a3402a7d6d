// What a command may overwrite, and what it finds in the place of its outputs when it writes them.

#include "options/output_file.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "options/output_kinds.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CheckedOutputsTest : public testing::Test {
 protected:
  CheckedOutputsTest() { options.output = to_utf8(folder.path() / "o.png"); }
  std::string content(const fs::path& path) const { return std::string(as_text(read_file(path).value())); }

  test::TemporaryFolder folder, home;
  Options options{Command::shot};
  const std::string picture = std::string("\x89PNG\r\n\x1a\n") + "new";
};

TEST_F(CheckedOutputsTest, FilesOfAnotherKindMadeAfterTheCheckStay) {
  for (const bool force : {false, true}) {
    options.force = force;
    const auto outputs = CheckedOutputs::check(options, Written::by_name);
    ASSERT_TRUE(outputs);
    const fs::path path = folder.put("o.png", "notes");
    const auto written = outputs->write(options.output, as_byte_span(picture));
    EXPECT_EQ(written.has_value(), force);
    EXPECT_EQ(content(path), force ? picture : "notes");
    if (!written) {
      EXPECT_THAT(written.error().what, HasSubstr("is not a picture"));
    }
    fs::remove(path);
  }
}

std::string_view kind_of(std::string_view text) {
  return kind_of_file(as_byte_span(text));
}

TEST(OutputKinds, TextsThatBeginLikeAnotherFileAreNotThatFile) {
  for (const char* text :
       {"BMW and other cars", "RIFF is a format", "RIFF\x24\x10\x10\x10WAVEfmt ", "GIF8 notes", "DDS drives",
        "# notes\n", "# notes\nv 1 2\n", "v one two three\n", "vertices\nv 1 2 3\n", "\n{\"name\":\"a\"}",
        "{\"name\": \"package\", \"version\": \"1.0\"}", "{\"version\": 1.3}", "{\n  \"name\": 1}",
        "<html><title>Pictures</title>", "newmtl", "isn't ftyp"})
    EXPECT_EQ(kind_of(text), "") << text;
}

TEST(OutputKinds, RecognisesWhatCommandsWrite) {
  const std::pair<const char*, const char*> cases[] = {
      {"o.obj", "# mmdview; metres, Y up, facing +Z\nmtllib o.mtl\nv 1 -2.5e-3 3\n"},
      {"o.obj", "# Blender\r\no Cube\r\nv 1.0 2.0 3.0\r\n"},
      {"o.mtl", "newmtl 1_skin\nillum 1\n"},
      {"o.glb", "glTF\x02"},
      {"o.mp4", "....ftypisom"},
      {"o.webm", "\x1a\x45\xdf\xa3"},
      {"o.webp", "RIFF....WEBPVP8 "},
      {"o.coco.json", "{\"images\":[],\"annotations\":[]}"},
      {"o.openpose.json", "{\"version\":1.3,\"people\":[]}"},
      {"o.camera.json", "{\"camera_model\":\"OPENCV\",\"frames\":[]}"}};
  for (const auto& [name, text] : cases) {
    EXPECT_NE(kind_of(text), "") << name;
    EXPECT_EQ(kind_of(text), kind_written(name, Written::by_name)) << name;
  }
  for (const char* line : {"{\"name\":\"a.png\",\"status\":\"written\"}\n", "{\"na",
                           "{\"name\": \"a.png\", \"status\": \"written\"}\n"})
    EXPECT_EQ(kind_of(line), kind_written("pictures", Written::manifest)) << line;
  EXPECT_EQ(kind_of("<html><meta name=\"generator\" content=\"mmdview\">"), kind_written("i", Written::page));
}

}  // namespace
}  // namespace mmd
