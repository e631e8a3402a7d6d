#include "exchange/embedded_pictures.h"

#include "tests/exchange/exchanged.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;

TEST(EmbeddedPictures, PngAndJpegAreTakenAsTheyAreAndOthersAsPng) {
  FileBuilder b;
  b.bone("首");
  for (const char* name : {"絵.png", "灰.jpg", "b.bmp", "gone.png", "絵.PNG"}) {
    b.square({0, 1, 0}, 1);
    b.material().texture = b.texture(name);
  }
  const BuiltFile file;
  const auto picture = test::gradient(4, 4, true);
  const Bytes png = test::png_file(picture), jpeg = test::grey_jpeg_file();
  file.folder.put("絵.png", as_text(png));
  file.folder.put("灰.jpg", as_text(jpeg));
  file.folder.put("b.bmp", as_text(test::bmp24_file(picture)));
  const Exchanged e({file.put(b)});
  ASSERT_EQ(e.model.images.size(), 3u);  // one that is named twice is there once
  EXPECT_EQ(e.model.images[0].bytes, png);
  EXPECT_EQ(e.model.images[0].name, "絵.png");
  EXPECT_EQ(e.model.images[1].bytes, jpeg);
  EXPECT_EQ(e.model.images[1].mime, "image/jpeg");
  EXPECT_EQ(plain_picture_type(e.model.images[2].bytes), "image/png");
  EXPECT_EQ(e.model.materials[3].image, none);
  EXPECT_TRUE(e.model.parts[3].uv.empty());
  EXPECT_EQ(e.model.materials[4].image, 0);
  EXPECT_EQ(e.glb().image(1), jpeg);
}

TEST(EmbeddedPictures, OnlyPngsThatAllProgramsShowAlikeArePlain) {
  Bytes png = test::png_file(test::gradient(4, 4, false));
  EXPECT_EQ(plain_picture_type(png), "image/png");
  for (const char* kind : {"gAMA", "iCCP", "acTL", "pHYs"}) {
    Bytes other = png;
    const auto header_end = other.begin() + 8 + 25;
    std::string chunk(4, '\0');
    chunk += kind + std::string(4, '\0');
    const auto* first = reinterpret_cast<const std::byte*>(chunk.data());
    other.insert(header_end, first, first + chunk.size());
    EXPECT_EQ(plain_picture_type(other), "") << kind;
  }
  for (std::size_t length = 0; length < png.size(); ++length)
    EXPECT_EQ(plain_picture_type(ByteSpan(png).first(length)), "") << length;
}

TEST(EmbeddedPictures, NoTruncatedJpegIsReadBeyondItsEnd) {
  const Bytes jpeg = test::grey_jpeg_file();
  EXPECT_EQ(plain_picture_type(jpeg), "image/jpeg");
  for (std::size_t length = 0; length < 20; ++length)
    EXPECT_EQ(plain_picture_type(Bytes(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(length))),
              "");
}

}  // namespace
}  // namespace mmd
