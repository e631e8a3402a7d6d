#pragma once

// The expressions of a VRM, and the model's morphs that make them (tables: docs/user/export.md).

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "export/exchange_model.h"
#include "model/model.h"

namespace mmd {

/// The parts of "a,b".
std::vector<std::string> split_list(std::string_view list);

struct VrmExpression {
  std::string name;           ///< "aa"; of a custom one the morph's, unless that is empty or taken
  bool is_custom = false;     ///< not one of VRM's presets
  std::int32_t morph = none;  ///< of the model; none: composed of others
  std::uint8_t panel = 0;     ///< of the morph
  /// Whether it weakens blinking, mouth expressions or the gaze by its own weight.
  bool lessens_blink = false, lessens_mouth = false, lessens_look = false;
  struct Bind {
    std::size_t morph = 0;  ///< index into ExchangeModel::morphs
    float weight = 0.0f;    ///< 0-1
  };
  std::vector<Bind> binds;
};

/// A preset and its candidate morphs. The first one that the model has serves it; without one, a morph that
/// has the preset's name.
struct ExpressionRow {
  std::string_view name, morphs;
  std::string_view name_of_zero;  ///< in VRM 0.x
};
std::span<const ExpressionRow> expression_rows();

/// One of ARKit's shapes, and how morphs make it.
struct ArkitRow {
  std::string_view name;         ///< "…Left" stands for both sides
  std::string_view preset = {};  ///< the preset that it repeats; "…Left" also means the right one
  std::string_view morphs = {};  ///< else the candidate morphs
  std::uint8_t panel = 0;        ///< of these morphs
  /// How far each side moves the morph: a half where it moves both sides.
  float weight = 1.0f;
};
/// All 52 shapes.
std::span<const ArkitRow> arkit_rows();
/// "eyeBlinkRight" of "eyeBlinkLeft"; other names stay.
std::string right_shape(std::string_view name);

/// Presets of VRM 1.0, and the names of the morphs that the user chose for them; an empty name: none.
using ExpressionMorphs = std::map<std::string, std::string>;

struct ExpressionChoice {
  ExpressionMorphs morphs = {};  ///< the other presets are found by name
  bool arkit = false;            ///< also ARKit's shapes, as far as morphs make them
  bool english = false;          ///< names of custom expressions
};

struct VrmExpressions {
  std::vector<VrmExpression> expressions;  ///< names are unique without case, also among those of VRM 0.x
  std::vector<std::string> left_out;       ///< morphs of no panel, or that move nothing in the file
  std::vector<std::string> unusable;       ///< chosen morphs that the model lacks, or that move no vertex
};
/// Whether a morph may serve an expression: one of vertices, or a group.
bool can_be_expression(const Morph& morph);
/// The presets, ARKit's shapes, and the other vertex and group morphs of MMD's panels.
VrmExpressions find_expressions(const Model& model, const std::vector<ExchangeMorph>& morphs,
                                const ExpressionChoice& choice = {});

}  // namespace mmd
