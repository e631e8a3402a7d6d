#include <algorithm>
#include <cmath>

#include "export/gltf_buffers.h"
#include "export/make_exchange.h"

namespace mmd {
namespace {

using tinygltf::Value;

Value colour_value(const vec3& srgb) {
  return vector_value(gltf_linear(srgb));
}

Value texture_value(std::int32_t image) {
  return Value(Value::Object{{"index", Value(static_cast<int>(image))}});
}

Value term_value(bool allowed) {
  return Value(allowed);
}
Value term_value(const std::string& words) {
  return Value(words);
}
Value term_value(const std::vector<std::string>& list) {
  Value::Array out;
  for (const std::string& one : list) out.emplace_back(one);
  return Value(std::move(out));
}

Value meta_value(const VrmAvatar& avatar, int thumbnail) {
  Value::Object out;
  for (const auto& [name, term] : avatar.meta)
    out.emplace(name, std::visit([](const auto& value) { return term_value(value); }, term));
  out.emplace("name", Value(avatar.name));  // unless it has one
  if (thumbnail >= 0) out.emplace("thumbnailImage", Value(thumbnail));
  return Value(std::move(out));
}

Value expression_value(const VrmExpression& expression, int node) {
  Value::Array binds;
  for (const VrmExpression::Bind& bind : expression.binds)
    binds.emplace_back(Value::Object{{"node", Value(node)},
                                     {"index", Value(static_cast<int>(bind.morph))},
                                     {"weight", number_value(bind.weight)}});
  const auto override_value = [](bool lessens) { return text_value(lessens ? "blend" : "none"); };
  return Value(Value::Object{{"morphTargetBinds", Value(std::move(binds))},
                             {"isBinary", Value(false)},
                             {"overrideBlink", override_value(expression.lessens_blink)},
                             {"overrideLookAt", override_value(expression.lessens_look)},
                             {"overrideMouth", override_value(expression.lessens_mouth)}});
}

Value gaze_range(double most) {
  return Value(Value::Object{{"inputMaxValue", Value(90.0)}, {"outputScale", Value(most)}});
}

Value gaze_value(const vec3& eyes_from_head) {
  return Value(Value::Object{{"type", text_value("bone")},
                             {"offsetFromHeadBone", vector_value(in_metres(eyes_from_head))},
                             {"rangeMapHorizontalInner", gaze_range(gaze_sideways)},
                             {"rangeMapHorizontalOuter", gaze_range(gaze_sideways)},
                             {"rangeMapVerticalDown", gaze_range(gaze_up_and_down)},
                             {"rangeMapVerticalUp", gaze_range(gaze_up_and_down)}});
}

}  // namespace

vec3 gltf_linear(const vec3& colour) {
  const auto linear = [](float c) {
    return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);  // IEC 61966-2-1
  };
  return {linear(colour.r), linear(colour.g), linear(colour.b)};
}

Value mtoon_value(const ExchangeMaterial& material, int order) {
  constexpr int max_offset = 9;  // VRM's limit
  const bool is_blended = material.alpha == AlphaMode::blend;
  Value::Object out{{"specVersion", text_value("1.0")},
                    {"transparentWithZWrite", Value(is_blended)},
                    {"renderQueueOffsetNumber", Value(is_blended ? std::min(order, max_offset) : 0)},
                    {"shadeColorFactor", colour_value(material.shade)},
                    {"shadingShiftFactor", number_value(material.shading_shift)},
                    {"shadingToonyFactor", number_value(material.shading_toony)},
                    {"giEqualizationFactor", Value(0.9)}};
  if (material.image != none) out.emplace("shadeMultiplyTexture", texture_value(material.image));
  if (material.sphere_image != none) {
    out.emplace("matcapTexture", texture_value(material.sphere_image));
    out.emplace("matcapFactor", colour_value(material.sphere_factor));
  }
  if (material.edge_width > 0.0f) {
    out.emplace("outlineWidthMode", text_value("worldCoordinates"));
    out.emplace("outlineWidthFactor", number_value(material.edge_width));
    out.emplace("outlineColorFactor", colour_value(vec3(material.edge_colour)));
    out.emplace("outlineLightingMixFactor", Value(0.0));
  }
  return Value(std::move(out));
}

Value constraint_value(const VrmFollower& follower) {
  Value::Object kind{{"source", Value(node_of_bone(follower.source))},
                     {"weight", number_value(follower.weight)}};
  const char* name = "rotation";
  if (follower.kind == VrmFollower::Kind::roll) {
    name = "roll";
    kind.emplace("rollAxis", text_value("X"));
  } else if (follower.kind != VrmFollower::Kind::rotation) {
    name = "aim";
    kind.emplace("aimAxis",
                 text_value(follower.kind == VrmFollower::Kind::aim_left ? "PositiveX" : "NegativeX"));
  }
  return Value(Value::Object{{"specVersion", text_value("1.0")},
                             {"constraint", Value(Value::Object{{name, Value(std::move(kind))}})}});
}

Value vrm_value(const VrmAvatar& avatar, const VrmFilePlaces& places) {
  Value::Object bones, presets, customs;
  for (const auto& bone : avatar.bones)
    bones.emplace(bone.first, Value(Value::Object{{"node", Value(node_of_bone(bone.second))}}));
  for (const VrmExpression& expression : avatar.expressions)
    if (places.morphed_node >= 0)
      (expression.is_custom ? customs : presets)
          .emplace(expression.name, expression_value(expression, places.morphed_node));
  Value::Object out{{"specVersion", text_value("1.0")},
                    {"meta", meta_value(avatar, places.thumbnail)},
                    {"humanoid", Value(Value::Object{{"humanBones", Value(std::move(bones))}})}};
  // Even without any: three-vrm ignores the gaze of a file without them.
  if (presets.empty()) presets.emplace("neutral", Value(Value::Object{{"isBinary", Value(false)}}));
  Value::Object expressions{{"preset", Value(std::move(presets))}};
  if (!customs.empty()) expressions.emplace("custom", Value(std::move(customs)));
  out.emplace("expressions", Value(std::move(expressions)));
  if (avatar.eyes_from_head) out.emplace("lookAt", gaze_value(*avatar.eyes_from_head));
  Value::Array annotations;  // programs hide what moves with the head
  for (const int node : places.mesh_nodes)
    annotations.emplace_back(Value::Object{{"node", Value(node)}, {"type", text_value("auto")}});
  if (!annotations.empty())
    out.emplace("firstPerson", Value(Value::Object{{"meshAnnotations", Value(std::move(annotations))}}));
  return Value(std::move(out));
}

}  // namespace mmd
