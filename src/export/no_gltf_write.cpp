#include "export/gltf_write.h"

namespace mmd {

bool writes_gltf() {
  return false;
}

Result<Bytes> write_glb(const ExchangeModel& /*model*/, const VrmAvatar* /*avatar*/) {
  return fail("this program was built without glTF", "give a name that ends in .obj");
}

}  // namespace mmd
