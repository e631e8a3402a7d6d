#pragma once

#include "base/byte_io.h"
#include "base/result.h"
#include "export/exchange_model.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// Whether this program can write glTF; one that was built without tinygltf cannot.
bool writes_gltf();

/// The bytes of a binary glTF 2.0 (.glb); with an avatar, of a VRM 1.0. Deterministic. Errors: larger than
/// the format's 4 GiB, out of memory, built without.
Result<Bytes> write_glb(const ExchangeModel& model, const VrmAvatar* avatar);

}  // namespace mmd
