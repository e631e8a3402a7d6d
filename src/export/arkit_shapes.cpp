#include "export/vrm_expressions.h"

namespace mmd {
namespace {

constexpr std::uint8_t brow_panel = 1, eye_panel = 2, mouth_panel = 3;
constexpr float each_side = 0.5f;

constexpr ArkitRow arkit_table[] = {
    {"eyeBlinkLeft", "blinkLeft"},
    {"eyeLookDownLeft"},
    {"eyeLookInLeft"},
    {"eyeLookOutLeft"},
    {"eyeLookUpLeft"},
    {"eyeSquintLeft", "", "下瞼上げ,下まぶた上げ", eye_panel, each_side},
    {"eyeWideLeft", "", "びっくり", eye_panel, each_side},
    {"jawForward"},
    {"jawLeft"},
    {"jawOpen", "aa"},
    {"mouthClose"},
    {"mouthFunnel", "oh"},
    {"mouthPucker", "ou"},
    {"mouthLeft"},
    {"mouthSmileLeft", "", "口角上げ,にっこり,にこり", mouth_panel, each_side},
    {"mouthFrownLeft", "", "口角下げ", mouth_panel, each_side},
    {"mouthDimpleLeft"},
    {"mouthStretchLeft", "", "口横広げ", mouth_panel, each_side},
    {"mouthRollLower"},
    {"mouthRollUpper"},
    {"mouthShrugLower"},
    {"mouthShrugUpper"},
    {"mouthPressLeft"},
    {"mouthLowerDownLeft"},
    {"mouthUpperUpLeft"},
    {"browDownLeft", "", "下,眉下", brow_panel, each_side},
    {"browInnerUp", "", "困る", brow_panel},
    {"browOuterUpLeft", "", "上,眉上", brow_panel, each_side},
    {"cheekPuff"},
    {"cheekSquintLeft"},
    {"noseSneerLeft"},
    {"tongueOut", "", "ぺろっ", mouth_panel},
};

constexpr std::string_view left_shape_end = "Left";

}  // namespace

std::span<const ArkitRow> arkit_rows() {
  return arkit_table;
}

std::string right_shape(std::string_view name) {
  std::string out(name);
  if (name.ends_with(left_shape_end))
    out.replace(out.size() - left_shape_end.size(), left_shape_end.size(), "Right");
  return out;
}

}  // namespace mmd
