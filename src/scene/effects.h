#pragma once

// What is done to the finished picture: the part of the look that options of the group "Effects" set.

#include <array>
#include <string>
#include <string_view>

#include "base/math.h"

namespace mmd {

/// All effects are off at first.
struct Effects {
  struct Occlusion {
    float strength = 0.0f;  ///< 0: off; 1: hollows are as dark as they can be
    float radius = 1.2f;    ///< MMD units
    bool operator==(const Occlusion& other) const = default;
  };
  struct Rim {
    float strength = 0.0f;  ///< 0: off
    vec3 colour{1.0f};
    bool operator==(const Rim& other) const = default;
  };
  struct Fog {
    bool on = false;
    vec3 colour{1.0f};
    float begin = 0.0f, end = 0.0f;  ///< distances from the eye along the view, MMD units
    bool operator==(const Fog& other) const = default;
  };
  struct DepthOfField {
    bool on = false;
    std::string bone;       ///< of the subject, or "face"; empty: `distance`
    float distance = 0.0f;  ///< from the eye along the view, MMD units
    float f_number = 2.0f;  ///< of a camera with a picture 24 mm high
    bool operator==(const DepthOfField& other) const = default;
  };
  struct Glow {
    float strength = 0.0f;   ///< 0: off
    float threshold = 0.6f;  ///< brightness from which on the models glow
    float radius = 4.0f;     ///< percent of the picture's height
    bool operator==(const Glow& other) const = default;
  };
  struct Grade {
    float exposure = 0.0f;  ///< stops
    float contrast = 1.0f, saturation = 1.0f;
    float temperature = 0.0f;  ///< -1 (cold) to 1 (warm)
    bool operator==(const Grade& other) const = default;
  };

  Occlusion occlusion;
  Rim rim;
  Fog fog;
  DepthOfField depth_of_field;
  Glow glow;
  Grade grade;
  float lines = 0.0f;  ///< how much of the picture gives way to its lines on white paper, 0-1

  bool grades() const { return !(grade == Grade()); }
  bool any() const {
    return occlusion.strength > 0.0f || rim.strength > 0.0f || fog.on || depth_of_field.on ||
           glow.strength > 0.0f || grades() || lines > 0.0f;
  }
  bool operator==(const Effects& other) const = default;
};

/// The effects at a strength from 0 (all are off) to 1 (as they are). Depth of field blurs less and fog is
/// thinner.
Effects scaled(const Effects& effects, float strength);

/// Effects that go together.
struct EffectPreset {
  std::string_view name;
  Effects effects;
};
/// portrait, stage, soft and line-art.
const std::array<EffectPreset, 4>& effect_presets();

}  // namespace mmd
