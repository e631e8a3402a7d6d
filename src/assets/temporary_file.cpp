#include "assets/temporary_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "assets/descriptor.h"
#include "assets/file_set.h"
#include "assets/system_files.h"
#include "base/errors.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view temporary_begin = ".mmdview-", temporary_end = ".tmp";

/// Opens and locks a new file; the lock shows that its process is alive. -1: see errno.
Descriptor open_locked(const fs::path& path) {
  Descriptor file = open_file(path, OpenFor::new_file);
  if (!file) return file;
  if (try_to_lock(file) != LockState::held_elsewhere && !is_removed(file)) return file;
  // Another process removed it as a leftover before it was locked.
  remove_file(path);
  file.close();
  errno = ENOENT;
  return file;
}

bool is_temporary(const std::string& name) {
  return name.rfind(temporary_begin, 0) == 0 && name.size() > temporary_end.size() &&
         name.compare(name.size() - temporary_end.size(), temporary_end.size(), temporary_end) == 0;
}

/// Locks the file until it is removed, so that a process that has just created it notices.
bool remove_abandoned(const fs::path& path) {
  const Descriptor file = open_file(path, OpenFor::removal);
  return file && try_to_lock(file) == LockState::taken && remove_file(path);
}

}  // namespace

Diagnostic cannot_write(int error) {
  if (error == EBUSY)
    return make_error("cannot be written: another program has it open", "close the file there");
  std::string hint;
  bool is_full = error == ENOSPC;
#ifdef EDQUOT
  is_full = is_full || error == EDQUOT;
#endif
  if (is_full) hint = "free some space or write to another disk";
  if (error == EFBIG) hint = file_too_large_hint;
  if (error == EACCES || error == EPERM || error == EROFS) hint = "choose a folder that you may write to";
  return make_error(fmt::format("cannot be written: {}", std::generic_category().message(error)),
                    std::move(hint));
}

Result<TemporaryFile> TemporaryFile::create(const fs::path& path) {
  constexpr int max_tries = 4;
  thread_local std::mt19937_64 random{std::random_device{}()};
  std::error_code error;
  if (fs::is_directory(path, error)) return fail("is a folder, not a file", "name a file inside it");
  if (is_reserved_name(path)) return fail(reserved_name());
  TemporaryFile out;
  out.path_ = path;
  for (int tries = 0; tries < max_tries; ++tries) {
    out.temporary_ =
        path.parent_path() / fmt::format("{}{:016x}{}", temporary_begin, random(), temporary_end);
    out.file_ = open_locked(out.temporary_);
    if (out.file_) {
      out.unfinished_ = std::make_unique<UnfinishedFile>(out.temporary_);
      return out;
    }
    if (errno != ENOENT) break;
    if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
    errno = ENOENT;
  }
  return fail(cannot_write(errno));
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept = default;

TemporaryFile& TemporaryFile::operator=(TemporaryFile&& other) noexcept {
  drop();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  unfinished_ = std::move(other.unfinished_);
  file_ = std::move(other.file_);
  return *this;
}

TemporaryFile::~TemporaryFile() {
  drop();
}

void TemporaryFile::drop() {
  if (!file_) return;
  remove_file(temporary_);
  file_.close();
  unfinished_.reset();
}

Result<void> TemporaryFile::write(ByteSpan bytes) {
  if (!write_all(file_, bytes)) return fail(cannot_write(errno));
  return {};
}

Result<void> TemporaryFile::commit(Lasting lasting) {
  take_rights(file_, temporary_, path_);
  if ((lasting == Lasting::yes && !sync_to_disk(file_)) || !rename_over(temporary_, path_, lasting))
    return fail(cannot_write(errno));
  file_.close();
  unfinished_.reset();
  return {};
}

Result<void> replace_file(const fs::path& path, ByteSpan bytes, Lasting lasting) {
  MMD_TRY(auto file, TemporaryFile::create(path));
  MMD_TRY(file.write(bytes));
  return file.commit(lasting);
}

std::size_t remove_leftovers(const fs::path& folder, LeftoversIn where) {
  std::vector<fs::path> found;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (where == LeftoversIn::folder_alone) entry.disable_recursion_pending();
    if (is_temporary(to_utf8(entry->path().filename()))) found.push_back(entry->path());
  }
  std::size_t removed = 0;
  for (const fs::path& path : found)
    if (remove_abandoned(path)) ++removed;
  return removed;
}

namespace {

using PathLetter = std::filesystem::path::value_type;

/// The paths of unfinished files, for the signal handler: no strings, no locks. Who takes a path out of its
/// slot removes the file or frees the path.
std::array<std::atomic<const PathLetter*>, 1024> unfinished_paths{};
static_assert(std::atomic<const PathLetter*>::is_always_lock_free);

}  // namespace

extern "C" {
/// Ends the program as the signal would have, so that shells stop their loops.
static void end_interrupted(int signal) {
  for (auto& slot : unfinished_paths)
    if (const PathLetter* path = slot.exchange(nullptr)) remove_in_signal_handler(path);
  end_as_signal(signal);
}
}

UnfinishedFile::UnfinishedFile(const std::filesystem::path& path)
    : path_(std::make_unique<std::filesystem::path::string_type>(path.native())) {
  for (std::size_t i = 0; i < unfinished_paths.size(); ++i) {
    const PathLetter* expected = nullptr;
    if (!unfinished_paths[i].compare_exchange_strong(expected, path_->c_str())) continue;
    slot_ = i;
    return;
  }
}

UnfinishedFile::~UnfinishedFile() {
  if (!slot_) return;
  // The handler of another thread may use the path until the program ends.
  if (unfinished_paths[*slot_].exchange(nullptr) == nullptr) static_cast<void>(path_.release());
}

void remove_unfinished_file_on_interrupt() {
  outlive_file_size_limit();
  for (const int signal : ending_signals()) {
    if (std::signal(signal, end_interrupted) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

}  // namespace mmd
