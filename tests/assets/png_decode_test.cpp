
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include <gmock/gmock.h>

#include "assets/image_kinds.h"
#include "tests/assets/png_samples.h"

#define STBI_ASSERT(x) static_cast<void>(0)
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace mmd {
namespace {

using test::png_bytes;
using test::PngSpec;
using testing::HasSubstr;

/// Pixels that stb decodes; empty if it cannot.
RawVector<std::uint8_t> stb_pixels(ByteSpan bytes) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()),
                            &width, &height, &channels, 4),
      stbi_image_free);
  if (!pixels) return {};
  return {pixels.get(), pixels.get() + static_cast<std::ptrdiff_t>(width) * height * 4};
}

bool any_transparent(const Image& image) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4)
    if (image.rgba[i] != 255) return true;
  return false;
}

std::string bytes_from(std::mt19937& random, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += static_cast<char>(random() & 0xff);
  return out;
}

/// One picture of every kind that decode_common_png() supports.
std::vector<PngSpec> common_kinds(std::uint32_t width, std::uint32_t height, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<PngSpec> out;
  const auto add = [&](int colour, std::string palette, std::string transparency) {
    PngSpec spec;
    spec.width = width;
    spec.height = height;
    spec.colour = colour;
    spec.palette = std::move(palette);
    spec.transparency = std::move(transparency);
    spec.rows = test::random_rows(spec, static_cast<std::uint32_t>(random()));
    out.push_back(spec);
  };
  const std::string palette = bytes_from(random, 256 * 3);
  for (const int colour : {0, 2, 4, 6}) add(colour, "", "");
  add(3, palette, "");
  add(3, palette, bytes_from(random, 100));
  add(2, palette, "");  // a suggested palette has no effect
  // The first row is not filtered: the first pixel is the transparent one.
  add(0, "", std::string("\0\0", 2));
  out.back().rows[0] = '\0';
  out.back().transparency[1] = out.back().rows[1];
  add(2, "", std::string("\0\0\0\0\0\0", 6));
  out.back().rows[0] = '\0';
  for (std::size_t c = 0; c < 3; ++c) out.back().transparency[2 * c + 1] = out.back().rows[1 + c];
  return out;
}

void expect_as_stb(const Bytes& bytes) {
  const auto image = decode_common_png(bytes);
  ASSERT_TRUE(image.has_value());
  const RawVector<std::uint8_t> wanted = stb_pixels(bytes);
  ASSERT_EQ(image->rgba.size(), std::size_t{4} * static_cast<std::size_t>(image->width) *
                                    static_cast<std::size_t>(image->height));
  EXPECT_EQ(image->rgba, wanted);
  EXPECT_EQ(image->has_alpha, any_transparent(*image));
}

TEST(DecodeCommonPng, EqualsStb) {
  for (const std::uint32_t width : {1u, 2u, 3u, 4u, 5u, 7u, 16u, 17u, 67u}) {
    for (const std::uint32_t height : {1u, 2u, 13u}) {
      for (const PngSpec& spec : common_kinds(width, height, width * 100 + height)) {
        SCOPED_TRACE(testing::Message()
                     << spec.colour << " " << spec.transparency.size() << " " << width << "x" << height);
        expect_as_stb(png_bytes(spec));
      }
    }
  }
}

TEST(DecodeCommonPng, JoinsDataChunks) {
  for (PngSpec spec : common_kinds(9, 7, 1)) {
    spec.extra = {"gAMA", "teXt"};
    const Bytes whole = png_bytes(spec);
    const auto wanted = decode_common_png(whole);
    ASSERT_TRUE(wanted.has_value());
    for (const std::size_t size : {1u, 2u, 50u}) {
      spec.chunk_size = size;
      const Bytes bytes = png_bytes(spec);
      expect_as_stb(bytes);
      EXPECT_EQ(decode_common_png(bytes)->rgba, wanted->rgba);
    }
  }
}

