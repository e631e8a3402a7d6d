
#include <gmock/gmock.h>

#include "assets/image_kinds.h"
#include "tests/assets/jpeg_samples.h"
#include "tests/assets/pixels.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

/// 24x16, a ramp in each colour.
Image ramps() {
  return test::make_image(24, 16, false, [](int x, int y) {
    return std::array{x * 10, y * 15, 255 - x * 10, 255};
  });
}

enum class Kind { one_scan, a_scan_per_colour, progressive };

std::string jpeg_of(const Image& image, Kind kind) {
  const jpeg_scan_info scans[] = {
      {1, {0, 0, 0, 0}, 0, 63, 0, 0}, {1, {1, 0, 0, 0}, 0, 63, 0, 0}, {1, {2, 0, 0, 0}, 0, 63, 0, 0}};
  std::vector<std::uint8_t> rgb;
  for (std::size_t i = 0; i < image.rgba.size(); ++i)
    if (i % 4 != 3) rgb.push_back(image.rgba[i]);
  const Bytes bytes =
      test::jpeg_bytes(image.width, image.height, 3, JCS_RGB, rgb, [&](jpeg_compress_struct& jpeg) {
        jpeg_set_quality(&jpeg, 98, TRUE);
        if (kind == Kind::progressive) jpeg_simple_progression(&jpeg);
        if (kind != Kind::a_scan_per_colour) return;
        jpeg.scan_info = scans;
        jpeg.num_scans = 3;
      });
  return std::string(as_text(bytes));
}

Result<Image> decoded(const std::string& file) {
  return decode_jpeg(as_byte_span(file));
}

class JpegKinds : public ::testing::TestWithParam<Kind> {};

TEST_P(JpegKinds, KeepTheColours) {
  const Image original = ramps();
  const auto image = decoded(jpeg_of(original, GetParam()));
  ASSERT_TRUE(image) << image.error().what;
  ASSERT_EQ(image->width, original.width);
  ASSERT_EQ(image->height, original.height);
  EXPECT_FALSE(image->has_alpha);
  ASSERT_EQ(image->rgba.size(), original.rgba.size());
  for (std::size_t i = 0; i < original.rgba.size(); ++i)
    ASSERT_NEAR(image->rgba[i], original.rgba[i], i % 4 == 3 ? 0 : 24) << i;
}

TEST_P(JpegKinds, AreRejectedAtEveryTruncatedLength) {
  const std::string whole = jpeg_of(ramps(), GetParam());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    // An exact copy: the sanitizer sees every read beyond the end.
    const Bytes exact(as_byte_span(whole).begin(),
                      as_byte_span(whole).begin() + static_cast<std::ptrdiff_t>(length));
    EXPECT_FALSE(decode_jpeg(exact)) << length;
  }
  const auto half = decoded(whole.substr(0, whole.size() - 20));
  ASSERT_FALSE(half);
  EXPECT_THAT(half.error().what, HasSubstr("truncated JPEG picture"));
}

TEST_P(JpegKinds, DamageNeverGivesHalfAPicture) {
  const std::string whole = jpeg_of(ramps(), GetParam());
  for (std::size_t at = 2; at < whole.size(); ++at) {
    std::string other = whole;
    other[at] = static_cast<char>(other[at] ^ (1 << at % 8));
    const auto image = decoded(other);
    if (!image) {
      EXPECT_NE(image.error().what, "") << at;
      continue;
    }
    EXPECT_EQ(image->rgba.size(),
              static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height) * 4);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, JpegKinds,
                         ::testing::Values(Kind::one_scan, Kind::a_scan_per_colour, Kind::progressive));

TEST(DecodeJpeg, LimitsTheNumberOfScans) {
  std::string file = jpeg_of(ramps(), Kind::a_scan_per_colour);
  const std::size_t last = file.rfind("\xff\xda");
  ASSERT_NE(last, std::string::npos);
  const std::string scan = file.substr(last, file.size() - 2 - last);
  const auto with_scans = [&](int more) {
    std::string out = file;
    for (int i = 0; i < more; ++i) out.insert(last, scan);
    return decoded(out);
  };
  EXPECT_TRUE(with_scans(20));
  const auto image = with_scans(1000);
  ASSERT_FALSE(image);
  EXPECT_THAT(image.error().what, HasSubstr("scans"));
}

/// A Huffman table with `codes` codes of each length.
std::string table_segment(int codes) {
  const int length = 2 + 17 + 16 * codes;
  std::string out = "\xff\xc4";
  out += static_cast<char>(length >> 8);
  out += static_cast<char>(length & 0xff);
  out += '\x10';
  out += std::string(16, static_cast<char>(codes));
  return out + std::string(static_cast<std::size_t>(16 * codes), '\0');
}

TEST(DecodeJpeg, RejectsTablesWithTooManyCodes) {
  const Bytes sample = test::grey_jpeg_file();
  std::string file(as_text(sample));
  EXPECT_TRUE(decoded(file));
  EXPECT_FALSE(decoded(file.insert(2, table_segment(17))));
}

}  // namespace
}  // namespace mmd
