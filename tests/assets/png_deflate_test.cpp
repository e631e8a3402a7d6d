#include "assets/png_deflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "base/raw_vector.h"

namespace mmd {
namespace {

std::vector<std::uint8_t> pixels(std::size_t count) {
  std::vector<std::uint8_t> out(count);
  std::uint32_t state = 1;
  for (auto& byte : out) {
    state = state * 1664525u + 1013904223u;
    byte = static_cast<std::uint8_t>(state >> 24);
  }
  return out;
}

/// What a stream in pieces holds.
std::vector<std::uint8_t> inflated(const std::vector<Bytes>& pieces, std::size_t size) {
  Bytes whole;
  for (const Bytes& piece : pieces) whole.insert(whole.end(), piece.begin(), piece.end());
  std::vector<std::uint8_t> out(size + 1);
  uLongf length = out.size();
  EXPECT_EQ(uncompress(out.data(), &length, reinterpret_cast<const Bytef*>(whole.data()), whole.size()),
            Z_OK);
  out.resize(length);
  return out;
}

TEST(PngDeflate, RowsAreToldByWhatDiffersFromTheRowAboveAndTheFirstAsItIs) {
  const std::vector<std::uint8_t> data{10, 20, 30, 40, 11, 19, 30, 255};
  const PngRows rows{1, 2, 4, false, PngFilter::up, data.data()};
  EXPECT_EQ(inflated(deflate_rows(rows, 1), 10),
            (std::vector<std::uint8_t>{0, 10, 20, 30, 40, 2, 1, 255, 0, 215}));
}

TEST(PngDeflate, AFillerIsLeftOut) {
  const std::vector<std::uint8_t> data{1, 2, 3, 99, 4, 5, 6, 98, 2, 4, 6, 97, 3, 3, 3, 96};
  PngRows rows{2, 2, 3, true, PngFilter::up, data.data()};
  EXPECT_EQ(inflated(deflate_rows(rows, 1), 14),
            (std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 2, 1, 2, 3, 255, 254, 253}));
  rows.filter = PngFilter::none;
  EXPECT_EQ(inflated(deflate_rows(rows, 1), 14),
            (std::vector<std::uint8_t>{0, 1, 2, 3, 4, 5, 6, 0, 2, 4, 6, 3, 3, 3}));
}

TEST(PngDeflate, LargePicturesComeInPiecesThatAreTheSameOnAnyNumberOfThreads) {
  constexpr std::size_t width = 301, height = 700;
  const auto data = pixels(width * height * 4);
  const PngRows rows{width, height, 4, false, PngFilter::none, data.data()};
  const auto pieces = deflate_rows(rows, 1);
  EXPECT_GT(pieces.size(), 4u);
  for (const std::size_t threads : {2u, 3u, 16u}) EXPECT_EQ(deflate_rows(rows, threads), pieces) << threads;
  const auto back = inflated(pieces, height * (1 + width * 4));
  ASSERT_EQ(back.size(), height * (1 + width * 4));
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t i = 0; i < width * 4; ++i)
      ASSERT_EQ(back[y * (1 + width * 4) + 1 + i], data[y * width * 4 + i]) << y << ", " << i;
}

TEST(PngDeflate, PiecesHoldLittleMoreThanTheyTellUntilTheLastIsThere) {
  constexpr std::size_t width = 1000, height = 2000;
  const std::vector<std::uint8_t> data(width * height * 4, 200);
  const auto pieces = deflate_rows({width, height, 4, false, PngFilter::up, data.data()}, 2);
  EXPECT_GT(pieces.size(), 50u);
  std::size_t held = 0;
  for (const Bytes& piece : pieces) held += piece.capacity();
  EXPECT_LT(held, data.size() / 100);
}

TEST(PngDeflate, ARowThatIsLargerThanAPieceIsOne) {
  constexpr std::size_t width = 200'000;
  const auto data = pixels(width * 3);
  const PngRows rows{width, 3, 1, false, PngFilter::up, data.data()};
  const auto pieces = deflate_rows(rows, 2);
  EXPECT_EQ(pieces.size(), 3u);
  EXPECT_EQ(inflated(pieces, 3 * (1 + width)).size(), 3 * (1 + width));
}

}  // namespace
}  // namespace mmd
