#include "base/late_library.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(LateLibrary, FindsFunctionsThatCanBeCalled) {
  const LateLibrary mathematics("libm.so.6");
  ASSERT_TRUE(mathematics.is_there()) << mathematics.error();
  double (*root)(double) = nullptr;
  ASSERT_TRUE(mathematics.find("sqrt", root));
  EXPECT_EQ(root(9.0), 3.0);
}

TEST(LateLibrary, OneThatIsNotThereIsNamedAndHasNoFunctions) {
  const LateLibrary missing("libnobody_has_this.so.7");
  EXPECT_FALSE(missing.is_there());
  EXPECT_NE(missing.error().find("libnobody_has_this.so.7"), std::string::npos) << missing.error();
  void (*function)() = nullptr;
  EXPECT_FALSE(missing.find("sqrt", function));
  EXPECT_EQ(function, nullptr);
}

TEST(LateLibrary, AFunctionThatItLacksIsNotFound) {
  const LateLibrary mathematics("libm.so.6");
  void (*function)() = nullptr;
  EXPECT_FALSE(mathematics.find("nobody_has_this", function));
}

}  // namespace
}  // namespace mmd
