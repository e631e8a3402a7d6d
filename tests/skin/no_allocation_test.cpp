// Counts heap allocations of this program: skinning makes none once its workspace is as large as it gets.

#include <atomic>
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "skin/skinning.h"
#include "tests/support/model_builder.h"

namespace {
std::atomic<std::size_t> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (void* p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)) return p;
  throw std::bad_alloc();
}
}  // namespace

// Not inlined: the compiler would see malloc meet delete, or new meet free, and warn.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return counted(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::align_val_t) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t, std::align_val_t) noexcept {
  std::free(p);
}

namespace mmd {
namespace {

TEST(SkinningMemory, AFrameAllocatesNothing) {
  test::FileBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.bone(name);
  for (int i = 0; i < 50; ++i) {
    b.vertex({1, 2, 3}, i % 4);
    b.weighted({1, 2, 3}, WeightType::bdef4, {0, 1, 2, 3}, {0.4f, 0.3f, 0.2f, 0.1f});
    b.weighted({1, 2, 3}, WeightType::qdef, {0, 1, 2, 3}, {0.4f, 0.3f, 0.2f, 0.1f});
    b.sdef({1, 2, 3}, i % 4, (i + 1) % 4, 0.5f, {});
  }
  const auto model = b.model();
  const SkinPlan plan(*model);
  SkinWorkspace workspace;
  std::vector<vec3> positions(model->vertices.size()), normals(model->vertices.size());
  const std::vector<Affine> palette(model->palette_size());
  std::size_t before = allocations;
  skin_vertices(plan, workspace, model->vertices.position, palette, positions, normals);
  ASSERT_GT(allocations, before) << "the counter does not count";
  before = allocations;
  for (int i = 0; i < 10; ++i)
    skin_vertices(plan, workspace, model->vertices.position, palette, positions, normals);
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace mmd
