#pragma once

#include <random>

#include "edit/command.h"

namespace mmd::test {

/// A figure with all that commands can meet: sides, a side without its other (左飾り), two bones of one name
/// (首), bones with fixed axes (左腕捩, 右腕捩), one that may not be moved (頭), one that may not be turned
/// (台), legs with IK and append, morphs with and without sides.
std::shared_ptr<const Model> puppet();

/// A sound command of that kind that most probably changes something.
edit::Command random_command(std::mt19937& random, const Model& model, edit::CommandKind kind);
/// Of any kind.
edit::Command random_command(std::mt19937& random, const Model& model);

quat random_rotation(std::mt19937& random);
/// Every bone and morph anywhere.
Pose random_pose(std::mt19937& random, const Model& model);

/// To the last bit, the sign of a zero included; looks by what they are.
bool same_bits(const Pose& a, const Pose& b);
bool same_bits(const edit::EditState& a, const edit::EditState& b);

}  // namespace mmd::test
