// The machine's name and paths of URIs on POSIX.
#include <array>

#include <unistd.h>

#include "base/file_uri.h"

namespace mmd {

std::string host_name() {
  std::array<char, 256> name{};  // the last byte stays zero: gethostname() need not end a longer name
  if (gethostname(name.data(), name.size() - 1) != 0) return {};
  return name.data();
}

std::string path_on_this_system(std::string path) {
  return path;
}

}  // namespace mmd
