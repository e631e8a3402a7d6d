#include "assets/image_kinds.h"

#include <cstring>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mmd {
namespace {

using Pixel = std::array<int, 4>;
using ::testing::HasSubstr;

void put(Bytes& bytes, std::size_t at, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i) & 0xff);
}

/// A header without a pixel format.
Bytes header(std::uint32_t width, std::uint32_t height) {
  Bytes bytes(128);
  std::memcpy(bytes.data(), "DDS ", 4);
  put(bytes, 4, 124);
  put(bytes, 12, height);
  put(bytes, 16, width);
  put(bytes, 76, 32);
  return bytes;
}

Bytes append(Bytes bytes, const std::vector<std::uint8_t>& data) {
  for (const std::uint8_t b : data) bytes.push_back(static_cast<std::byte>(b));
  return bytes;
}

Bytes compressed(const char* fourcc, std::uint32_t width, std::uint32_t height,
                 const std::vector<std::uint8_t>& data) {
  Bytes bytes = header(width, height);
  put(bytes, 80, 4);
  std::memcpy(bytes.data() + 84, fourcc, 4);
  return append(std::move(bytes), data);
}

struct Masked {
  std::uint32_t flags, bits, r, g, b, a;
};
Bytes uncompressed(const Masked& format, std::uint32_t width, std::uint32_t height,
                   const std::vector<std::uint8_t>& data) {
  Bytes bytes = header(width, height);
  put(bytes, 80, format.flags);
  put(bytes, 88, format.bits);
  put(bytes, 92, format.r);
  put(bytes, 96, format.g);
  put(bytes, 100, format.b);
  put(bytes, 104, format.a);
  return append(std::move(bytes), data);
}

Pixel at(const Image& image, int x, int y) {
  const std::uint8_t* p = image.rgba.data() + (y * image.width + x) * 4;
  return {p[0], p[1], p[2], p[3]};
}

Image decoded(const Bytes& bytes) {
  auto image = decode_image(bytes);
  EXPECT_TRUE(image.has_value()) << (image ? "" : describe(image.error()));
  return image ? std::move(*image) : Image{};
}

std::string error_of(const Bytes& bytes) {
  const auto image = decode_image(bytes);
  EXPECT_FALSE(image.has_value());
  return image ? "" : describe(image.error());
}

// Red 0xf800 and blue 0x001f; indices 0 1 2 3 along the first row, 0 elsewhere.
const std::vector<std::uint8_t> red_first = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0};
const std::vector<std::uint8_t> blue_first = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};

