#include "assets/archive_path.h"

#include <system_error>

#include "assets/file_set.h"

namespace mmd {

std::optional<ArchivePath> archive_path(std::string_view name) {
  std::error_code ignored;
  if (std::filesystem::exists(path_from_utf8(name), ignored)) return std::nullopt;
  constexpr std::string_view slashes = "/\\";
  for (std::size_t slash = name.find_first_of(slashes, 1); slash < name.size();
       slash = name.find_first_of(slashes, slash + 1)) {
    const std::string_view front = name.substr(0, slash);
    if (!std::filesystem::is_regular_file(path_from_utf8(front), ignored)) continue;
    const std::size_t member = name.find_first_not_of(slashes, slash);
    if (member == std::string_view::npos) return std::nullopt;
    return ArchivePath{std::string(front), std::string(name.substr(member))};
  }
  return std::nullopt;
}

std::filesystem::path folder_on_disk(std::string_view name) {
  const auto in_archive = archive_path(name);
  return path_from_utf8(in_archive ? std::string_view(in_archive->archive) : name).parent_path();
}

}  // namespace mmd
