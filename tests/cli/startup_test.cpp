// What the program loads when it starts.

#include <string>

#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Startup : public ProgramTest {};

TEST_F(Startup, LibrariesOfTheWindowAreLeftToThoseWhoOpenOne) {
  Invocation run;
  run.environment = {{"LD_TRACE_LOADED_OBJECTS", "1"}};  // the loader lists them, and the program is not run
  const Outcome loaded = mmdview({"info"}, run);
  ASSERT_THAT(loaded.out, HasSubstr("libpng")) << "it lists";
  for (const char* library : {"libSDL2", "libpulse", "libasound", "libwayland", "libEGL"})
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

}  // namespace
}  // namespace mmd::test
