#include "assets/png_crc.h"

#include <string_view>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(PngCrc, IsThatOfTheStandard) {
  constexpr std::string_view last_chunk = "IEND";  // every PNG ends with AE 42 60 82
  EXPECT_EQ(png_crc(as_byte_span(last_chunk)), 0xae426082u);
  EXPECT_EQ(png_crc({}), 0u);
}

}  // namespace
}  // namespace mmd
