// Pictures that end too early or in zeros: decoders end with an error, never with a part of the picture.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/image_size.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using namespace std::string_literals;

struct Sample {
  const char* name;
  std::string bytes;
  bool is_webp = false;  ///< which no texture is
};

std::string text_of(const Bytes& bytes) {
  return std::string(as_text(bytes));
}

Image gradient_image(int width, int height) {
  const test::Picture picture = test::gradient(width, height, false);
  Image out;
  out.width = width;
  out.height = height;
  for (const test::Rgba& pixel : picture.pixels) out.rgba.insert(out.rgba.end(), pixel.begin(), pixel.end());
  return out;
}

std::string hdr_header(int width, int height) {
  return "#?RGBE\nEXPOSURE=1\nFORMAT=32-bit_rle_rgbe\n\n-Y " + std::to_string(height) + " +X " +
         std::to_string(width) + "\n";
}

/// The mark of a row whose channels are run-length encoded.
std::string hdr_mark(int width) {
  return {2, 2, static_cast<char>(width >> 8), static_cast<char>(width & 0xff)};
}
std::string hdr_run(int count, char value) {
  return {static_cast<char>(128 + count), value};
}

/// Two rows of eight pixels: runs, and values as they are.
std::string packed_hdr() {
  const std::string values =
      "\x08"
      "\x10\x20\x30\x40\x50\x60\x70\x7f"s;
  const std::string row =
      hdr_mark(8) + hdr_run(8, '\x40') + values + hdr_run(5, '\x20') + "\x03"s + "abc" + hdr_run(8, '\x80');
  return hdr_header(8, 2) + row + row;
}

std::string dds() {
  std::string out(128, '\0');
  out.replace(0, 4, "DDS ");
  out[4] = 124;
  out[12] = out[16] = 4;  // one block
  out[76] = 32;
  out[80] = 4;
  out.replace(84, 4, "DXT1");
  return out + "\xff\xff\0\0\x1b\x1b\x1b\x1b"s;
}

std::vector<Sample> samples() {
  const test::Picture picture = test::gradient(9, 3, false);
  return {{"png", text_of(test::png_file(picture))},
          {"bmp", text_of(test::bmp32_file(picture))},
          {"tga", text_of(test::tga_file(picture))},
          {"tga rle", text_of(test::tga_rle_file(picture))},
          {"jpeg", text_of(test::grey_jpeg_file())},
          {"gif", text_of(test::animated_gif_file())},
          {"dds", dds()},
          {"ppm", "P6 2 2 255\nabcdefghijkl"},
          {"ppm of text", "P3 2 1 255\n1 2 3 4 5 6\n"},
          {"pfm", "Pf 1 2 -1.0\n\0\0\0\x3f\0\0\0\x40"s},
          {"hdr", packed_hdr()},
          {"hdr without runs", hdr_header(3, 2) + std::string(24, '\x80')},
          {"webp", text_of(encode_webp(gradient_image(9, 3)).value()), true}};
}

Result<Image> decode(const Sample& sample, const std::string& bytes) {
  // An exact copy: the sanitizer sees every read beyond the end.
  const std::vector<char> copy(bytes.begin(), bytes.end());
  const ByteSpan span = as_byte_span({copy.data(), copy.size()});
  return sample.is_webp ? decode_webp(span) : decode_image(span);
}

TEST(CutImages, GiveAnErrorOrTheWholePicture) {
  for (const Sample& sample : samples()) {
    const auto whole = decode(sample, sample.bytes);
    ASSERT_TRUE(whole) << sample.name << ": " << whole.error().what;
    const bool has_free_numbers = sample.name == "ppm of text"s;  // the last one may lack digits
    for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
      const auto image = decode(sample, sample.bytes.substr(0, size));
      if (image && !has_free_numbers) {
        EXPECT_EQ(image->rgba, whole->rgba) << sample.name << " cut to " << size;
      }
      if (!image) {
        EXPECT_FALSE(image.error().what.empty()) << sample.name << " cut to " << size;
      }
    }
  }
}

TEST(CutImages, EndingInOneRepeatedByteAreDecodedOrRefused) {
  constexpr std::uint64_t max_pixels = 10'000;
  for (const Sample& sample : samples())
    for (const char filler : {'\0', '\1', '\x7f', '\x80', '\x81', '\xff'})
      for (std::size_t size = 0; size < sample.bytes.size(); ++size) {
        std::string bytes = sample.bytes;
        for (std::size_t i = size; i < bytes.size(); ++i) bytes[i] = filler;
        // Filling pictures of many megabytes takes minutes.
        const auto claimed = image_size(as_byte_span(bytes));
        if (claimed && claimed->pixels() > max_pixels) continue;
        const auto image = decode(sample, bytes);
        if (!image) continue;
        const auto pixels = static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height);
        EXPECT_EQ(image->rgba.size(), pixels * 4) << sample.name << " from " << size;
      }
}

