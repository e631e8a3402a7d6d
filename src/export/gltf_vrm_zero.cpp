#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>

#include "export/gltf_buffers.h"
#include "export/make_exchange.h"

// The extension of VRM 0.x. Its vectors are those of Unity: Z is the other way round.

namespace mmd {
namespace {

using tinygltf::Value;
using Object = Value::Object;
using Array = Value::Array;

Value unity_value(const vec3& v) {
  return Value(Object{{"x", number_value(v.x)}, {"y", number_value(v.y)}, {"z", number_value(-v.z)}});
}

// ---- Terms

template <class Term>
const Term* term_in(const VrmMeta& meta, const char* name) {
  const auto found = meta.find(name);
  return found != meta.end() ? std::get_if<Term>(&found->second) : nullptr;
}
bool flag_in(const VrmMeta& meta, const char* name) {
  const bool* flag = term_in<bool>(meta, name);
  return flag != nullptr && *flag;
}
std::string joined_in(const VrmMeta& meta, const char* name) {
  std::string out;
  if (const auto* list = term_in<std::vector<std::string>>(meta, name))
    for (const std::string& one : *list) out += (out.empty() ? "" : ", ") + one;
  return out;
}

/// The terms of 1.0 in those of 0.x; where 0.x has no word for a permission, the stricter one.
Value terms_value(const VrmAvatar& avatar, int thumbnail) {
  const VrmMeta& meta = avatar.meta;
  const auto text = [&](const char* name) {
    const std::string* found = term_in<std::string>(meta, name);
    return found != nullptr ? *found : std::string();
  };
  const auto allowed = [](bool is_allowed) { return text_value(is_allowed ? "Allow" : "Disallow"); };
  const std::string permission = text("avatarPermission"), usage = text("commercialUsage");
  // Other terms are those behind a link; without one nothing would be said of changes and credits.
  const bool is_distributed = flag_in(meta, "allowRedistribution") && !text("otherLicenseUrl").empty();
  const std::string references = joined_in(meta, "references");
  Object out{
      {"title", text_value(term_in<std::string>(meta, "name") != nullptr ? text("name") : avatar.name)},
      {"version", text_value(text("version"))},
      {"author", text_value(joined_in(meta, "authors"))},
      {"contactInformation", text_value(text("contactInformation"))},
      {"reference", text_value(references.empty() ? text("copyrightInformation") : references)},
      {"allowedUserName",
       text_value(permission == "everyone"                       ? "Everyone"
                  : permission == "onlySeparatelyLicensedPerson" ? "ExplicitlyLicensedPerson"
                                                                 : "OnlyAuthor")},
      {"violentUssageName", allowed(flag_in(meta, "allowExcessivelyViolentUsage"))},
      {"sexualUssageName", allowed(flag_in(meta, "allowExcessivelySexualUsage"))},
      {"commercialUssageName", allowed(usage == "corporation")},
      {"licenseName", text_value(is_distributed ? "Other" : "Redistribution_Prohibited")},
      {"otherLicenseUrl", text_value(text("otherLicenseUrl"))}};
  if (thumbnail >= 0) out.emplace("texture", Value(thumbnail));
  return Value(std::move(out));
}

// ---- Bones, gaze, expressions

/// VRM 0.x calls the bones of the thumb as those of the other fingers.
std::string bone_name_of(std::string name) {
  const auto replace = [&](const char* from, const char* to) {
    const std::size_t at = name.find(from);
    if (at != std::string::npos) name.replace(at, std::string(from).size(), to);
    return at != std::string::npos;
  };
  if (!replace("ThumbProximal", "ThumbIntermediate")) replace("ThumbMetacarpal", "ThumbProximal");
  return name;
}

Value zero_humanoid(const VrmAvatar& avatar) {
  Array bones;
  for (const auto& [name, bone] : avatar.bones)
    bones.emplace_back(Object{{"bone", text_value(bone_name_of(name))},
                              {"node", Value(node_of_bone(bone))},
                              {"useDefaultValues", Value(true)}});
  return Value(Object{{"humanBones", Value(std::move(bones))}});
}

Value zero_gaze(double most) {
  return Value(Object{{"xRange", Value(90.0)},
                      {"yRange", Value(most)},
                      {"curve", Value(Array{Value(0.0), Value(0.0), Value(0.0), Value(1.0), Value(1.0),
                                            Value(1.0), Value(1.0), Value(0.0)})}});
}

Value first_person_value(const VrmAvatar& avatar, int meshes) {
  Object out{{"lookAtTypeName", text_value("Bone")}};
  for (const auto& [name, bone] : avatar.bones)
    if (name == "head") out.emplace("firstPersonBone", Value(node_of_bone(bone)));
  out.emplace("firstPersonBoneOffset",
              unity_value(avatar.eyes_from_head ? in_metres(*avatar.eyes_from_head) : vec3(0.0f)));
  Array annotations;
  for (int mesh = 0; mesh < meshes; ++mesh)
    annotations.emplace_back(Object{{"mesh", Value(mesh)}, {"firstPersonFlag", text_value("Auto")}});
  out.emplace("meshAnnotations", Value(std::move(annotations)));
  for (const char* name : {"lookAtHorizontalInner", "lookAtHorizontalOuter"})
    out.emplace(name, zero_gaze(gaze_sideways));
  for (const char* name : {"lookAtVerticalDown", "lookAtVerticalUp"})
    out.emplace(name, zero_gaze(gaze_up_and_down));
  return Value(std::move(out));
}

/// VRM 0.x writes names of presets without capitals, and has none for surprise.
std::string zero_preset_of(std::string_view name_of_zero) {
  if (name_of_zero == "Surprised") return "unknown";
  std::string out(name_of_zero);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

Value zero_expressions(const VrmAvatar& avatar, int mesh) {
  Array groups;
  for (const VrmExpression& expression : avatar.expressions) {
    if (mesh < 0) break;
    const auto rows = expression_rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const ExpressionRow& preset) {
      return !expression.is_custom && expression.name == preset.name;
    });
    const bool is_preset = row != rows.end();
    Array binds;
    for (const VrmExpression::Bind& bind : expression.binds)
      binds.emplace_back(Object{{"mesh", Value(mesh)},
                                {"index", Value(static_cast<int>(bind.morph))},
                                {"weight", number_value(100.0f * bind.weight)}});
    groups.emplace_back(
        Object{{"name", text_value(is_preset ? std::string(row->name_of_zero) : expression.name)},
               {"presetName", text_value(is_preset ? zero_preset_of(row->name_of_zero) : "unknown")},
               {"isBinary", Value(false)},
               {"binds", Value(std::move(binds))},
               {"materialValues", Value(Array())}});
  }
  return Value(Object{{"blendShapeGroups", Value(std::move(groups))}});
}

// ---- Springs

/// VRM 0.x has balls only: a capsule becomes a row of them.
Value balls_value(const VrmCollider& collider) {
  constexpr float most = 16.0f;
  const float length = glm::length(collider.to - collider.from);
  const float gaps = std::ceil(std::min(length / std::max(collider.radius, 1e-3f), most));
  Array out;
  for (int i = 0; i <= static_cast<int>(gaps); ++i) {
    const float share = gaps > 0.0f ? static_cast<float>(i) / gaps : 0.0f;
    const vec3 at = glm::mix(collider.from, collider.to, share);
    out.emplace_back(Object{{"offset", unity_value(in_metres(at))},
                            {"radius", Value(static_cast<double>(collider.radius) * metres_per_unit)}});
  }
  return Value(std::move(out));
}

/// The chains that hang on no other one: a spring of VRM 0.x moves all bones below its first.
std::vector<const VrmSpring*> topmost(const std::vector<VrmSpring>& chains, const ExchangeModel& model) {
  std::set<std::int32_t> moved;
  for (const VrmSpring& chain : chains) moved.insert(chain.bones.begin(), chain.bones.end());
  std::vector<const VrmSpring*> out;
  for (const VrmSpring& chain : chains) {
    std::int32_t above = chain.bones.front();
    do above = model.bones[static_cast<std::size_t>(above)].parent;
    while (above != none && !moved.contains(above));
    if (above == none) out.push_back(&chain);
  }
  return out;
}

Value zero_springs(const VrmSprings& springs, const ExchangeModel& model) {
  Array chains, groups;
  for (const VrmCollider& collider : springs.colliders)
    groups.emplace_back(
        Object{{"node", Value(node_of_bone(collider.bone))}, {"colliders", balls_value(collider)}});
  for (const VrmSpring* top : topmost(springs.chains, model)) {
    const VrmSpring& chain = *top;
    Array hit;
    for (const std::size_t collider : chain.colliders) hit.emplace_back(static_cast<int>(collider));
    // One number for all joints: the least, which touches no collider at rest.
    const float radius =
        chain.hit_radii.empty() ? 0.0f : *std::min_element(chain.hit_radii.begin(), chain.hit_radii.end());
    const auto first = static_cast<std::size_t>(chain.bones.front());
    chains.emplace_back(Object{{"comment", text_value(model.bones[first].name)},
                               {"stiffiness", number_value(chain.numbers.stiffness)},  // VRM's spelling
                               {"gravityPower", number_value(chain.numbers.gravity)},
                               {"gravityDir", unity_value({0.0f, -1.0f, 0.0f})},
                               {"dragForce", number_value(chain.numbers.drag)},
                               {"center", Value(-1)},
                               {"hitRadius", Value(static_cast<double>(radius) * metres_per_unit)},
                               {"bones", Value(Array{Value(node_of_bone(chain.bones.front()))})},
                               {"colliderGroups", Value(std::move(hit))}});
  }
  return Value(
      Object{{"boneGroups", Value(std::move(chains))}, {"colliderGroups", Value(std::move(groups))}});
}

// ---- Materials

Value zero_colour(const vec4& srgb) {
  return Value(Array{number_value(srgb.r), number_value(srgb.g), number_value(srgb.b), number_value(srgb.a)});
}

/// MToon 0.x. Its step lies between two numbers of N·L, shift and mix(1, shift, toony).
Value zero_material(const ExchangeMaterial& from, int order) {
  constexpr int opaque_queue = 2000, mask_queue = 2450, first_blended = 2501, last_blended = 2550;
  const auto by_alpha = [&](auto opaque, auto mask, auto blend) {
    return from.alpha == AlphaMode::opaque ? opaque : from.alpha == AlphaMode::mask ? mask : blend;
  };
  const bool is_blended = from.alpha == AlphaMode::blend, has_edge = from.edge_width > 0.0f;
  const float toony = from.shading_toony, shift = from.shading_shift;
  Object keywords;
  if (from.alpha == AlphaMode::mask) keywords.emplace("_ALPHATEST_ON", Value(true));
  if (is_blended) keywords.emplace("_ALPHABLEND_ON", Value(true));
  if (has_edge) {
    keywords.emplace("MTOON_OUTLINE_WIDTH_WORLD", Value(true));
    keywords.emplace("MTOON_OUTLINE_COLOR_FIXED", Value(true));
  }
  Object textures;
  if (from.image != none)
    for (const char* name : {"_MainTex", "_ShadeTexture"})
      textures.emplace(name, Value(static_cast<int>(from.image)));
  if (from.sphere_image != none) textures.emplace("_SphereAdd", Value(static_cast<int>(from.sphere_image)));
  constexpr double one = 1.0, none_at_all = 0.0;
  constexpr double centimetres = 100.0;
  return Value(Object{
      {"name", text_value(from.name)},
      {"shader", text_value("VRM/MToon")},
      {"renderQueue",
       Value(by_alpha(opaque_queue, mask_queue, std::min(first_blended + order, last_blended)))},
      {"floatProperties",
       Value(Object{{"_Cutoff", Value(0.5)},
                    {"_ReceiveShadowRate", Value(one)},
                    {"_ShadingGradeRate", Value(one)},
                    {"_ShadeShift", number_value(-1.0f + toony - shift)},
                    {"_ShadeToony", number_value((toony + shift) / (2.0f - toony + shift))},
                    {"_LightColorAttenuation", Value(none_at_all)},
                    {"_IndirectLightIntensity", Value(0.1)},
                    {"_OutlineWidth", Value(static_cast<double>(from.edge_width) * centimetres)},
                    {"_OutlineScaledMaxDistance", Value(one)},
                    {"_OutlineLightingMix", Value(none_at_all)},
                    {"_BlendMode", Value(by_alpha(0.0, 1.0, 3.0))},
                    {"_OutlineWidthMode", Value(has_edge ? one : none_at_all)},
                    {"_OutlineColorMode", Value(none_at_all)},
                    {"_CullMode", Value(from.double_sided ? none_at_all : 2.0)},
                    {"_OutlineCullMode", Value(one)},
                    {"_SrcBlend", Value(is_blended ? 5.0 : one)},
                    {"_DstBlend", Value(is_blended ? 10.0 : none_at_all)},
                    {"_ZWrite", Value(one)}})},
      {"vectorProperties", Value(Object{{"_Color", zero_colour(from.lit)},
                                        {"_ShadeColor", zero_colour(vec4(from.shade, 1.0f))},
                                        {"_OutlineColor", zero_colour(from.edge_colour)},
                                        {"_EmissionColor", zero_colour({0.0f, 0.0f, 0.0f, 1.0f})},
                                        {"_MainTex", zero_colour({0.0f, 0.0f, 1.0f, 1.0f})}})},
      {"textureProperties", Value(std::move(textures))},
      {"keywordMap", Value(std::move(keywords))},
      {"tagMap",
       Value(Object{{"RenderType", text_value(by_alpha("Opaque", "TransparentCutout", "Transparent"))}})}});
}

}  // namespace

Value vrm_zero_value(const VrmAvatar& avatar, const ExchangeModel& model, const VrmFilePlaces& places) {
  Array materials;
  int blended = 0;
  for (const ExchangeMaterial& material : model.materials) {
    materials.push_back(zero_material(material, blended));
    if (material.alpha == AlphaMode::blend) ++blended;
  }
  return without_empty(
      Value(Object{{"exporterVersion", text_value("mmdview")},
                   {"specVersion", text_value("0.0")},
                   {"meta", terms_value(avatar, places.thumbnail)},
                   {"humanoid", zero_humanoid(avatar)},
                   {"firstPerson", first_person_value(avatar, static_cast<int>(places.mesh_nodes.size()))},
                   {"blendShapeMaster", zero_expressions(avatar, places.morphed_mesh)},
                   {"secondaryAnimation", zero_springs(avatar.springs, model)},
                   {"materialProperties", Value(std::move(materials))}}));
}

}  // namespace mmd
