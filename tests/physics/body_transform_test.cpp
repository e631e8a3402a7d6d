#include "physics/body_transform.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace mmd {
namespace {

float through_text(double value) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.9g", value);
  return std::strtof(text.data(), nullptr);
}

TEST(NineDigits, AreThoseThatTextOfNineDigitsHas) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> mantissa(-10.0, 10.0);
  int other_neighbour = 0;
  for (int exponent = -12; exponent < 7; ++exponent)
    for (int i = 0; i < 2000; ++i) {
      const double value = mantissa(random) * std::pow(10.0, exponent);
      ASSERT_EQ(nine_digits(value), through_text(value)) << value;
      if (nine_digits(value) != static_cast<float>(value)) ++other_neighbour;
    }
  EXPECT_GT(other_neighbour, 100) << "the digits make a difference";
}

TEST(NineDigits, HoldAtPowersOfTenAndTheirNeighbours) {
  for (int exponent = -12; exponent < 8; ++exponent)
    for (const double towards : {0.0, 1e9}) {
      const double power = std::pow(10.0, exponent);
      EXPECT_EQ(nine_digits(power), through_text(power));
      const double next = std::nextafter(power, towards);
      EXPECT_EQ(nine_digits(next), through_text(next)) << next;
    }
}

TEST(NineDigits, AFloatStaysAsItIs) {
  std::mt19937 random(12);
  std::uniform_real_distribution<float> any(-200.0f, 200.0f);
  for (int i = 0; i < 10'000; ++i) {
    const float value = any(random);
    ASSERT_EQ(nine_digits(static_cast<double>(value)), value);
  }
}

TEST(NineDigits, WhatIsNoSizeOfABodyIsOnlyRounded) {
  EXPECT_EQ(nine_digits(0.0), 0.0f);
  EXPECT_EQ(nine_digits(1e-30), 1e-30f);
  EXPECT_EQ(nine_digits(-3e20), -3e20f);
  EXPECT_EQ(nine_digits(std::numeric_limits<double>::infinity()), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(nine_digits(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace mmd
