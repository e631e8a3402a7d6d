// The trash of the user's home (FreeDesktop.org Trash specification 1.0).
#include <cerrno>
#include <ctime>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/file_uri.h"
#include "library/library_store.h"
#include "library/trash.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  if (localtime_r(&now, &local) == nullptr) return "1970-01-01T00:00:00";
  char text[32] = {};
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &local);
  return text;
}

/// Whether this call has created the file.
bool create_new(const fs::path& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return false;
  ::close(file);
  return true;
}

/// The file in its place of the trash; across file systems it is copied.
bool move_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (!error) return true;
  if (error != std::errc::cross_device_link) return false;
  if (fs::copy_file(from, to, error) && fs::remove(from, error)) return true;
  std::error_code ignored;
  if (error != std::errc::file_exists) fs::remove(to, ignored);
  return false;
}

}  // namespace

Result<void> move_to_trash(const fs::path& file) {
  const fs::path data = user_folder(UserFolder::data).parent_path();
  std::error_code error;
  const fs::path whole = fs::absolute(file, error);
  if (data.empty() || error) return fail("no trash found", "set HOME or XDG_DATA_HOME");
  const fs::path files = data / "Trash" / "files", infos = data / "Trash" / "info";
  fs::create_directories(files, error);
  if (!error) fs::create_directories(infos, error);
  if (error) return fail("the trash cannot be used: " + error.message());
  const std::string stem = to_utf8(whole.stem()), extension = to_utf8(whole.extension());
  const std::string note = fmt::format("[Trash Info]\nPath={}\nDeletionDate={}\n",
                                       percent_encoded(to_utf8(whole), "-_.~/"), time_now());
  constexpr int most = 10'000;
  for (int i = 1; i < most; ++i) {
    const std::string name = (i == 1 ? stem : fmt::format("{}.{}", stem, i)) + extension;
    const fs::path info = infos / path_from_utf8(name + ".trashinfo");
    if (fs::exists(files / path_from_utf8(name), error)) continue;
    if (!create_new(info)) {
      if (errno != EEXIST) break;
      continue;
    }
    const auto written = write_file_atomically(info, as_byte_span(note));
    if (written && move_file(whole, files / path_from_utf8(name))) return {};
    fs::remove(info, error);
    break;
  }
  return fail(to_utf8(file.filename()) + " cannot be moved to the trash", "delete it in the file manager");
}

}  // namespace mmd
