#pragma once

// File operations that standard streams lack: locks, exclusive creation, replacement, flushing to the disk.
// One source file per system. Descriptors are the C library's; a failed call sets errno.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd {

/// Owns an open file and closes it; -1: none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { close(); }
  int value() const { return value_; }
  explicit operator bool() const { return value_ >= 0; }
  void close();

 private:
  int value_ = -1;
};

enum class OpenFor : std::uint8_t {
  new_file,  ///< for writing; fails if the file exists
  append,    ///< for reading, and writing at the end; created if missing; follows no links
  holding,   ///< for locking only; created if missing, for the owner only; follows no links
  removal,   ///< for locking and removing; does not block on a pipe
  stream     ///< for writing to a device or pipe; fails if it is a regular file
};
/// Other programs may read, write, rename and remove the open file. Child processes do not inherit it.
Descriptor open_file(const std::filesystem::path& path, OpenFor purpose);

enum class LockState : std::uint8_t {
  taken,
  held_elsewhere,  ///< locked by another descriptor, perhaps of this process
  unavailable      ///< the file system has no locks
};
/// Locks a file against other programs that lock it, until the descriptor is closed or unlock_file(). The
/// system unlocks it when the process ends.
LockState try_to_lock(const Descriptor& file);
/// Waits for the lock. Does nothing on file systems without locks.
void lock_file(const Descriptor& file);
void unlock_file(const Descriptor& file);

/// Writes all bytes, at the end if the file was opened to append.
bool write_all(const Descriptor& file, ByteSpan bytes);
/// Returns the number of bytes read: 0 at the end, -1 on an error. May move the file's position.
std::ptrdiff_t read_at(const Descriptor& file, char* to, std::size_t size, std::int64_t offset);
/// The size of a regular file in bytes; 0 for other files.
std::int64_t size_of_file(const Descriptor& file);
/// Shortens a file.
bool truncate_file(const Descriptor& file, std::int64_t size);

/// Whether an open file has been removed.
bool is_removed(const Descriptor& file);
/// Removes a file, which may be open.
bool remove_file(const std::filesystem::path& path);
/// Copies the permissions of the file to be replaced, and its owner and group if allowed.
void take_rights(const Descriptor& file, const std::filesystem::path& path,
                 const std::filesystem::path& replaced);
/// Waits until the file is on the disk. Not an error on file systems that cannot flush.
bool sync_to_disk(const Descriptor& file);
/// Renames a file, which may be open, and replaces an existing one. `lasting`: also flushes the folder, if
/// the file system can.
bool rename_over(const std::filesystem::path& from, const std::filesystem::path& to, Lasting lasting);

/// The hint for a file that is larger than the system allows.
extern const char* const file_too_large_hint;

}  // namespace mmd
