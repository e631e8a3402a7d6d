#include "app/last_folder.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "assets/file_set.h"
#include "assets/image.h"

namespace mmd {
namespace {

constexpr std::uint64_t longest_path = 32768;

/// A folder that a variable names; relative ones do not count (XDG base directories).
std::filesystem::path folder_from(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path folder = path_from_utf8(value != nullptr ? value : "");
  return folder.is_absolute() ? folder : std::filesystem::path();
}

}  // namespace

std::filesystem::path last_folder_file() {
  std::filesystem::path state = folder_from("XDG_STATE_HOME");
  if (state.empty()) {
    const std::filesystem::path home = folder_from("HOME");
    if (home.empty()) return {};
    state = home / ".local" / "state";
  }
  return state / "mmdview" / "last-folder";
}

std::optional<std::filesystem::path> read_last_folder(const std::filesystem::path& file) {
  if (file.empty()) return std::nullopt;
  const auto bytes = read_file(file, longest_path);
  if (!bytes) return std::nullopt;
  std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (text.empty() || text.back() != '\n' || text.find('\0') != std::string_view::npos) return std::nullopt;
  text.remove_suffix(1);
  const std::filesystem::path folder = path_from_utf8(text);
  if (!folder.is_absolute()) return std::nullopt;
  return folder;
}

void write_last_folder(const std::filesystem::path& file, const std::filesystem::path& folder) {
  if (file.empty()) return;
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(folder.empty() ? "." : folder, error);
  if (error || read_last_folder(file) == whole) return;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error) return;
  const std::string text = to_utf8(whole) + "\n";
  const auto* begin = reinterpret_cast<const std::byte*>(text.data());
  static_cast<void>(write_file_atomically(file, ByteSpan(begin, text.size())));
}

}  // namespace mmd
