#include "document/favourites.h"

#include <sstream>
#include <system_error>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "document/user_folders.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest = 16u << 20;

}  // namespace

Favourites::Favourites(std::filesystem::path file) : file_(std::move(file)) {
  read();
}

std::string Favourites::absolute(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(path_from_utf8(file), error);
  return error ? file : to_utf8(path.lexically_normal());
}

void Favourites::read() {
  if (file_.empty()) return;
  const auto bytes = read_file(file_, largest);
  if (!bytes) return;  // there are none yet
  files_.clear();
  std::istringstream lines{std::string(as_text(*bytes))};
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) files_.insert(line);
}

Result<void> Favourites::set(const std::string& file, bool favourite) {
  read();
  if (favourite) {
    files_.insert(absolute(file));
  } else {
    files_.erase(absolute(file));
  }
  if (file_.empty()) return {};
  std::error_code ignored;  // writing says it
  std::filesystem::create_directories(file_.parent_path(), ignored);
  std::string text;
  for (const std::string& line : files_) text += line + "\n";
  auto written = write_file_atomically(file_, as_byte_span(text));
  if (!written) file_.clear();  // what it holds must not undo what is set here
  return written;
}

std::filesystem::path default_favourites_file() {
  const auto folder = user_folder(UserFolder::data);
  return folder.empty() ? folder : folder / "favourites";
}

}  // namespace mmd
