#include <filesystem>

#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class Status : public ProgramTest {};

TEST_F(Status, IsZeroOnSuccessAlsoWithWarnings) {
  EXPECT_EQ(mmdview({"info", model}).status, 0);
  EXPECT_EQ(mmdview({"bones", model, pose}).status, 0);
  const Outcome warned =
      mmdview({"bones", model, put("x.vpd", vpd_text("Bone0{nobody\r\n 0,0,0;\r\n 0,0,0,1;\r\n}\r\n"))});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(warned.err, HasSubstr("mmdview: warning: "));
  EXPECT_THAT(warned.err, HasSubstr("nobody"));
  expect_messages(warned);
  for (const char* flag : {"--help", "--version"}) EXPECT_EQ(mmdview({flag}).status, 0);
}

TEST_F(Status, IsOneForUnusableInputs) {
  const std::string bad[] = {in_folder("missing.pmx"),
                             to_utf8(folder.path()),
                             put("empty.pmx", ""),
                             put("picture.pmx", as_text(png_file(gradient(4, 4, false)))),
                             put("text.pmx", "hello, world\n"),
                             put("zeros.pmx", std::string(1000, '\0')),
                             put("short.zip", "PK\x03\x04")};
  for (const std::string& file : bad) {
    for (const char* command : {"info", "bones"}) {
      const Outcome outcome = mmdview({command, file});
      expect_failure(outcome, 1);
      EXPECT_THAT(outcome.err, HasSubstr(file)) << "the file is named";
    }
    const Outcome shot = mmdview({"shot", file, "-o", in_folder("out.png")});
    expect_failure(shot, 1);
    EXPECT_FALSE(std::filesystem::exists(in_folder("out.png")));
  }
  expect_failure(mmdview({"bones", pose}), 1);
  for (const Words& drawn :
       {Words{"shot", model, "-o", in_folder("o.png")}, {"batch", model, "-o", in_folder("out")}}) {
    const Words shaders{"--shader-dir", in_folder("nowhere"), "--size", "8x8"};
    EXPECT_EQ(mmdview(with(drawn, shaders)).status, 1) << drawn.front();
  }
  expect_failure(mmdview({"bones", model, model}), 1);
  expect_failure(mmdview({"bones", model, "--morph", "nothing=1"}), 1);
}

TEST_F(Status, ViewReportsUnusableInputsBeforeAMissingDisplay) {
  const std::string broken = put("broken.pmx", "PMX garbage");
  const std::string bad = put("bad.vpd", vpd_text("Bone0{腕\r\n  x,0,0;\r\n 0,0,0,1;\r\n}\r\n"));
  const std::vector<Words> wrong{{broken},
                                 {model, bad},
                                 {model, put("short.vmd", "Vocaloid Motion Data 0002")},
                                 {put("short.zip", "PK\x03\x04")},
                                 {put("text.pmx", "hello, world\n")},
                                 {pose},
                                 {model, "--attach", broken + "@"},
                                 {model, "--compare", bad},
                                 {model, "--highlight", "nothing"},
                                 {model, "--morph", "nothing=1"}};
  for (const Words& arguments : wrong) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    expect_failure(mmdview(arguments), 1);
  }
}

TEST_F(Status, IsTwoForWrongUsage) {
  const std::vector<Words> wrong{{"shot", model},
                                 {"bones", model, "--nonsense"},
                                 {"shot", model, "-o", in_folder("a.gif")},
                                 {"batch", model, "-o", in_folder("out"), "--name", "{pose}.gif"},
                                 {"pose", "diff", pose, "-o", in_folder("o.vpd")},
                                 {"pose", "mirror", pose, "-o", in_folder("o.png")}};
  for (const auto& arguments : wrong) {
    const Outcome outcome = mmdview(arguments);
    expect_failure(outcome, 2);
    EXPECT_THAT(outcome.err, HasSubstr("  hint: "));
  }
}

TEST_F(Status, WithoutOpenGlIsFourForPicturesAndZeroForTheRest) {
  Invocation run;
  run.environment = {{"SDL_VIDEODRIVER", "nonexistent"},
                     {"__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json"}};
  const Outcome outcome = mmdview({"shot", model, "-o", in_folder("out.png")}, run);
  expect_failure(outcome, 4);
  EXPECT_THAT(outcome.err, HasSubstr("no OpenGL context"));
  EXPECT_THAT(outcome.err, HasSubstr("  hint: "));
  EXPECT_FALSE(std::filesystem::exists(in_folder("out.png")));
  for (const char* command : {"info", "bones"})
    EXPECT_EQ(mmdview({command, model}, run).status, 0) << command;
}

TEST_F(Status, NamesTheVersionOfAnOldOpenGl) {
  Invocation run;
  run.environment = {{"MESA_GL_VERSION_OVERRIDE", "2.1"}};
  const Outcome outcome = mmdview({"shot", model, "-o", in_folder("out.png")}, run);
  EXPECT_EQ(outcome.status, 4);  // the driver says things of its own, too
  EXPECT_THAT(outcome.err, HasSubstr("OpenGL 3.3 is needed, the driver offers OpenGL 2.1"));
  EXPECT_THAT(outcome.err, HasSubstr("  hint: update the graphics driver"));
}

TEST_F(Status, IsOneIfTheOutputCannotBeCreated) {
  std::filesystem::create_directory(folder.path() / "folder.png");
  for (const std::string& out : {in_folder("missing/out.png"), in_folder("folder.png"), model + "/out.png"}) {
    const Outcome outcome = mmdview({"shot", model, "-o", out});
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr(out));
  }
}

TEST_F(Status, IsOneForTooLargePictures) {
  for (const char* size : {"32769x1", "1x100000", "2147483647x2147483647"}) {
    const Outcome outcome = mmdview({"shot", model, "-o", in_folder("o.png"), "--size", size});
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr("too large")) << size;
  }
}

TEST_F(Status, AFailureKeepsTheOldPicture) {
  put("out.png", "what was there");
  const auto before = folder.names();
  for (const Words& arguments :
       {Words{"shot", in_folder("missing.pmx"), "-o", in_folder("out.png")},
        {"shot", model, put("bad.vpd", vpd_text("Bone0{腕\r\n  x,0,0;\r\n 0,0,0,1;\r\n}\r\n")), "-o",
         in_folder("out.png")},
        {"shot", model, "--morph", "nothing=1", "-o", in_folder("out.png")},
        {"shot", model, "--shader-dir", in_folder("nowhere"), "-o", in_folder("out.png")},
        {"shot", model, "--size", "1000000x1000000", "-o", in_folder("out.png")}}) {
    const Outcome outcome = mmdview(arguments);
    EXPECT_NE(outcome.status, 0);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(content("out.png"), "what was there");
  }
  std::filesystem::remove(folder.path() / "bad.vpd");
  EXPECT_THAT(folder.names(), ::testing::UnorderedElementsAreArray(before)) << "no temporary file stays";
}

}  // namespace
}  // namespace mmd::test
