// The program's file by /proc of Linux; other systems without it do not tell.
#include <filesystem>
#include <system_error>

#include "document/sample.h"

namespace mmd {

std::filesystem::path program_file() {
  std::error_code error;
  auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : program;
}

}  // namespace mmd
