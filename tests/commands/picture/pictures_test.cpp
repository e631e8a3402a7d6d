// What `shot` makes besides the picture: names, metadata, comparisons.

#include <algorithm>

#include <gmock/gmock.h>

#include "commands/output/compare.h"
#include "commands/output/picture_text.h"
#include "commands/picture/picture_metadata.h"
#include "document/compared.h"
#include "options/output_file.h"
#include "scene/scene_difference.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

TEST(OutputFile, ExtensionSetsTheFormatInAnyCase) {
  EXPECT_EQ(picture_format("a.png"), PictureFormat::png);
  EXPECT_EQ(picture_format("a.b.JPG"), PictureFormat::jpeg);
  EXPECT_EQ(picture_format("a.jpeg"), PictureFormat::jpeg);
  EXPECT_EQ(picture_format("x.d/a.WebP"), PictureFormat::webp);
  EXPECT_EQ(picture_format("-"), PictureFormat::png);
  for (const char* other : {"a", "a.gif", "png", ".png", "a.png/b"})
    EXPECT_FALSE(picture_format(other)) << other;
}

TEST(OutputFile, InsertsNumbersBeforeTheExtension) {
  EXPECT_EQ(numbered("out.png", 7), "out_007.png");
  EXPECT_EQ(numbered("a.b/絵.x.jpg", 35), "a.b/絵.x_035.jpg");
  EXPECT_EQ(numbered("o.png", 1234), "o_1234.png");
}

TEST(OutputFile, JpegFillsTransparencyWithTheBackgroundOrWhite) {
  Image image;
  image.width = image.height = 16;
  image.has_alpha = true;
  image.rgba.resize(4 * 16 * 16, 0);
  const auto first = [&](const vec4& background) {
    const auto back = decode_image(*encode_picture(image, PictureFormat::jpeg, {}, background));
    return std::array<int, 3>{back->rgba[0], back->rgba[1], back->rgba[2]};
  };
  for (const int channel : first(vec4(0.0f))) EXPECT_GE(channel, 253);
  const auto half = first(vec4(1.0f, 0.0f, 0.0f, 0.5f));
  EXPECT_GE(half[0], 250);
  EXPECT_LE(half[1], 5);
}

TEST(PictureMetadata, HasFileNamesWithoutFoldersAndCanBeSwitchedOff) {
  test::FileBuilder b;
  b.bone("センター");
  b.file.name = b.text("初音");
  LoadedFigure document;
  document.loaded.model = b.model();
  document.model_file = "/elsewhere/m.pmx";
  document.poses = {{"/elsewhere/立ち.vpd", nullptr}};
  document.motions = {{"dance.vmd", nullptr, nullptr}};
  const auto arranged = [&] {
    Arrangement out;
    out.figures.emplace_back().loaded = std::make_shared<const LoadedFigure>(document);
    return out;
  };
  Options options;
  options.given = {"--no-ik", "--view back"};
  EXPECT_THAT(
      picture_metadata(options, arranged()),
      ElementsAre(Pair("Software", ::testing::StartsWith("mmdview ")), Pair("Title", "初音"),
                  Pair("Comment", "立ち.vpd, dance.vmd"), Pair("Options", "--no-ik --view back"),
                  Pair("Credits", ::testing::AllOf(::testing::HasSubstr("Pose: 立ち.vpd\n"),
                                                   ::testing::HasSubstr("モーション：dance.vmd\n")))));
  b.file.name = b.text("");
  document.loaded.model = b.model();
  EXPECT_EQ(picture_metadata(options, arranged())[1].second, "m.pmx")
      << "an unnamed model is named by its file";
  options.metadata = false;
  EXPECT_TRUE(picture_metadata(options, arranged()).empty());
}

/// Two squares on two bones; the second bone takes over the first's rotation.
Scene two_squares() {
  test::FileBuilder b;
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
  b.bone("腕捩", 0, {-2, 0, 0});
  b.append(2, 1, 1.0f);
  b.square({2, 0, 0}, 1, 1);
  b.square({-2, 0, 0}, 1, 2);
  b.material();
  auto actor = std::make_unique<Actor>(b.model(), std::make_shared<TextureSet>());
  actor->pose.rotation[1] = quat(0.8f, 0.0f, 0.0f, 0.6f);
  actor->evaluate();
  Scene scene;
  scene.actors.push_back(std::move(actor));
  return scene;
}

Image empty_picture(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.resize(static_cast<std::size_t>(4 * width * height), 0);
  return image;
}

