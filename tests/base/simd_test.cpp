#include "base/simd.h"

#include <cstdlib>
#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

struct Kernels {
  std::string_view name;
};
constexpr Kernels avx2{"avx2"}, sse41{"sse4.1"}, portable{"portable"};

/// Asks for kernels by name as long as it lives.
class Asking {
 public:
  explicit Asking(const char* name) {
    if (const char* before = std::getenv(variable)) before_ = before;
    ::setenv(variable, name, 1);
  }
  ~Asking() { ::setenv(variable, before_.c_str(), 1); }

 private:
  static constexpr const char* variable = "MMDVIEW_SIMD";
  std::string before_;
};

std::string_view chosen(const char* asked, std::initializer_list<const Kernels*> found) {
  const Asking asking(asked);
  return choose_kernels<Kernels>(std::span(found.begin(), found.size())).name;
}

TEST(ChooseKernels, TakesTheFastestUnlessAskedForSlower) {
  EXPECT_EQ(chosen("", {&avx2, &sse41, &portable}), "avx2");
  EXPECT_EQ(chosen("avx2", {&avx2, &sse41, &portable}), "avx2");
  EXPECT_EQ(chosen("sse4.1", {&avx2, &sse41, &portable}), "sse4.1");
  EXPECT_EQ(chosen("portable", {&avx2, &sse41, &portable}), "portable");
}

TEST(ChooseKernels, TakesTheNextWhereThereIsNoneOfThatName) {
  EXPECT_EQ(chosen("avx2", {&sse41, &portable}), "sse4.1");
  EXPECT_EQ(chosen("avx2", {nullptr, nullptr, &portable}), "portable");
  EXPECT_EQ(chosen("", {nullptr, &sse41, &portable}), "sse4.1");
}

TEST(ChooseKernels, TakesPortableOnesForUnknownNames) {
  EXPECT_EQ(chosen("mmx", {&avx2, &sse41, &portable}), "portable");
}

}  // namespace
}  // namespace mmd