TEST(DecodeCommonPng, UsesBlackForMissingPaletteEntries) {
  PngSpec spec;
  spec.width = 2;
  spec.colour = 3;
  spec.palette = "\x10\x20\x30";
  spec.rows = std::string("\0\0\1", 3);
  const auto image = decode_common_png(png_bytes(spec));
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->rgba, RawVector<std::uint8_t>({0x10, 0x20, 0x30, 255, 0, 0, 0, 255}));
}

TEST(DecodeCommonPng, LeavesRareKindsToStb) {
  std::vector<PngSpec> rare;
  for (const int bits : {1, 2, 4, 16}) {
    PngSpec spec;
    spec.width = spec.height = 5;
    spec.bits = bits;
    spec.colour = bits == 16 ? 6 : 0;
    rare.push_back(spec);
  }
  rare.push_back({});
  rare.back().interlace = 1;  // one pixel has one pass only
  for (PngSpec& spec : rare) {
    spec.rows = test::random_rows(spec, 1);
    const Bytes bytes = png_bytes(spec);
    EXPECT_FALSE(decode_common_png(bytes).has_value());
    const auto image = decode_image(bytes);
    ASSERT_TRUE(image.has_value());
    EXPECT_EQ(image->rgba, stb_pixels(bytes));
  }
}

TEST(DecodeCommonPng, RejectsEveryTruncatedLength) {
  for (PngSpec spec : common_kinds(5, 4, 2)) {
    spec.chunk_size = 20;
    const Bytes bytes = png_bytes(spec);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      // An exact copy: the sanitizer sees every read beyond the end.
      const Bytes part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_FALSE(decode_common_png(part).has_value()) << size;
      const auto image = decode_image(part);
      ASSERT_FALSE(image.has_value()) << size;
      if (size >= 33) {
        EXPECT_THAT(image.error().what, HasSubstr("truncated PNG picture")) << size;
      }
    }
  }
}

TEST(DecodeCommonPng, AgreesWithStbOnDamage) {
  std::mt19937 random(5);
  int taken = 0, left = 0;
  for (std::uint32_t round = 0; round < 400; ++round) {
    for (const PngSpec& spec : common_kinds(1 + round % 9, 1 + round % 4, round)) {
      Bytes bytes = png_bytes(spec);
      for (std::uint32_t i = 0; i < 1 + round % 3; ++i)
        bytes[8 + random() % (bytes.size() - 8)] = static_cast<std::byte>(random());
      const auto image = decode_common_png(bytes);
      (image ? taken : left) += 1;
      // stb leaves pixels outside the palette unset.
      if (image && spec.colour != 3) {
        EXPECT_EQ(image->rgba, stb_pixels(bytes));
      }
    }
  }
  EXPECT_GT(taken, 100);
  EXPECT_GT(left, 100);
}

TEST(DecodeCommonPng, RejectsInvalidPng) {
  PngSpec good;
  good.width = 4;
  good.height = 3;
  good.rows = test::random_rows(good, 1);
  ASSERT_TRUE(decode_common_png(png_bytes(good)).has_value());
  std::vector<PngSpec> bad(8, good);
  bad[0].rows.pop_back();
  bad[1].rows += '\0';
  bad[2].rows[17] = '\5';  // filter of the second row
  bad[3].extra = {"CrIt"};
  bad[4].transparency = std::string(8, '\0');  // RGBA has its own
  bad[5].palette = "12";
  bad[6].extra = {"IHDR"};
  bad[7].width = 16385;
  for (std::size_t i = 0; i < bad.size(); ++i)
    EXPECT_FALSE(decode_common_png(png_bytes(bad[i])).has_value()) << i;
}

TEST(DecodeCommonPng, LeavesAWrongChecksumToStb) {
  PngSpec spec;
  spec.width = spec.height = 4;
  spec.rows = test::random_rows(spec, 1);
  Bytes bytes = png_bytes(spec);
  bytes[bytes.size() - 17] ^= std::byte{1};  // the last byte of the zlib stream
  EXPECT_FALSE(decode_common_png(bytes).has_value());
  const auto image = decode_image(bytes);
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->rgba, stb_pixels(bytes));
}

}  // namespace
}  // namespace mmd
