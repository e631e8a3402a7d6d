#include "assets/jpeg_guard.h"

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

/// A segment with a table that has `codes` codes of each length.
std::string table_segment(int codes) {
  const int length = 2 + 17 + 16 * codes;
  std::string out = "\xff\xc4";
  out += static_cast<char>(length >> 8);
  out += static_cast<char>(length & 0xff);
  out += '\x10';
  out += std::string(16, static_cast<char>(codes));
  return out + std::string(static_cast<std::size_t>(16 * codes), '\0');
}

std::string sample_with(std::size_t at, const std::string& segment) {
  const Bytes bytes = test::grey_jpeg_file();
  std::string out(as_text(bytes));
  return out.insert(at, segment);
}

TEST(JpegTablesFit, TakesWholePictures) {
  const Bytes bytes = test::grey_jpeg_file();
  EXPECT_TRUE(jpeg_tables_fit(as_text(bytes)));
  EXPECT_TRUE(jpeg_tables_fit(sample_with(2, table_segment(16))));  // 256 codes
}

TEST(JpegTablesFit, RejectsOverlongTablesWhereverTheyStand) {
  const std::string bad = table_segment(17);
  const Bytes sample = test::grey_jpeg_file();
  const std::size_t end = sample.size() - 2;
  for (const std::size_t at : {std::size_t{2}, std::size_t{71}, end}) {
    EXPECT_FALSE(jpeg_tables_fit(sample_with(at, bad))) << at;
    EXPECT_FALSE(jpeg_tables_fit(sample_with(at, "\xff" + bad))) << at;  // behind a fill byte
    EXPECT_FALSE(decode_image(as_byte_span(sample_with(at, bad)))) << at;
  }
}

TEST(JpegTablesFit, IgnoresWhatOnlyLooksLikeATable) {
  const std::string bad = table_segment(17);
  const std::size_t length = bad.size() + 2;
  std::string comment = "\xff\xfe";
  comment += static_cast<char>(length >> 8);
  comment += static_cast<char>(length & 0xff);
  EXPECT_TRUE(jpeg_tables_fit(sample_with(2, comment + bad)));
  EXPECT_TRUE(decode_image(as_byte_span(sample_with(2, comment + bad))));
  const Bytes sample = test::grey_jpeg_file();
  EXPECT_TRUE(jpeg_tables_fit(sample_with(sample.size(), bad)));  // behind the end of the picture
}

TEST(JpegTablesFit, RejectsATableThatItsSegmentCutsOff) {
  std::string cut = table_segment(1);
  cut[3] = 2 + 10;
  EXPECT_FALSE(jpeg_tables_fit(sample_with(2, cut)));
}

}  // namespace
}  // namespace mmd
