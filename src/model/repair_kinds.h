#pragma once

// The kinds of damage that build_model() repairs in memory, mend() in a file, and check_model() reports.

#include <string_view>

namespace mmd::repair_kind {

// Indices.
inline constexpr std::string_view vertex_index = "vertex index out of range";
inline constexpr std::string_view bone_index = "bone index out of range";
inline constexpr std::string_view texture_index = "texture index out of range";
inline constexpr std::string_view material_index = "material index out of range";
inline constexpr std::string_view morph_index = "morph index out of range";
inline constexpr std::string_view rigid_body_index = "rigid body index out of range";
inline constexpr std::string_view item_index = "item index out of range";
inline constexpr std::string_view parent_index = "parent out of range";
inline constexpr std::string_view append_source = "append source out of range";
inline constexpr std::string_view tail_bone = "tail bone out of range";
inline constexpr std::string_view ik_target = "IK target out of range";
inline constexpr std::string_view ik_link = "IK link out of range";

// Mesh.
inline constexpr std::string_view vertex_position =
    "position is not a number or too large; its faces are not drawn";
inline constexpr std::string_view normal_number = "normal is not a number";
inline constexpr std::string_view zero_normal = "normal without usable length";
inline constexpr std::string_view uv_number = "texture coordinate is not a number";
inline constexpr std::string_view additional_uv_number = "additional UV is not a number";
inline constexpr std::string_view edge_scale_number = "edge scale is not a number";
inline constexpr std::string_view sdef_number = "SDEF constants are not numbers or too large";
inline constexpr std::string_view no_weights = "no bone moves the vertex";
inline constexpr std::string_view weight_sum = "weights that do not sum to 1 were normalised";
inline constexpr std::string_view weight_range = "weight outside 0 to 1";
inline constexpr std::string_view stray = "far from all others; cameras are fitted without it";
inline constexpr std::string_view no_material = "faces without a material are not drawn";
inline constexpr std::string_view face_count = "face index count is negative or more than the model has left";
inline constexpr std::string_view face_thirds = "face index count is not a multiple of 3";

// Materials.
inline constexpr std::string_view colour_number = "colour is not a number";
inline constexpr std::string_view specular_power_number = "specular power is not a number";
inline constexpr std::string_view edge_size_number = "edge size is not a number";
inline constexpr std::string_view sphere_mode = "unknown sphere mode";
inline constexpr std::string_view shared_toon = "shared toon outside 0 to 9";

// Bones.
inline constexpr std::string_view bone_position = "position is not a number or too large";
inline constexpr std::string_view append_ratio = "append ratio is not a number or too large";
inline constexpr std::string_view ik_limit_number = "IK limit is not a number; the axis is free";
inline constexpr std::string_view ik_limits_reversed = "IK limits are reversed";
inline constexpr std::string_view ik_loops = "IK loop count outside 0 to 256";
inline constexpr std::string_view ik_unit_angle = "IK unit angle is not a number; the angle is not limited";
inline constexpr std::string_view ik_no_target = "IK without target";
inline constexpr std::string_view ik_too_many_links = "IK links after the first 256 are ignored";
inline constexpr std::string_view no_axis = "fixed axis has no direction; the bone does not rotate";
inline constexpr std::string_view tail_number = "tail is not a number";

// Morphs.
inline constexpr std::string_view morph_number = "offset is not a number or too large";
inline constexpr std::string_view group_cycle = "a group contains itself; the cycle is cut";

// Bodies and joints.
inline constexpr std::string_view body_number = "a number is not finite or too large; taken as 0";
inline constexpr std::string_view body_shape = "unknown shape; replaced by a sphere without collisions";
inline constexpr std::string_view body_mode = "unknown mode; physics moves it";
inline constexpr std::string_view body_group = "group outside 0 to 15; taken as 15";
inline constexpr std::string_view joint_type = "unknown type; taken as a spring with six degrees of freedom";
inline constexpr std::string_view massless = "moved by physics, but without mass; it follows its bone";
inline constexpr std::string_view no_size = "has no size; nothing collides with it";
inline constexpr std::string_view negative_size = "negative size; taken as positive";
inline constexpr std::string_view damping = "damping outside 0 to 1";
inline constexpr std::string_view too_many_bodies = "more than 20 000; physics is off";
inline constexpr std::string_view too_many_joints = "more than 100 000; physics is off";
inline constexpr std::string_view missing_body = "connects a missing body; ignored";
inline constexpr std::string_view same_body = "connects a body to itself; ignored";

}  // namespace mmd::repair_kind
