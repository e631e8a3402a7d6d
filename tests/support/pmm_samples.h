#pragma once

#include "base/byte_io.h"

namespace mmd::test {

/// A version 2 project: one model with three bones (センター, 左腕, and 左足ＩＫ as IK bone), one morph
/// (笑い), keys at frames 0 and 10 of センター and of the camera, one accessory in the model's second bone.
/// The current frame is 7; 左腕 has an edit without a key: (0.5, 0, 0) and a quarter turn about Z.
Bytes pmm_project();

}  // namespace mmd::test
