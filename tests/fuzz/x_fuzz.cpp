// Any bytes: reading is safe, an error has a place, and what reads becomes an accessory that is sound.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "formats/vac.h"
#include "formats/x.h"
#include "model/model.h"
#include "model/x_to_pmx.h"
#include "tests/fuzz/memory_budget.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_accessory(const mmd::x::Accessory& accessory) {
  const std::size_t size = accessory.positions.size();
  check(accessory.normals.size() == size && accessory.uvs.size() == size);
  for (std::size_t i = 0; i < size; ++i) {
    check(mmd::is_finite(accessory.positions[i]) && mmd::is_finite(accessory.uvs[i]));
    check(std::abs(glm::length(accessory.normals[i]) - 1.0f) < 1e-3f);
  }
  for (const std::uint32_t index : accessory.indices) check(index < size);
  std::size_t of_materials = 0;
  for (const mmd::x::AccessoryMaterial& material : accessory.materials) {
    check(material.index_count % 3 == 0 && mmd::is_finite(material.diffuse));
    check(material.sphere.empty() == (material.sphere_mode == mmd::x::SphereMode::none));
    of_materials += material.index_count;
  }
  check(of_materials == accessory.indices.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mmd::test::MemoryBudget budget(size);
  const mmd::ByteSpan bytes(reinterpret_cast<const std::byte*>(data), size);
  if (const auto vac = mmd::vac::read(bytes)) {
    check(std::isfinite(vac->scale) && mmd::is_finite(vac->position) && !vac->model.empty());
  } else {
    check(!vac.error().what.empty());
  }
  mmd::x::looks_like(bytes);
  const auto result = mmd::x::read(bytes);
  if (!result) {
    check(!result.error().what.empty() && (result.error().offset || result.error().line));
    return 0;
  }
  check(result->diagnostics.size() <= 21);
  mmd::x::Accessory accessory = mmd::x::flatten(result->file);
  check_accessory(accessory);
  const std::size_t materials = accessory.materials.size();
  const mmd::BuiltModel model = mmd::build_model(mmd::pmx_from_x(std::move(accessory), "fuzz"));
  check(model.model->is_accessory && model.model->materials.size() == materials);
  return 0;
}
