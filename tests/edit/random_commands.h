#pragma once

#include <random>

#include "edit/command.h"

namespace mmd::test {

/// A figure for every command: sides, a side without its counterpart (左飾り), two bones of one name
/// (首), bones with fixed axes (左腕捩, 右腕捩), one that may not be moved (頭), one that may not be turned
/// (台), legs with IK and append, morphs with and without sides.
std::shared_ptr<const Model> puppet();

/// A valid command of that kind that most probably changes something.
edit::Command random_command(std::mt19937& random, const Model& model, edit::CommandKind kind);
/// Of any kind.
edit::Command random_command(std::mt19937& random, const Model& model);

quat random_rotation(std::mt19937& random);
/// Sets every bone and morph to random values.
Pose random_pose(std::mt19937& random, const Model& model);

/// Compares bits, including the sign of zeros.
bool same_bits(const Pose& a, const Pose& b);
bool same_bits(const edit::EditState& a, const edit::EditState& b);

}  // namespace mmd::test
