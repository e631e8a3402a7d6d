#pragma once

// Inside of writing glTF: what VRM 1.0 adds.

#include <tiny_gltf.h>

#include "exchange/vrm_avatar.h"

namespace mmd {

inline constexpr const char* vrm_extension = "VRMC_vrm";
inline constexpr const char* mtoon_extension = "VRMC_materials_mtoon";

/// Colours of pictures (sRGB) as glTF has its factors.
vec3 gltf_linear(const vec3& colour);

/// `order`: of the materials that are blended, how many stand before it.
tinygltf::Value mtoon_value(const ExchangeMaterial& material, int order);

/// `node`: that of the mesh with morph targets; negative: there is none. Bones are nodes from 1 on.
tinygltf::Value vrm_value(const VrmAvatar& avatar, int node);

}  // namespace mmd