std::string hdr_error(const std::string& bytes) {
  const auto image = decode_image(as_byte_span(bytes));
  return image ? "(none)" : image.error().what;
}

TEST(HdrImages, DecodeRunsAndValues) {
  const auto image = decode_image(as_byte_span(packed_hdr()));
  ASSERT_TRUE(image) << image.error().what;
  ASSERT_EQ(image->width, 8);
  ASSERT_EQ(image->height, 2);
  for (std::size_t row : {std::size_t{0}, std::size_t{8 * 4}}) {
    const auto pixel = [&](std::size_t x) {
      const std::uint8_t* p = image->rgba.data() + row + 4 * x;
      return test::Rgba{p[0], p[1], p[2], p[3]};
    };
    EXPECT_EQ(pixel(0),
              (test::Rgba{0x40, 0x10, 0x20, 255}));  // mantissas: exponent 0x80 is a factor of 1/256
    EXPECT_EQ(pixel(7), (test::Rgba{0x40, 0x7f, 'c', 255}));
  }
}

TEST(HdrImages, RowsMayBePackedOrNotInTurn) {
  std::string plain;
  for (int x = 0; x < 8; ++x) plain += "\x80\x40\x20\x80";
  std::string packed = hdr_mark(8);
  for (const char value : {'\x80', '\x40', '\x20', '\x80'}) packed += hdr_run(8, value);
  const auto image = decode_image(as_byte_span(hdr_header(8, 3) + packed + plain + packed));
  ASSERT_TRUE(image) << image.error().what;
  for (std::size_t i = 0; i < image->rgba.size(); i += 4) EXPECT_EQ(image->rgba[i + 1], 0x40) << i;
}

TEST(HdrImages, ValuesAboveOneAreWhite) {
  const auto image = decode_image(as_byte_span(hdr_header(1, 1) + "\x80\xff\x01\xff"));
  ASSERT_TRUE(image);
  EXPECT_EQ(std::vector<std::uint8_t>(image->rgba.begin(), image->rgba.end()),
            (std::vector<std::uint8_t>{255, 255, 255, 255}));
}

TEST(HdrImages, RefuseRunsWithoutPixels) {
  for (const char none : {'\0', '\x80'}) {
    const std::string zeros(60, none);
    EXPECT_EQ(hdr_error(hdr_header(8, 1) + hdr_mark(8) + zeros).substr(0, 7), "damaged") << int{none};
    const std::string later = hdr_run(8, 1) + hdr_run(4, 1) + zeros;
    EXPECT_EQ(hdr_error(hdr_header(8, 1) + hdr_mark(8) + later).substr(0, 7), "damaged") << int{none};
  }
  EXPECT_EQ(hdr_error(hdr_header(8, 1) + hdr_mark(8) + hdr_run(9, 1) + std::string(40, '\x81')).substr(0, 7),
            "damaged");
}

TEST(HdrImages, CutOnesAreTruncated) {
  const std::string whole = packed_hdr();
  for (std::size_t size = 8; size < whole.size(); ++size)
    EXPECT_EQ(hdr_error(whole.substr(0, size)), "truncated HDR picture") << size;
  EXPECT_EQ(hdr_error("#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 8\n\2\2\0\x08"s), "truncated HDR picture");
  // A size that the bytes cannot hold gives the error at once.
  EXPECT_EQ(hdr_error(hdr_header(16384, 16384) + std::string(100'000, '\x81')), "truncated HDR picture");
}

TEST(HdrImages, RefuseWhatTheyCannotRead) {
  const std::string row(32, '\x80');
  EXPECT_EQ(hdr_error("#?RGBE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 8\n" + row).substr(0, 7), "damaged");
  EXPECT_EQ(hdr_error("#?RGBE\nFORMAT=32-bit_rle_rgbe\n\n+Y 1 +X 8\n" + row).substr(0, 7), "damaged");
  EXPECT_EQ(hdr_error(hdr_header(0, 1) + row), "HDR picture without pixels (0x1)");
  EXPECT_NE(hdr_error(hdr_header(20000, 1) + row).find("the limit is 16384"), std::string::npos);
  EXPECT_NE(hdr_error(hdr_header(-8, 1) + row), "(none)");
}

}  // namespace
}  // namespace mmd
