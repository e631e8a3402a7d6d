#include "export/embedded_pictures.h"

#include <string_view>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/image_kinds.h"
#include "base/text.h"
#include "tests/export/exchanged.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::add_square;
using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;

TEST(EmbeddedPictures, KeepPngAndJpegAndConvertOthersToPng) {
  FileBuilder b;
  for (const char* name : {"絵.png", "灰.jpg", "b.bmp", "gone.png", "絵.PNG"})
    add_square(b).texture = b.texture(name);
  const BuiltFile file;
  const auto picture = test::gradient(4, 4, true);
  const Bytes png = test::png_file(picture), jpeg = test::grey_jpeg_file();
  file.folder.put("絵.png", as_text(png));
  file.folder.put("灰.jpg", as_text(jpeg));
  file.folder.put("b.bmp", as_text(test::bmp24_file(picture)));
  const Exchanged e({file.put(b)});
  ASSERT_EQ(e.model.images.size(), 3u);  // each file once
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

TEST(EmbeddedPictures, HaveUtf8Names) {
  FileBuilder b;
  add_square(b).texture = b.texture("テ.png");
  const BuiltFile file;
  const std::string path = to_utf8(file.folder.path()) + "/\x83\x65.png";  // as unpacked on Linux
  ASSERT_TRUE(write_file_atomically(path_from_utf8(path), test::png_file(test::gradient(4, 4, false))));
  const Exchanged e({file.put(b)});
  ASSERT_EQ(e.model.images.size(), 1u);
  EXPECT_TRUE(is_utf8(e.model.images[0].name));
  EXPECT_FALSE(e.glb().image(0).empty());
}

/// An empty PNG chunk with its checksum.
Bytes empty_chunk(std::string_view kind) {
  Bytes out(4, std::byte{0});
  const ByteSpan letters = as_byte_span(kind);
  out.insert(out.end(), letters.begin(), letters.end());
  const std::uint32_t crc = png_crc(letters);
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<std::byte>(crc >> shift & 0xff));
  return out;
}

TEST(EmbeddedPictures, RewritePngWithWrongChecksums) {
  const Bytes png = test::png_file(test::gradient(4, 4, false));
  Bytes damaged = png;
  damaged[8 + 8 + 13] ^= std::byte{1};  // the checksum of the header
  EXPECT_EQ(plain_picture_type(damaged), "");
  FileBuilder b;
  add_square(b).texture = b.texture("絵.png");
  const BuiltFile file;
  file.folder.put("絵.png", as_text(damaged));
  const Exchanged e({file.put(b)});
  ASSERT_EQ(e.model.images.size(), 1u);
  EXPECT_EQ(plain_picture_type(e.model.images[0].bytes), "image/png");
  EXPECT_EQ(decode_image(e.model.images[0].bytes)->rgba, decode_image(png)->rgba);
}

TEST(EmbeddedPictures, OnlyPlainPngIsKept) {
  Bytes png = test::png_file(test::gradient(4, 4, false));
  EXPECT_EQ(plain_picture_type(png), "image/png");
  for (const char* kind : {"gAMA", "iCCP", "acTL", "pHYs"}) {
    Bytes other = png;
    const auto header_end = other.begin() + 8 + 25;
    const Bytes chunk = empty_chunk(kind);
    other.insert(header_end, chunk.begin(), chunk.end());
    EXPECT_EQ(plain_picture_type(other), "") << kind;
  }
  for (std::size_t length = 0; length < png.size(); ++length)
    EXPECT_EQ(plain_picture_type(ByteSpan(png).first(length)), "") << length;
}

TEST(EmbeddedPictures, TruncatedJpegIsReadWithinItsEnd) {
  const Bytes jpeg = test::grey_jpeg_file();
  EXPECT_EQ(plain_picture_type(jpeg), "image/jpeg");
  for (std::size_t length = 0; length < 20; ++length)
    EXPECT_EQ(plain_picture_type(Bytes(jpeg.begin(), jpeg.begin() + static_cast<std::ptrdiff_t>(length))),
              "");
}

}  // namespace
}  // namespace mmd
