#pragma once

// Tools for pose files, without a model. Values stay in MMD's left-handed space. A bone that a pose does not
// mention is at rest, a morph has weight 0; of several blocks of one name the last counts. Results have MMD's
// form: CP932, with the number of blocks, in order of first appearance.

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "base/result.h"
#include "formats/vpd.h"

namespace mmd {

/// The name of the other side: swaps 左 and 右 (not in 左右, "both"), the words Left and Right, L and R next
/// to a separator or Japanese text, and the standard morphs ウィンク and ウィンク右. A name without a side
/// stays.
std::string mirrored_name(std::string_view name);

/// The same for a morph; `is_there` tells which names exist, because models have either ウィンク or
/// ウィンク左 with ウィンク右.
std::string mirrored_morph_name(const std::string& name,
                                const std::function<bool(const std::string&)>& is_there);

/// Mirrors a pose, left and right: names, position x, rotation y and z. Applied twice it gives the same bits,
/// except for a ウィンク左 without a ウィンク右 in the pose.
vpd::File mirrored(const vpd::File& pose);

/// The weighted mean of poses: positions and morphs linearly, two rotations by slerp on the shortest path,
/// more by their normalised sum. Divides weights by their sum; ignores poses of weight 0; a single remaining
/// pose does not change. The model's name is the first pose's. Errors: no poses, another number of weights, a
/// weight that is negative or not finite, all weights zero.
Result<vpd::File> blended(std::span<const vpd::File> poses, std::span<const float> weights);

/// The pose that merged() over `from` gives `to`: the bones and morphs that differ, with the values of `to`.
vpd::File difference(const vpd::File& to, const vpd::File& from);

/// `under` with the bones and morphs of `over` replaced.
vpd::File merged(const vpd::File& under, const vpd::File& over);
/// The same for only the bones and morphs `names`, which go to rest if `over` does not mention them.
vpd::File replaced(const vpd::File& under, const vpd::File& over, std::span<const std::string> names);

/// The number of poses, merged in this order, of which later ones replace more than half of the bones and
/// morphs.
std::size_t mostly_replaced(std::span<const vpd::File> poses);

/// Only the bones and morphs `names` of the pose.
vpd::File extracted(const vpd::File& pose, std::span<const std::string> names);

/// The pose with the bones and morphs `names` at rest. The result still mentions them, so that merged()
/// resets them.
vpd::File reset(const vpd::File& pose, std::span<const std::string> names);

}  // namespace mmd
