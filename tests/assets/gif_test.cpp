#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/assets/pixels.h"

namespace mmd {
namespace {

using namespace std::string_literals;
using test::at;
using Rgba = std::array<std::uint8_t, 4>;

/// Codes of 9 bits and more, as blocks of up to 255 bytes.
class CodeWriter {
 public:
  void put(std::uint32_t code) {
    held_ |= code << count_;
    count_ += bits_;
    for (; count_ >= 8; count_ -= 8, held_ >>= 8) bytes_ += static_cast<char>(held_ & 0xff);
  }
  void clear() {
    put(256);
    bits_ = 9;
    used_ = 258;
  }
  /// The code for the string before with one index more, which this adds.
  void put_longer() {
    put(used_++);
    if ((used_ & ((1u << bits_) - 1)) == 0 && bits_ < 12) ++bits_;
  }
  std::string blocks() {
    if (count_ > 0) bytes_ += static_cast<char>(held_ & 0xff);
    std::string out = "\x08";
    for (std::size_t i = 0; i < bytes_.size(); i += 255) {
      const std::string block = bytes_.substr(i, 255);
      out += static_cast<char>(block.size()) + block;
    }
    return out + '\0';
  }

 private:
  std::string bytes_;
  std::uint32_t held_ = 0, count_ = 0, bits_ = 9, used_ = 258;
};

std::string u16(int value) {
  return {static_cast<char>(value & 0xff), static_cast<char>(value >> 8)};
}

/// Black, red, green, blue.
const std::string colours = "\0\0\0\xff\0\0\0\xff\0\0\0\xff"s;

std::string screen(int width, int height, char background = 0) {
  return "GIF89a" + u16(width) + u16(height) + '\x81' + background + '\0' + colours;
}

std::string descriptor(int x, int y, int width, int height, char flags = 0) {
  return "," + u16(x) + u16(y) + u16(width) + u16(height) + flags;
}

/// Each index as a code of its own.
std::string plain_codes(const std::string& indices) {
  CodeWriter out;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i % 200 == 0) out.clear();
    out.put(static_cast<std::uint8_t>(indices[i]));
  }
  out.put(257);
  return out.blocks();
}

Image decoded_gif(const std::string& gif) {
  const ByteSpan bytes = as_byte_span(gif);
  return test::decoded(Bytes(bytes.begin(), bytes.end()));
}

std::string error_of(const std::string& gif) {
  const auto image = decode_image(as_byte_span(gif));
  return image ? "(none)" : image.error().what;
}

