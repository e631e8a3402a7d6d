#pragma once

#include <cstdint>
#include <filesystem>

namespace mmd {

/// Where a person's programs keep things (XDG Base Directory Specification).
enum class UserFolder : std::uint8_t { config, data, cache, state };

/// The folder of this program there, which need not exist. Empty: neither the variable nor HOME is set.
/// Variables that hold no absolute path do not count.
std::filesystem::path user_folder(UserFolder which);

}  // namespace mmd
