// What the program loads when it starts.

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Startup : public ProgramTest {};

TEST_F(Startup, LibrariesThatOnlySomeCommandsNeedAreLeftToThem) {
  Invocation run;
  run.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};  // the loader lists them, and the program is not run
  const Outcome loaded = mmdview({"info"}, run);
  ASSERT_THAT(loaded.out, HasSubstr("libpng")) << "it lists";
  for (const char* library : {"libSDL2", "libpulse", "libasound", "libwayland", "libEGL", "libOpenGL",
                              "libGL", "libX11", "libarchive", "libxml2", "libfontconfig", "libfreetype"})
    EXPECT_THAT(loaded.out, Not(HasSubstr(library)));
}

TEST_F(Startup, AnSdlThatCannotBeLoadedIsAMessageOfTheWindowAlone) {
  put("libSDL2-2.0.so.0", "not a library");
  Invocation run;
  run.environment = {{"LD_LIBRARY_PATH", to_utf8(folder.path())}, {"SDL_VIDEODRIVER", ""}};
  const Outcome window = mmdview({"view", model}, run);
  expect_failure(window, 4);
  EXPECT_THAT(window.err, HasSubstr("SDL2 cannot be loaded (is libsdl2-2.0-0 installed?)"));
  EXPECT_EQ(mmdview({"shot", model, "--size", "32x32", "-o", in_folder("out.png")}, run).status, 0);
}

TEST_F(Startup, AnOpenGlThatCannotBeLoadedIsAMessageOfPicturesAlone) {
  put("libOpenGL.so.0", "not a library");
  put("libGL.so.1", "not a library");
  Invocation run;
  run.environment = {{"LD_LIBRARY_PATH", to_utf8(folder.path())}};
  const Outcome picture = mmdview({"shot", model, "--size", "32x32", "-o", in_folder("out.png")}, run);
  EXPECT_EQ(picture.status, 4) << picture.err;
  EXPECT_THAT(picture.err, HasSubstr("OpenGL cannot be loaded (is libopengl0 or libgl1 installed?)"));
  EXPECT_EQ(mmdview({"info", model}, run).status, 0);
}

TEST_F(Startup, ALibarchiveThatCannotBeLoadedIsAMessageOfArchivesAlone) {
  put("libarchive.so.13", "not a library");
  put("a.7z", "7z\xbc\xaf\x27\x1c and no more");
  Invocation run;
  run.environment = {{"LD_LIBRARY_PATH", to_utf8(folder.path())}};
  const Outcome archive = mmdview({"info", in_folder("a.7z")}, run);
  expect_failure(archive, 1);
  EXPECT_THAT(archive.err, HasSubstr("libarchive.so.13 cannot be loaded (is libarchive installed?)"));
  EXPECT_EQ(mmdview({"info", model}, run).status, 0);
}

TEST_F(Startup, AFontconfigThatCannotBeLoadedLeavesThePictures) {
  put("libfontconfig.so.1", "not a library");
  Invocation run;
  run.environment = {{"LD_LIBRARY_PATH", to_utf8(folder.path())}};
  EXPECT_EQ(mmdview({"shot", model, "--size", "32x32", "-o", in_folder("out.png")}, run).status, 0);
}

}  // namespace
}  // namespace mmd::test
