// In the place of depth_exr.cpp where the program is built without tinyexr.

#include "annotations/depth_label.h"

namespace mmd {

bool has_depth_exr() {
  return false;
}

Result<Bytes> depth_exr(const LabelSource&, std::span<const SeenPoint>) {
  return fail("this program was built without EXR", "depth is a PNG of 16 bits");
}

}  // namespace mmd
