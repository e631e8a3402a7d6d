#include "export/gltf_write.h"
#include "export/vrm_animation.h"

namespace mmd {

bool writes_gltf() {
  return false;
}

Result<Bytes> write_glb(std::span<const ExchangeModel> /*models*/, const VrmAvatar* /*avatar*/) {
  return fail("this program was built without glTF", "give a name that ends in .obj");
}

Result<Bytes> write_vrma(const VrmAnimation& /*animation*/) {
  return fail("this program was built without glTF", "give a name that ends in .vmd");
}

}  // namespace mmd
