#pragma once

#include "base/byte_io.h"
#include "base/result.h"
#include "export/exchange_model.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// Whether this program was built with tinygltf, so that it can write glTF.
bool writes_gltf();

/// The bytes of a binary glTF 2.0 (.glb), or of a VRM 1.0 if there is an avatar. Deterministic. Errors:
/// larger than the format's 4 GiB; out of memory; built without tinygltf.
Result<Bytes> write_glb(const ExchangeModel& model, const VrmAvatar* avatar);

}  // namespace mmd
