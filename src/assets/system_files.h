#pragma once

// What only the system can do to files. Within assets/.

#include <filesystem>
#include <span>

namespace mmd {

/// Gives a new file the mode of the one that it is to replace, and its owner and group where that is allowed.
void take_after(const std::filesystem::path& fresh, const std::filesystem::path& old);

/// The signals that end a program from outside, unless it asked for something else.
std::span<const int> ending_signals();

}  // namespace mmd
