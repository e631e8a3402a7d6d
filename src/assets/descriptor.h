#pragma once

// What standard streams cannot do with files: locks, files that must be new, replacing, the disk's word. Each
// system has its own file. Descriptors are the C library's; where a call fails, errno says why.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>

#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd {

/// An open file; -1: none. Closes it.
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
  new_file,  ///< written; fails if there is a file of that name
  append,    ///< read, and written at its end; made if it is missing
  holding,   ///< locked and nothing else; made if it is missing, for its owner alone; links are not followed
  removal    ///< locked and removed; does not wait for a pipe
};
/// Other programs may read, write, rename and remove the file meanwhile. They do not inherit it.
Descriptor open_file(const std::filesystem::path& path, OpenFor purpose);

enum class LockState : std::uint8_t {
  taken,
  held_elsewhere,  ///< by another descriptor, perhaps of this process
  unavailable      ///< the file system has no locks
};
/// Locks a file against other programs that lock it, until the descriptor is closed or unlock_file(). The
/// system unlocks it when the process ends.
LockState try_to_lock(const Descriptor& file);
/// Waits for the lock. Does nothing where the file system has none.
void lock_file(const Descriptor& file);
void unlock_file(const Descriptor& file);

/// Writes all bytes, at the end if the file was opened to append.
bool write_all(const Descriptor& file, ByteSpan bytes);
/// Returns how many bytes were read, 0 at the end, -1 on an error. May move the file's position.
std::ptrdiff_t read_at(const Descriptor& file, char* to, std::size_t size, std::int64_t offset);
/// Of a regular file; 0 for others.
std::int64_t size_of_file(const Descriptor& file);
/// Shortens a file.
bool truncate_file(const Descriptor& file, std::int64_t size);

/// Whether an open file has no name any longer.
bool is_removed(const Descriptor& file);
/// Removes a file, which may be open.
bool remove_file(const std::filesystem::path& path);
/// Gives a file the rights of the one that it will replace, and its owner and group where that is allowed.
void take_rights(const Descriptor& file, const std::filesystem::path& path,
                 const std::filesystem::path& replaced);
/// Waits until the file outlasts a loss of power. File systems that cannot promise it are no error.
bool sync_to_disk(const Descriptor& file);
/// Renames a file, which may be open, and replaces what has the name. `lasting`: the name, too, outlasts a
/// loss of power if the file system can promise it.
bool rename_over(const std::filesystem::path& from, const std::filesystem::path& to, Lasting lasting);

/// What to do about a file that is larger than the system allows.
extern const char* const file_too_large_hint;

}  // namespace mmd
