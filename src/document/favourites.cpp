#include "document/favourites.h"

#include <system_error>

#include "assets/file_set.h"
#include "document/user_folders.h"

namespace mmd {

std::string Favourites::absolute(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(path_from_utf8(file), error);
  return error ? file : to_utf8(path.lexically_normal());
}

std::filesystem::path default_favourites_file() {
  const auto folder = user_folder(UserFolder::data);
  return folder.empty() ? folder : folder / "favourites";
}

}  // namespace mmd
