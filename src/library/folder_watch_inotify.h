#pragma once

#include <span>

namespace mmd {

/// Of what inotify(7) wrote, whole events: whether any of them is a change. That a folder is watched no
/// longer, which taking a watch away tells too, is none.
bool tells_of_change(std::span<const char> events);

}  // namespace mmd
