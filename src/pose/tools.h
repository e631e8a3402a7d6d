#pragma once

// Tools for poses as files. Values stay in MMD's left-handed space; a bone that a pose does not mention is at
// rest, a morph has weight 0, and of several blocks of one name the last counts. What comes out is in the
// form MMD writes: CP932, with the number of blocks; order is that of first appearance. None of them needs a
// model.

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "base/result.h"
#include "formats/vpd.h"

namespace mmd {

/// The name of the other side: 左 and 右 swapped wherever they stand (not in 左右, which is both), Left and
/// Right as words of their own, L and R set off by a separator or Japanese text; ウィンク and ウィンク右, the
/// standard morphs of which only one names its side.
std::string mirrored_name(std::string_view name);

/// The same for a morph, where some names are known to be there: models have either ウィンク and ウィンク右
/// or ウィンク左 and ウィンク右, and one with the latter says so.
std::string mirrored_morph_name(const std::string& name,
                                const std::function<bool(const std::string&)>& is_there);

/// The pose as in a mirror (left and right swapped): names, position x, rotation y and z. Applied twice it
/// gives the same bits, but for a ウィンク左 without a ウィンク右 in the pose.
vpd::File mirrored(const vpd::File& pose);

/// The mean of poses by weight: positions and morphs linearly, two rotations on the shortest arc, more by
/// their normalised sum. Weights are divided by their sum; poses of weight 0 are as if they were not there,
/// and the only other pose comes out as it is. The model's name is the first pose's. Errors: no poses,
/// another number of weights, a weight that is negative or not finite, all zero.
Result<vpd::File> blended(std::span<const vpd::File> poses, std::span<const float> weights);

/// What has to be laid over `from` to get `to`: the bones and morphs that differ, as they are in `to`.
vpd::File difference(const vpd::File& to, const vpd::File& from);

/// `over` laid over `under`: what it mentions is replaced, the rest stays.
vpd::File merged(const vpd::File& under, const vpd::File& over);
/// The same with only the bones and morphs of those names, which go to rest if `over` does not mention them.
vpd::File replaced(const vpd::File& under, const vpd::File& over, std::span<const std::string> names);

/// Of poses that are each laid over the one before: of how many more than half of what they mention is
/// replaced by those after them.
std::size_t mostly_replaced(std::span<const vpd::File> poses);

/// The pose with the bones and morphs of those names at rest. They stay mentioned, so that the pose moves
/// them back where it is laid over another.
vpd::File reset(const vpd::File& pose, std::span<const std::string> names);

}  // namespace mmd