TEST(Gif, DrawsTheFrameAtItsPlace) {
  const std::string frame = descriptor(1, 1, 2, 1) + plain_codes("\x01\x02"s);
  const Image clear = decoded_gif(screen(4, 3) + frame + ";");
  EXPECT_TRUE(clear.has_alpha);
  EXPECT_EQ(at(clear, 0, 0), (Rgba{0, 0, 0, 0}));
  EXPECT_EQ(at(clear, 1, 1), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(at(clear, 2, 1), (Rgba{0, 255, 0, 255}));
  const Image blue = decoded_gif(screen(4, 3, 3) + frame + ";");
  EXPECT_FALSE(blue.has_alpha);
  EXPECT_EQ(at(blue, 3, 2), (Rgba{0, 0, 255, 255}));
}

TEST(Gif, HasATransparentColour) {
  const std::string control = "!\xf9\x04\x01\0\0\x02\0"s;
  const Image image = decoded_gif(screen(2, 1) + "!\xfe\x02hi\0"s + control + descriptor(0, 0, 2, 1) +
                                  plain_codes("\x01\x02"s));
  EXPECT_EQ(at(image, 0, 0), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(at(image, 1, 0), (Rgba{0, 0, 0, 0}));
}

TEST(Gif, UsesThePaletteOfTheFrame) {
  const std::string own = "\x01\x02\x03\x04\x05\x06";
  const Image image =
      decoded_gif(screen(2, 1) + descriptor(0, 0, 2, 1, '\x80') + own + plain_codes("\x01\0"s));
  EXPECT_EQ(at(image, 0, 0), (Rgba{4, 5, 6, 255}));
  EXPECT_EQ(at(image, 1, 0), (Rgba{1, 2, 3, 255}));
}

TEST(Gif, OrdersInterlacedRows) {
  for (const int height : {1, 2, 3, 4, 5, 7, 8, 9, 17}) {
    std::string indices;
    for (const auto& [first, step] : {std::pair(0, 8), std::pair(4, 8), std::pair(2, 4), std::pair(1, 2)})
      for (int row = first; row < height; row += step) indices += static_cast<char>(row % 4);
    const Image image =
        decoded_gif(screen(1, height) + descriptor(0, 0, 1, height, '\x40') + plain_codes(indices));
    for (int row = 0; row < height; ++row)
      EXPECT_EQ(at(image, 0, row)[0], row % 4 == 1 ? 255 : 0) << row << " of " << height;
  }
}

TEST(Gif, DecodesLongRuns) {
  // After 3,838 codes the table is full: the longest strings go on.
  CodeWriter codes;
  codes.clear();
  codes.put(1);
  std::size_t pixels = 1;
  for (std::size_t i = 0; i < 4096 - 258; ++i) {
    codes.put_longer();
    pixels += i + 2;
  }
  codes.put(4095);
  pixels += 4096 - 258 + 1;
  codes.put(257);
  const int width = 4000, height = static_cast<int>(pixels) / width;
  const Image image = decoded_gif(screen(width, height) + descriptor(0, 0, width, height) + codes.blocks());
  EXPECT_FALSE(image.has_alpha);
  EXPECT_EQ(at(image, width - 1, height - 1), (Rgba{255, 0, 0, 255}));
}

TEST(Gif, ThatEndsEarlyKeepsTheBackground) {
  const Image image = decoded_gif(screen(2, 2, 3) + descriptor(0, 0, 2, 2) + plain_codes("\x01"s));
  EXPECT_EQ(at(image, 0, 0), (Rgba{255, 0, 0, 255}));
  EXPECT_EQ(at(image, 1, 1), (Rgba{0, 0, 255, 255}));
}

TEST(Gif, ExplainsDamage) {
  const std::string frame = descriptor(0, 0, 2, 1);
  const std::pair<std::string, std::string> wrong[] = {
      {screen(2, 1) + ";", "GIF picture without pixels"},
      {screen(2, 1) + "x", "damaged or unsupported GIF picture (an unknown block)"},
      {screen(2, 1) + descriptor(1, 0, 2, 1) + plain_codes("\x01"s),
       "damaged or unsupported GIF picture (a frame larger than the picture)"},
      {"GIF89a" + u16(2) + u16(1) + "\0\0\0"s + frame + plain_codes("\x01"s),
       "damaged or unsupported GIF picture (no colours)"},
      {screen(2, 1) + frame + "\x0c\x02\0\0\0"s,
       "damaged or unsupported GIF picture (its compressed pixels)"},
      {screen(2, 1) + frame + "\x08\x03\0\xff\xff\0"s,
       "damaged or unsupported GIF picture (its compressed pixels)"},
      {screen(0, 1) + frame, "GIF picture without pixels (0x1)"}};
  for (const auto& [gif, what] : wrong) EXPECT_EQ(error_of(gif), what);
}

TEST(Gif, ThatFailsStoresNoPixels) {
  // Its size passes as possible; the last code is damaged. The error comes before a gigabyte of pixels.
  CodeWriter codes;
  for (int i = 0; i < 8; ++i) {
    codes.clear();
    codes.put(1);
    for (std::size_t k = 0; k < 4096 - 258; ++k) codes.put_longer();
  }
  codes.clear();
  codes.put(400);
  EXPECT_EQ(error_of(screen(16384, 16384) + descriptor(0, 0, 16384, 16384) + codes.blocks()),
            "damaged or unsupported GIF picture (its compressed pixels)");
}

}  // namespace
}  // namespace mmd
