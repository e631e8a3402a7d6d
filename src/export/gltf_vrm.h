#pragma once

// Inside of writing glTF: what VRM 1.0 adds.

#include <tiny_gltf.h>

#include "export/vrm_avatar.h"

namespace mmd {

inline constexpr const char* vrm_extension = "VRMC_vrm";
inline constexpr const char* mtoon_extension = "VRMC_materials_mtoon";

inline constexpr const char* constraint_extension = "VRMC_node_constraint";

/// The node of a bone: the first one is the root.
inline int node_of_bone(std::int32_t bone) {
  return bone + 1;
}

/// Colours of pictures (sRGB) as glTF has its factors.
vec3 gltf_linear(const vec3& colour);

/// `order`: of the materials that are blended, how many stand before it.
tinygltf::Value mtoon_value(const ExchangeMaterial& material, int order);

/// Of the follower's node.
tinygltf::Value constraint_value(const VrmFollower& follower);

/// `node`: that of the mesh with morph targets; negative: there is none.
tinygltf::Value vrm_value(const VrmAvatar& avatar, int node);

}  // namespace mmd
