// In the place of depth_exr.cpp where the program is built without tinyexr.

#include "labels/depth_label.h"

namespace mmd {

bool has_depth_exr() {
  return false;
}

Result<Bytes> depth_exr(const LabelSource&, std::span<const SeenPoint>) {
  return fail("this mmdview was built without EXR (MMDVIEW_EXR=OFF)", "use --labels depth, a PNG");
}

}  // namespace mmd
