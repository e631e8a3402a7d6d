#include <cstring>
#include <random>

#include <gmock/gmock.h>

#include "assets/image_kinds.h"
#include "tests/assets/pixels.h"

namespace mmd {
namespace {

using Pixel = std::array<std::uint8_t, 4>;
using test::at;
using test::decoded;
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

std::string error_of(const Bytes& bytes) {
  const auto image = decode_image(bytes);
  EXPECT_FALSE(image.has_value());
  return image ? "" : describe(image.error());
}

// Red 0xf800 and blue 0x001f; indices 0 1 2 3 along the first row, 0 elsewhere.
const std::vector<std::uint8_t> red_first = {0x00, 0xf8, 0x1f, 0x00, 0xe4, 0, 0, 0};
const std::vector<std::uint8_t> blue_first = {0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};

TEST(DecodeDds, Dxt1BlendsTwoColours) {
  const Image image = decoded(compressed("DXT1", 4, 4, red_first));
  EXPECT_EQ(at(image, 0, 0), (Pixel{255, 0, 0, 255}));
  EXPECT_EQ(at(image, 1, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(at(image, 2, 0), (Pixel{170, 0, 85, 255}));
  EXPECT_EQ(at(image, 3, 0), (Pixel{85, 0, 170, 255}));
  EXPECT_EQ(at(image, 3, 3), (Pixel{255, 0, 0, 255}));
  EXPECT_FALSE(image.has_alpha);
}

TEST(DecodeDds, Dxt1WithReversedColoursHasTransparency) {
  const Image image = decoded(compressed("DXT1", 4, 4, blue_first));
  EXPECT_EQ(at(image, 2, 0), (Pixel{128, 0, 128, 255}));
  EXPECT_EQ(at(image, 3, 0), (Pixel{0, 0, 0, 0}));
  EXPECT_TRUE(image.has_alpha);
}

TEST(DecodeDds, Dxt3HasFourBitsOfAlpha) {
  std::vector<std::uint8_t> data = {0x10, 0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  data.insert(data.end(), blue_first.begin(), blue_first.end());
  const Image image = decoded(compressed("DXT3", 4, 4, data));
  EXPECT_EQ(decoded(compressed("DXT2", 4, 4, data)).rgba, image.rgba);
  EXPECT_EQ(at(image, 0, 0), (Pixel{0, 0, 255, 0}));
  EXPECT_EQ(at(image, 1, 0), (Pixel{255, 0, 0, 17}));
  EXPECT_EQ(at(image, 2, 0), (Pixel{85, 0, 170, 8 * 17}));
  EXPECT_EQ(at(image, 3, 0)[3], 255);
}

TEST(DecodeDds, Dxt5InterpolatesAlpha) {
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

TEST(DecodeDds, AcceptsSizesThatAreNoMultiplesOfFour) {
  std::vector<std::uint8_t> data;
  for (int block = 0; block < 4; ++block) data.insert(data.end(), red_first.begin(), red_first.end());
  const Image image = decoded(compressed("DXT1", 6, 5, data));
  ASSERT_EQ(image.rgba.size(), 6u * 5u * 4u);
  EXPECT_EQ(at(image, 5, 0), (Pixel{0, 0, 255, 255}));
  EXPECT_EQ(at(image, 5, 4), (Pixel{0, 0, 255, 255}));
}

TEST(DecodeDds, ReadsDx10Headers) {
  Bytes bytes = compressed("DX10", 4, 4, std::vector<std::uint8_t>(20));
  put(bytes, 128, 72);  // BC1, sRGB
  EXPECT_EQ(at(decoded(append(bytes, red_first)), 2, 0), (Pixel{170, 0, 85, 255}));
  put(bytes, 128, 98);  // BC7
  EXPECT_THAT(error_of(append(bytes, red_first)), HasSubstr("DXGI format 98"));
}

TEST(DecodeDds, ReadsUncompressedPixelsByTheirMasks) {
  struct Case {
    const char* name;
    Masked format;
    std::uint32_t width, height;
    std::vector<std::uint8_t> data;
    Pixel last;
  };
  const Case cases[] = {
      {"bgra", {0x41, 32, 0xff0000, 0xff00, 0xff, 0xff000000}, 1, 2, {1, 2, 3, 4, 5, 6, 7, 8}, {7, 6, 5, 8}},
      {"bgrx", {0x40, 32, 0xff0000, 0xff00, 0xff, 0}, 1, 1, {1, 2, 3, 0}, {3, 2, 1, 255}},
      {"bgr", {0x40, 24, 0xff0000, 0xff00, 0xff, 0}, 2, 1, {1, 2, 3, 4, 5, 6}, {6, 5, 4, 255}},
      {"argb1555", {0x41, 16, 0x7c00, 0x3e0, 0x1f, 0x8000}, 1, 1, {0x1f, 0x7c}, {255, 0, 255, 0}},
      {"grey", {0x20000, 8, 0xff, 0, 0, 0}, 1, 1, {77}, {77, 77, 77, 255}},
      {"alpha", {0x2, 8, 0, 0, 0, 0xff}, 1, 1, {77}, {255, 255, 255, 77}},
  };
  for (const Case& c : cases) {
    const Image image = decoded(uncompressed(c.format, c.width, c.height, c.data));
    EXPECT_EQ(at(image, static_cast<int>(c.width) - 1, static_cast<int>(c.height) - 1), c.last) << c.name;
  }
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

TEST(DecodeDds, RejectsImpossibleSizesAndUnknownFormats) {
  EXPECT_THAT(error_of(compressed("DXT1", 0, 4, red_first)), HasSubstr("without pixels"));
  EXPECT_THAT(error_of(compressed("DXT1", 65536, 4, red_first)), HasSubstr("65536"));
  EXPECT_THAT(error_of(compressed("DXT1", 4, 0xffffffff, red_first)), HasSubstr("the limit is"));
  EXPECT_THAT(error_of(compressed("DXT1", 16384, 16384, red_first)), HasSubstr("truncated"));
  EXPECT_THAT(error_of(compressed("ATI2", 4, 4, red_first)), HasSubstr("ATI2"));
  EXPECT_THAT(error_of(uncompressed({0x40, 12, 0xf00, 0xf0, 0xf, 0}, 1, 1, {1, 2})), HasSubstr("12 bits"));
  EXPECT_THAT(error_of(uncompressed({0, 32, 0, 0, 0, 0}, 1, 1, {1, 2, 3, 4})), HasSubstr("no colour"));
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