TEST(DecodeDds, Dxt1HasTwoColoursBetweenTheEnds) {
  const Image image = decoded(compressed("DXT1", 4, 4, red_first));
  EXPECT_EQ(at(image, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(at(image, 1, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(at(image, 2, 0), (Pixel{170, 0, 85, 255}));
  EXPECT_EQ(at(image, 3, 0), (Pixel{85, 0, 170, 255}));
  EXPECT_EQ(at(image, 3, 3), (Pixel{255, 0, 0, 255}));
  EXPECT_FALSE(image.has_alpha);
}

TEST(DecodeDds, Dxt1WithTheColoursTheOtherWayRoundHasATransparentOne) {
  const Image image = decoded(compressed("DXT1", 4, 4, blue_first));
  EXPECT_EQ(at(image, 2, 0), (Pixel{128, 0, 128, 255}));
  EXPECT_EQ(at(image, 3, 0), (Pixel{0, 0, 0, 0}));
  EXPECT_TRUE(image.has_alpha);
}

TEST(DecodeDds, Dxt3HasFourBitsOfAlphaAndAlwaysFourColours) {
  std::vector<std::uint8_t> data = {0x10, 0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  data.insert(data.end(), blue_first.begin(), blue_first.end());
  const Image image = decoded(compressed("DXT3", 4, 4, data));
  EXPECT_EQ(decoded(compressed("DXT2", 4, 4, data)).rgba, image.rgba);
  EXPECT_EQ(at(image, 0, 0), (Pixel{0, 0, 255, 0}));
  EXPECT_EQ(at(image, 1, 0), (Pixel{255, 0, 0, 17}));
  EXPECT_EQ(at(image, 2, 0), (Pixel{85, 0, 170, 8 * 17}));
  EXPECT_EQ(at(image, 3, 0)[3], 255);
}

TEST(DecodeDds, Dxt5HasAlphaBetweenTwoEnds) {
  // Indices 0 1 2 7 along the first row: 3 bits each, from the lowest.
  const std::uint32_t indices = 0u | 1u << 3 | 2u << 6 | 7u << 9;
  for (const bool seven_steps : {true, false}) {
    std::vector<std::uint8_t> data(8);
    data[0] = static_cast<std::uint8_t>(seven_steps ? 240 : 30);
    data[1] = static_cast<std::uint8_t>(seven_steps ? 30 : 240);
    data[2] = static_cast<std::uint8_t>(indices & 255);
    data[3] = static_cast<std::uint8_t>(indices >> 8);
    data.insert(data.end(), red_first.begin(), red_first.end());
    const Image image = decoded(compressed("DXT5", 4, 4, data));
    EXPECT_EQ(decoded(compressed("DXT4", 4, 4, data)).rgba, image.rgba);
    EXPECT_EQ(at(image, 0, 0)[3], seven_steps ? 240 : 30);
    EXPECT_EQ(at(image, 1, 0)[3], seven_steps ? 30 : 240);
    EXPECT_EQ(at(image, 2, 0)[3], seven_steps ? 210 : 72);
    EXPECT_EQ(at(image, 3, 0)[3], seven_steps ? 60 : 255);
  }
}

TEST(DecodeDds, SizesNeedNotBeMultiplesOfFour) {
  std::vector<std::uint8_t> data;
  for (int block = 0; block < 4; ++block) data.insert(data.end(), red_first.begin(), red_first.end());
  const Image image = decoded(compressed("DXT1", 6, 5, data));
  ASSERT_EQ(image.rgba.size(), 6u * 5u * 4u);
  EXPECT_EQ(at(image, 5, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(at(image, 5, 4), (Pixel{0, 0, 255, 255}));
}

TEST(DecodeDds, Dx10HeadersNameTheSameFormats) {
  Bytes bytes = compressed("DX10", 4, 4, std::vector<std::uint8_t>(20));
  put(bytes, 128, 72);  // BC1, sRGB
  EXPECT_EQ(at(decoded(append(bytes, red_first)), 2, 0), (Pixel{170, 0, 85, 255}));
  put(bytes, 128, 98);  // BC7
  EXPECT_THAT(error_of(append(bytes, red_first)), HasSubstr("DXGI format 98"));
}

TEST(DecodeDds, UncompressedPixelsFollowTheirMasks) {
  const Masked bgra{0x41, 32, 0xff0000, 0xff00, 0xff, 0xff000000};
  EXPECT_EQ(at(decoded(uncompressed(bgra, 1, 2, {1, 2, 3, 4, 5, 6, 7, 8})), 0, 1), (Pixel{7, 6, 5, 8}));
  const Masked bgrx{0x40, 32, 0xff0000, 0xff00, 0xff, 0};
  EXPECT_EQ(at(decoded(uncompressed(bgrx, 1, 1, {1, 2, 3, 0})), 0, 0), (Pixel{3, 2, 1, 255}));
  const Masked bgr{0x40, 24, 0xff0000, 0xff00, 0xff, 0};
  EXPECT_EQ(at(decoded(uncompressed(bgr, 2, 1, {1, 2, 3, 4, 5, 6})), 1, 0), (Pixel{6, 5, 4, 255}));
  const Masked argb1555{0x41, 16, 0x7c00, 0x3e0, 0x1f, 0x8000};
  EXPECT_EQ(at(decoded(uncompressed(argb1555, 1, 1, {0x1f, 0x7c})), 0, 0), (Pixel{255, 0, 255, 0}));
  const Masked grey{0x20000, 8, 0xff, 0, 0, 0};
  EXPECT_EQ(at(decoded(uncompressed(grey, 1, 1, {77})), 0, 0), (Pixel{77, 77, 77, 255}));
  const Masked alpha{0x2, 8, 0, 0, 0, 0xff};
  EXPECT_EQ(at(decoded(uncompressed(alpha, 1, 1, {77})), 0, 0), (Pixel{255, 255, 255, 77}));
}

TEST(DecodeDds, RejectsEveryTruncatedLength) {
  Bytes dx10 = compressed("DX10", 4, 4, std::vector<std::uint8_t>(20));
  put(dx10, 128, 71);
  const Masked bgra{0x41, 32, 0xff0000, 0xff00, 0xff, 0xff000000};
  const std::vector<Bytes> files = {compressed("DXT1", 4, 4, red_first), append(dx10, red_first),
                                    uncompressed(bgra, 1, 2, {1, 2, 3, 4, 5, 6, 7, 8})};
  for (const Bytes& whole : files) {
    ASSERT_TRUE(decode_image(whole).has_value());
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      ASSERT_FALSE(decode_dds(part).has_value()) << size;
    }
  }
}

TEST(DecodeDds, RefusesImpossibleSizesBeforeAllocating) {
  EXPECT_THAT(error_of(compressed("DXT1", 0, 4, red_first)), HasSubstr("without pixels"));
  EXPECT_THAT(error_of(compressed("DXT1", 65536, 4, red_first)), HasSubstr("65536"));
  EXPECT_THAT(error_of(compressed("DXT1", 4, 0xffffffff, red_first)), HasSubstr("more than"));
  EXPECT_THAT(error_of(compressed("DXT1", 16384, 16384, red_first)), HasSubstr("truncated"));
}

TEST(DecodeDds, NamesWhatItDoesNotKnow) {
  EXPECT_THAT(error_of(compressed("ATI2", 4, 4, red_first)), HasSubstr("ATI2"));
  EXPECT_THAT(error_of(uncompressed({0x40, 12, 0xf00, 0xf0, 0xf, 0}, 1, 1, {1, 2})), HasSubstr("12 bits"));
  EXPECT_THAT(error_of(uncompressed({0, 32, 0, 0, 0, 0}, 1, 1, {1, 2, 3, 4})), HasSubstr("neither"));
}

TEST(DecodeDds, SurvivesArbitraryHeaders) {
  std::mt19937 random(17);
  const Bytes good = compressed("DXT5", 4, 4, std::vector<std::uint8_t>(64));
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    Bytes bytes = good;
    for (unsigned n = random() % 4; n-- > 0;) bytes[4 + random() % 124] = static_cast<std::byte>(random());
    accepted += decode_dds(bytes).has_value() ? 1 : 0;
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace mmd
