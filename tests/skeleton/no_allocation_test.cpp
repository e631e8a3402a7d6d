// Counts heap allocations of this program: an evaluation makes none.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "skeleton/bone_manager.h"
#include "tests/support/random_skeletons.h"

namespace {
std::atomic<std::size_t> allocations{0};
}

// Not inlined: the compiler would see malloc meet delete, or new meet free, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace mmd {
namespace {

TEST(BoneManagerMemory, EvaluationAllocatesNothing) {
  pmx::File file;
  file.header.encoding = pmx::TextEncoding::utf8;
  file.bones.resize(1);
  const auto left = static_cast<std::size_t>(test::add_leg(file, 0, {0.8f, 9.8f, 0}, "左"));
  test::add_leg(file, 0, {-0.8f, 9.8f, 0}, "右");
  const auto model = build_model(std::move(file)).model;
  std::vector<vec3> translation(model->bone_count(), vec3(0.0f));
  const std::vector<quat> rotation(model->bone_count(), identity_rotation());
  BoneManager bones(model);
  const EvaluationSwitches switches;
  const std::size_t before = allocations;
  ASSERT_GT(before, 0u) << "the counter does not count";
  for (int i = 0; i < 10; ++i) {
    translation[left] = {0.1f * static_cast<float>(i), 1.0f, 0.5f};
    bones.evaluate({translation, rotation, {}, {}}, switches);
  }
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace mmd
