#pragma once

#include <string>
#include <vector>

namespace mmd {

/// The names of one archive, in whatever they were written, as UTF-8. What is valid UTF-8 stays. The others
/// are of one encoding: CP932, unless some of them are impossible in it, or it reads them as nothing but rare
/// characters, while GBK or Big5 make common ones of them. What none can read becomes CP932 with U+FFFD.
std::vector<std::string> decode_names(std::vector<std::string> names);

}  // namespace mmd
