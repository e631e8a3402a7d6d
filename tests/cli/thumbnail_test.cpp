// `thumbnail`: what file managers call.

#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/process.h"

namespace mmd::test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Thumbnail : public ProgramTest {
 protected:
  /// The picture of a file.
  Image picture(const std::string& file, Words more = {}) {
    outcome = mmdview(with({"thumbnail", file, in_folder("t.png")}, more));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return decoded(content("t.png"));
  }
  Outcome outcome;
};

/// A file as the path of a URI: Windows' begin with a drive.
std::string uri_path(const std::string& file) {
  return file.front() == '/' ? file : "/" + file;
}

/// The colour in the middle of a picture.
std::array<std::uint8_t, 4> middle(const Image& image) {
  const auto at = static_cast<std::size_t>((image.height / 2) * image.width + image.width / 2) * 4;
  return {image.rgba[at], image.rgba[at + 1], image.rgba[at + 2], image.rgba[at + 3]};
}

/// A model of a square whose texture lies beside it.
FileBuilder painted(std::string_view material) {
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 5);
  b.material(material).texture = b.texture("t.png");
  return b;
}

TEST_F(Thumbnail, TakesSizeAndPathOrUri) {
  const Image by_path = picture(model, {"-s", "64"});
  EXPECT_EQ(by_path.width, 64);
  EXPECT_EQ(by_path.height, 64);
  const std::string spaced = put("a b%.pmx", as_text(small_model().bytes()));
  std::string uri = "file://" + uri_path(spaced);
  uri.replace(uri.find(' '), 1, "%20");
  uri.replace(uri.rfind("%."), 1, "%25");
  EXPECT_EQ(picture(uri, {"-s", "64"}).width, 64);
  EXPECT_EQ(picture(model).width, 256);
}

TEST_F(Thumbnail, HasTheFormatOfItsExtension) {
  const auto begins = [&](const char* name) {
    const Outcome made = mmdview({"thumbnail", model, in_folder(name), "-s", "32"});
    EXPECT_EQ(made.status, 0) << made.err;
    return content(name).substr(0, 12);
  };
  EXPECT_EQ(begins("a.jpg").substr(0, 3), "\xFF\xD8\xFF");
  EXPECT_EQ(begins("a.JPEG").substr(0, 3), "\xFF\xD8\xFF");
  EXPECT_EQ(begins("a.webp").substr(8), "WEBP");
  // Names of a file manager's own are PNG.
  for (const char* name : {"a.png", "a", ".thumbnail.XY12Z9"}) EXPECT_EQ(begins(name).substr(1, 3), "PNG");
  const Outcome other = mmdview({"thumbnail", model, in_folder("a.gif")});
  expect_failure(other, 2);
  EXPECT_THAT(other.err, HasSubstr("cannot write .gif"));
  EXPECT_EQ(content("a.gif"), "");
}

TEST_F(Thumbnail, ExplainsUnusableUris) {
  for (const auto& [uri, words] : {std::pair("file://no.such.host" + uri_path(model), "another machine"),
                                   std::pair("file://" + uri_path(model) + "%zz", "hexadecimal")}) {
    const Outcome refused = mmdview({"thumbnail", uri, in_folder("t.png")});
    expect_failure(refused, 1);
    EXPECT_THAT(refused.err, HasSubstr(words));
  }
}

TEST_F(Thumbnail, ShowsTheLargestModelOfAnArchiveWithItsTextures) {
  Picture red{2, 2, {}};
  red.pixels.assign(4, {255, 0, 0, 255});
  const auto text = [](const Bytes& bytes) { return std::string(as_text(bytes)); };
  put("a.zip", as_text(zip_file({{"m/small.pmx", text(FileBuilder().bytes())},
                                 {"m/large.pmx", text(painted("服").bytes())},
                                 {"m/t.png", text(png_file(red))}})));
  const auto colour = middle(picture(in_folder("a.zip")));
  EXPECT_GT(colour[0], 150);
  EXPECT_LT(colour[1], 20);
}

TEST_F(Thumbnail, GuessesColoursOfMissingTexturesFromMaterialNames) {
  put("skin.pmx", as_text(painted("肌").bytes()));
  put("hair.pmx", as_text(painted("前髪").bytes()));
  const auto skin = middle(picture(in_folder("skin.pmx")));
  std::filesystem::remove(folder.path() / "t.png");  // which the models name as their texture
  const auto hair = middle(picture(in_folder("hair.pmx")));
  EXPECT_GT(skin[0], skin[2]);
  EXPECT_GT(skin[1], hair[1] + 60);
}

TEST_F(Thumbnail, ShowsAPoseOnTheSampleFigure) {
  const Image standing = picture(put("s.vpd", vpd_text("")));
  const Image lying =
      picture(put("l.vpd", vpd_text("Bone0{センター\n 0,0,0;\n 0.7071068,0,0,0.7071068;\n}\n")));
  EXPECT_NE(standing.rgba, lying.rgba);
}

TEST_F(Thumbnail, UnusableFilesAreErrorsAndWriteNothing) {
  const std::string nothing = put("n.pmx", "PMX then nothing");
  expect_failure(mmdview({"thumbnail", nothing, in_folder("t.png")}), 1);
  EXPECT_EQ(content("t.png"), "");
  expect_failure(mmdview({"thumbnail", in_folder("gone.pmx"), in_folder("t.png")}), 1);
  expect_failure(mmdview({"thumbnail", model}), 2);
  expect_failure(mmdview({"thumbnail", model, model}), 1);
}

TEST_F(Thumbnail, IsTheSameOutsideTheSandbox) {
  if (!kernel_has_seccomp())
    GTEST_SKIP() << "this kernel, or the container around it, has no filters of system calls (seccomp)";
  Picture red{2, 2, {}};
  red.pixels.assign(4, {255, 0, 0, 255});
  put("m/t.png", as_text(png_file(red)));
  for (const std::string& file : {put("m/m.pmx", as_text(painted("服").bytes())), model, pose}) {
    const Image inside = picture(file, {"-v"});
    EXPECT_THAT(outcome.err, AnyOf(HasSubstr("in a sandbox"), HasSubstr("without a sandbox"))) << file;
    const Image outside = picture(file, {"-v", "--no-sandbox"});
    EXPECT_THAT(outcome.err, Not(HasSubstr("sandbox"))) << file;
    EXPECT_TRUE(inside.rgba == outside.rgba) << file;
  }
}

}  // namespace
}  // namespace mmd::test
