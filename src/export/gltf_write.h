#pragma once

#include <span>
#include <string_view>

#include "base/byte_io.h"
#include "base/result.h"
#include "export/exchange_model.h"
#include "export/vrm_avatar.h"

namespace mmd {

/// A mesh is called like the model, behind words of at most this length.
inline constexpr std::string_view longest_mesh_prefix = "morphed mesh of ";

/// Whether this program was built with tinygltf, so that it can write glTF.
bool writes_gltf();

/// The bytes of a binary glTF 2.0 (.glb), or of a VRM if there is an avatar, which is the first model.
/// Deterministic. Errors: larger than the format's 4 GiB; out of
/// memory; built without tinygltf.
Result<Bytes> write_glb(std::span<const ExchangeModel> models, const VrmAvatar* avatar);

}  // namespace mmd