TEST(PictureText, DrawsWithinItsBoxOnly) {
  Image image = empty_picture(120, 60);
  draw_text(image, 3, 4, 1, "max 1.5", {255, 255, 255});
  int ink = 0;
  for (int y = 0; y < 60; ++y) {
    for (int x = 0; x < 120; ++x) {
      const std::uint8_t* pixel = &image.rgba[static_cast<std::size_t>(4 * (y * 120 + x))];
      ink += pixel[3];
      if (y < 4 || y >= 4 + letter_height || x < 3 || x >= 3 + text_width("max 1.5")) {
        ASSERT_EQ(pixel[3], 0) << x << ' ' << y;
      }
    }
  }
  EXPECT_GT(ink / 255, 60);
  EXPECT_LT(ink / 255, 150);
}

TEST(PictureText, HasEveryLetterOfTheLegend) {
  const std::string_view letters = "0123456789.-maxMDunitsoverx";
  for (const char letter : letters) {
    Image image = empty_picture(10, 10);
    draw_text(image, 0, 0, 1, std::string_view(&letter, 1), {255, 255, 255});
    EXPECT_NE(std::count(image.rgba.begin(), image.rgba.end(), 255), 0) << letter;
  }
}

TEST(HeatLegend, ShowsTheColoursUpwards) {
  Image image = empty_picture(240, 240);
  draw_heat_legend(image, 1.5f, nullptr);
  const auto shows = [&](const vec3& colour) {
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
      const vec3 pixel = vec3(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]) / 255.0f;
      if (glm::distance(pixel, colour) < 0.06f) return static_cast<int>(at / 4 / 240);  // its row
    }
    return -1;
  };
  const int little = shows(heat_colour(0.1f)), half = shows(heat_colour(0.5f)),
            most = shows(heat_colour(0.98f));
  EXPECT_GT(most, 120);
  EXPECT_GT(half, most);
  EXPECT_GT(little, half);
}

TEST(HeatLegend, UsesASystemFontIfPresent) {
  const auto font = choose_font(system_fonts());
  ASSERT_TRUE(font) << "scripts/setup.sh installs one";
  Image plain = empty_picture(480, 480), lettered = plain;
  draw_heat_legend(plain, 1.5f, nullptr);
  draw_heat_legend(lettered, 1.5f, &*font);
  // Of letters made of pixels none is grey; those of a font have soft edges.
  const auto greys = [](const Image& image) {
    int out = 0;
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
      const std::uint8_t* p = image.rgba.data() + at;
      out += p[0] == p[1] && p[1] == p[2] && p[0] > 60 && p[0] < 230;
    }
    return out;
  };
  EXPECT_LT(greys(plain), 40) << "the bar has a grey of its own";
  EXPECT_GT(greys(lettered), greys(plain) + 100);
}

TEST(HeatLegend, SaysThatNothingMovesInsteadOfNumbers) {
  Image still = empty_picture(240, 240), moving = empty_picture(240, 240);
  draw_heat_legend(still, 0.0f, nullptr);
  draw_heat_legend(moving, 1.0f, nullptr);
  int ink = 0;
  for (std::size_t at = 0; at < still.rgba.size(); at += 4) {
    EXPECT_EQ(still.rgba[at], still.rgba[at + 2]) << "no colours";
    ink += still.rgba[at] == 255;
  }
  EXPECT_GT(ink, 100);
  EXPECT_NE(still.rgba, moving.rgba);
}

TEST(Compare, EqualStatesAreGreyWithAReason) {
  const Scene scene = two_squares(), same = two_squares();
  const Model& model = scene.actors.front()->model();
  const SceneDifference d(scene, same);
  EXPECT_EQ(d.moved, 0u);
  EXPECT_EQ(d.largest, 0.0f);
  for (const vec4& colour : d.heat.actors.front()->uv1()) EXPECT_EQ(colour.r, colour.b);
  const auto note = stillness("ik", model, d.moved, "--compare");
  ASSERT_TRUE(note);
  EXPECT_EQ(note->severity, Severity::note);
  EXPECT_EQ(note->what, "--compare ik: no vertex moves");
  EXPECT_EQ(note->hint, "the model has no IK");
  EXPECT_FALSE(stillness("append", model, 1, "--compare"));
}

TEST(Compare, NamesBodiesThatMoveNothingAsReason) {
  test::FileBuilder file;
  file.bone("腕");
  file.file.rigid_bodies = {test::ball(0, 1, {0, 10, 0})};
  const auto note = stillness("physics", *file.model(), 0, "--compare");
  ASSERT_TRUE(note);
  EXPECT_EQ(note->hint, "no simulated body moves a vertex");
}

TEST(HeatLegend, IsClippedByThePicture) {
  for (const int size : {1, 5, 20}) {
    Image image = empty_picture(size, size);
    draw_heat_legend(image, 123456.789f, nullptr);
    EXPECT_EQ(image.rgba[image.rgba.size() - 4 * static_cast<std::size_t>(size) + 3], 255);  // bottom left
  }
}

}  // namespace
}  // namespace mmd
