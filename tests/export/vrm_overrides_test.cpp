#include "export/vrm_overrides.h"

#include <gtest/gtest.h>

namespace mmd {
namespace {

/// Which of a face's vertices a morph moves, and how far.
struct Moves {
  const char* expression;
  std::vector<std::pair<std::uint32_t, float>> vertices;
};

constexpr std::uint32_t lid = 0, lips = 1, brow = 2, eye = 3, vertices = 4;
constexpr std::int32_t head_bone = 0, eye_bone = 1;

struct Face {
  ExchangeModel model;
  std::vector<VrmExpression> expressions;

  explicit Face(const std::vector<Moves>& morphs) {
    ExchangePart& part = model.parts.emplace_back();
    part.positions.resize(vertices);
    part.weights.resize(vertices, {1.0f, 0.0f, 0.0f, 0.0f});
    part.joints.resize(vertices, {head_bone, 0, 0, 0});
    part.joints[eye] = {eye_bone, 0, 0, 0};
    for (const Moves& moves : morphs) {
      ExchangeMorph& morph = model.morphs.emplace_back();
      morph.parts.resize(1);
      for (const auto& [vertex, length] : moves.vertices) morph.parts[0].push_back({vertex, {0, length, 0}});
      expressions.emplace_back().name = moves.expression;
      expressions.back().binds.push_back({model.morphs.size() - 1, 1.0f});
    }
    const std::int32_t eyes[] = {eye_bone};
    set_overrides(model, eyes, expressions);
  }
  /// "blink mouth look": what the expression stops.
  std::string stopped_by(std::string_view name) const {
    for (const VrmExpression& e : expressions)
      if (e.name == name)
        return std::string(e.stops_blink ? "blink " : "") + (e.stops_mouth ? "mouth " : "") +
               (e.stops_look ? "look " : "");
    return "no such expression";
  }
};

TEST(VrmOverrides, AnExpressionStopsWhatMovesTheSameVertices) {
  const Face face({{"aa", {{lips, 1}}},
                   {"blink", {{lid, 1}}},
                   {"happy", {{lid, 1}, {lips, 1}}},
                   {"angry", {{brow, 1}}},
                   {"surprised", {{eye, 1}}},
                   {"relaxed", {{lid, 1}, {eye, 1}}}});
  EXPECT_EQ(face.stopped_by("happy"), "blink mouth ");
  EXPECT_EQ(face.stopped_by("angry"), "");
  EXPECT_EQ(face.stopped_by("surprised"), "look ");
  EXPECT_EQ(face.stopped_by("relaxed"), "blink look ");
}

TEST(VrmOverrides, BlinksAndTheMouthStopNothingAndSoNotThemselves) {
  const Face face({{"aa", {{lips, 1}, {lid, 1}}},
                   {"oh", {{lips, 1}}},
                   {"blink", {{lid, 1}, {lips, 1}, {eye, 1}}},
                   {"blinkLeft", {{lid, 1}}}});
  for (const char* name : {"aa", "oh", "blink", "blinkLeft"}) EXPECT_EQ(face.stopped_by(name), "") << name;
}

TEST(VrmOverrides, WhatIsMovedHardlyDoesNotCount) {
  const Face face(
      {{"aa", {{lips, 1}}}, {"blink", {{lid, 1}, {brow, 0.01f}}}, {"angry", {{brow, 1}, {lips, 0.01f}}}});
  EXPECT_EQ(face.stopped_by("angry"), "");
}

TEST(VrmOverrides, AnExpressionThatHoldsTheBlinksOwnMorphStopsIt) {
  Face face({{"blink", {{lid, 1}}}});
  face.expressions.emplace_back().name = "happy";
  face.expressions.back().binds.push_back({0, 0.5f});
  set_overrides(face.model, {}, face.expressions);
  EXPECT_EQ(face.stopped_by("happy"), "blink ");
}

TEST(VrmOverrides, AMorphThatMovesNothingStopsNothing) {
  const Face face({{"blink", {{lid, 0}}}, {"happy", {{lid, 0}}}});
  EXPECT_EQ(face.stopped_by("happy"), "");
}

}  // namespace
}  // namespace mmd
