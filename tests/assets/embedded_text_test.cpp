#include "assets/embedded_text.h"

#include <gtest/gtest.h>

#include "assets/image.h"

namespace mmd {
namespace {

Image picture(bool has_alpha) {
  Image out;
  out.width = 9;
  out.height = 5;
  out.rgba.resize(9 * 5 * 4);
  for (std::size_t i = 0; i < out.rgba.size(); ++i)
    out.rgba[i] = static_cast<std::uint8_t>(i % 4 == 3 ? (has_alpha ? i : 255) : i * 3);
  out.has_alpha = has_alpha;
  return out;
}

TEST(EmbeddedText, OfAPngIsATextChunk) {
  const auto png = encode_png(picture(true), {{"Software", "x"}, {"Key", "0123"}});
  ASSERT_TRUE(png);
  EXPECT_EQ(embedded_text(ByteSpan(*png), "Key"), "0123");
  EXPECT_EQ(embedded_text(ByteSpan(*png), "Ke"), std::nullopt);
  for (std::size_t length = 0; length < png->size(); ++length)
    EXPECT_EQ(embedded_text(ByteSpan(*png).first(length), "Key"), std::nullopt) << "not whole: " << length;
}

TEST(EmbeddedText, OfAJpegIsAComment) {
  const auto plain = encode_jpeg(picture(false));
  ASSERT_TRUE(plain);
  EXPECT_EQ(embedded_text(ByteSpan(*plain), "Key"), std::nullopt);
  const Bytes said = jpeg_with_comment(*plain, "Key: 0123");
  EXPECT_EQ(embedded_text(ByteSpan(said), "Key"), "0123");
  EXPECT_EQ(embedded_text(ByteSpan(said).first(said.size() - 1), "Key"), std::nullopt);
}

TEST(EmbeddedText, OfAWebpIsMetadataAndThePictureStaysTheSame) {
  for (const bool has_alpha : {false, true}) {
    const auto plain = encode_webp(picture(has_alpha));
    ASSERT_TRUE(plain);
    const Bytes said = webp_with_metadata(*plain, "Key: 0123", 9, 5, has_alpha);
    EXPECT_EQ(embedded_text(ByteSpan(said), "Key"), "0123");
    EXPECT_EQ(embedded_text(ByteSpan(said).first(said.size() - 1), "Key"), std::nullopt);
    const Bytes odd = webp_with_metadata(*plain, "Key: 012", 9, 5, has_alpha);
    EXPECT_EQ(odd.size() % 2, 0u) << "chunks begin at even places";
  }
}

TEST(EmbeddedText, AnythingElseSaysNothing) {
  for (const std::string_view text : {"", "x", "\x89PNG\r\n\x1a\n", "RIFF", "RIFF\x04\0\0\0WEBP", "\xFF\xD8"})
    EXPECT_EQ(embedded_text(as_byte_span(text), "Key"), std::nullopt);
  EXPECT_EQ(embedded_text(std::filesystem::path("/nowhere.png"), "Key"), std::nullopt);
}

}  // namespace
}  // namespace mmd
