#pragma once

// Tools for motion files, without a model. Values stay in MMD's left-handed space. Keys that a tool does not
// change keep their bytes, their order and their curves; a tool that has nothing to change gives the same
// file.

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/result.h"
#include "formats/vmd.h"
#include "formats/vpd.h"

namespace mmd {

/// The frames `first` to `last`, moved so that `first` becomes frame 0. A track without a key at a border
/// gets one there with the motion's value, and curves that a border divides are divided. Control points are
/// whole numbers of 1/127, so frames within the divided way may differ by up to 1 % of the way between its
/// keys; where the part of a curve is no curve of its own, keys are added until that holds. Error: `last`
/// before `first`.
Result<vmd::File> cut(const vmd::File& motion, std::uint32_t first, std::uint32_t last);

/// All keys moved by `frames`. Errors: a key would come before frame 0 or behind the last possible frame.
Result<vmd::File> shifted(const vmd::File& motion, std::int64_t frames);

/// The motion at `speed` times its speed: frames divided by `speed`, rounded to the nearest. Of several keys
/// of a track that fall on one frame the last stays. `dropped`: the number of the others. Camera keys one
/// frame apart are a cut, which stays one: a copy of the first key is added before the second. Errors:
/// `speed` is not above 0; a key would come behind the last possible frame.
Result<vmd::File> retimed(const vmd::File& motion, double speed, std::size_t& dropped);

/// Mirrors a motion, left and right, as mirrored() does a pose: names of bones, morphs and IK bones, position
/// x, rotation y and z; also camera and light.
vmd::File mirrored(const vmd::File& motion);

/// All keys of the motions, at least one. Of keys of one track at one frame, that of the last motion counts;
/// states of IK that it does not name stay. `replaced`: the number of the others. The model's name is the
/// first motion's.
vmd::File merged(std::span<const vmd::File> motions, std::size_t& replaced);

/// The poses as keys, `every` frames apart, with straight curves. Bones and morphs that a pose does not
/// mention are at rest there. Names are cut at VMD's 15 bytes, as MMD cuts them. Errors: no poses; a name
/// that CP932 lacks.
Result<vmd::File> sequence_of(std::span<const vpd::File> poses, std::uint32_t every);

}  // namespace mmd
