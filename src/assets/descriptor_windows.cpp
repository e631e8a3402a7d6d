// Files by descriptors on Windows: the C library's descriptors stand for handles that share everything with
// other programs, as files do on POSIX.
#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <new>
#include <system_error>
#include <vector>

#include <aclapi.h>
#include <fcntl.h>
#include <io.h>

#include "assets/descriptor.h"
#include "base/windows_api.h"

namespace mmd {
namespace {

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

HANDLE handle_of(const Descriptor& file) {
  return reinterpret_cast<HANDLE>(_get_osfhandle(file.value()));
}

bool succeeded(BOOL done) {
  if (!done) windows::set_errno();
  return done != FALSE;
}

/// The byte that represents the lock of the whole file. It lies far beyond the end, because a lock blocks
/// reading and writing of its range.
OVERLAPPED locked_byte() {
  OVERLAPPED out{};
  out.OffsetHigh = 0x7fffffff;
  return out;
}

OVERLAPPED at_offset(std::int64_t offset) {
  OVERLAPPED out{};
  out.Offset = static_cast<DWORD>(offset & 0xffffffff);
  out.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return out;
}

/// Virus scanners and indexers open new files for a moment; replacing succeeds a little later.
template <class Function>
bool try_repeatedly(Function&& deed) {
  constexpr int max_tries = 10;
  for (int tries = 1;; ++tries) {
    if (deed()) return true;
    const DWORD error = GetLastError();
    const bool passes = error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED ||
                        error == ERROR_LOCK_VIOLATION || error == ERROR_USER_MAPPED_FILE;
    if (!passes || tries == max_tries) {
      SetLastError(error);
      return false;
    }
    Sleep(static_cast<DWORD>(10 * tries));
  }
}

/// As POSIX renames: other programs may have both files open. Windows 10 1607 and later, on NTFS.
bool rename_as_posix(const std::filesystem::path& from, const std::filesystem::path& to, Lasting lasting) {
  const DWORD access = DELETE | SYNCHRONIZE | (lasting == Lasting::yes ? GENERIC_WRITE : 0);
  const windows::Handle file(CreateFileW(from.c_str(), access, share_all, nullptr, OPEN_EXISTING,
                                         FILE_FLAG_OPEN_REPARSE_POINT, nullptr));
  std::error_code error;
  const std::wstring name = std::filesystem::absolute(to, error).make_preferred().native();
  if (!file || error) return false;
  // FILE_RENAME_INFO with flags, which older headers do not have: flags, the folder's handle, the name.
  struct Rename {
    DWORD flags;
    HANDLE folder;
    DWORD name_bytes;
    wchar_t name[1];
  };
  constexpr DWORD replace_if_exists = 1, posix_semantics = 2;
  constexpr auto rename_info_ex = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);
  std::vector<std::byte> memory(sizeof(Rename) + name.size() * sizeof(wchar_t));
  auto* const wanted = new (memory.data()) Rename{
      replace_if_exists | posix_semantics, nullptr, static_cast<DWORD>(name.size() * sizeof(wchar_t)), {}};
  std::copy(name.begin(), name.end(), wanted->name);
  if (!SetFileInformationByHandle(file.get(), rename_info_ex, wanted, static_cast<DWORD>(memory.size())))
    return false;
  if (lasting == Lasting::yes) FlushFileBuffers(file.get());
  return true;
}

}  // namespace

const char* const file_too_large_hint = "write to a disk that holds larger files (FAT32 holds up to 4 GiB)";

void Descriptor::close() {
  if (value_ >= 0) _close(std::exchange(value_, -1));
}

Descriptor open_file(const std::filesystem::path& path, OpenFor purpose) {
  DWORD access = GENERIC_READ | GENERIC_WRITE, how = OPEN_ALWAYS, flags = FILE_ATTRIBUTE_NORMAL;
  if (purpose == OpenFor::new_file) how = CREATE_NEW;
  const bool follows_links = purpose != OpenFor::holding && purpose != OpenFor::append;
  if (!follows_links) flags |= FILE_FLAG_OPEN_REPARSE_POINT;
  if (purpose == OpenFor::stream) {
    access = GENERIC_WRITE;
    how = OPEN_EXISTING;
  }
  if (purpose == OpenFor::removal) {
    access = GENERIC_READ;
    how = OPEN_EXISTING;
  }
  windows::Handle file(CreateFileW(path.c_str(), access, share_all, nullptr, how, flags, nullptr));
  if (!file) {
    windows::set_errno();
    return {};
  }
  BY_HANDLE_FILE_INFORMATION about{};
  if (!follows_links && GetFileInformationByHandle(file.get(), &about) &&
      (about.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
    errno = ELOOP;
    return {};
  }
  if (purpose == OpenFor::stream && GetFileType(file.get()) == FILE_TYPE_DISK) {
    errno = EEXIST;  // it has been replaced since it was looked at
    return {};
  }
  const int mode = _O_BINARY | _O_NOINHERIT | (purpose == OpenFor::removal ? _O_RDONLY : _O_RDWR) |
                   (purpose == OpenFor::append ? _O_APPEND : 0);
  const int out = _open_osfhandle(reinterpret_cast<intptr_t>(file.get()), mode);
  if (out >= 0) file.release();
  return Descriptor(out);
}

LockState try_to_lock(const Descriptor& file) {
  OVERLAPPED byte = locked_byte();
  if (LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &byte))
    return LockState::taken;
  const DWORD error = GetLastError();
  windows::set_errno();
  return error == ERROR_LOCK_VIOLATION || error == ERROR_IO_PENDING ? LockState::held_elsewhere
                                                                    : LockState::unavailable;
}

void lock_file(const Descriptor& file) {
  OVERLAPPED byte = locked_byte();
  LockFileEx(handle_of(file), LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &byte);
}

void unlock_file(const Descriptor& file) {
  OVERLAPPED byte = locked_byte();
  UnlockFileEx(handle_of(file), 0, 1, 0, &byte);
}

bool write_all(const Descriptor& file, ByteSpan bytes) {
  constexpr std::size_t max_at_once = std::size_t{1} << 30;
  while (!bytes.empty()) {
    // The descriptor knows whether the file was opened to append.
    const int written =
        _write(file.value(), bytes.data(), static_cast<unsigned>(std::min(bytes.size(), max_at_once)));
    if (written == 0) errno = ENOSPC;
    if (written <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return true;
}

std::ptrdiff_t read_at(const Descriptor& file, char* to, std::size_t size, std::int64_t offset) {
  OVERLAPPED from = at_offset(offset);
  DWORD got = 0;
  if (ReadFile(handle_of(file), to, static_cast<DWORD>(size), &got, &from)) return got;
  if (GetLastError() == ERROR_HANDLE_EOF) return 0;
  windows::set_errno();
  return -1;
}

std::int64_t size_of_file(const Descriptor& file) {
  LARGE_INTEGER size{};
  const bool is_on_disk = GetFileType(handle_of(file)) == FILE_TYPE_DISK;
  return is_on_disk && GetFileSizeEx(handle_of(file), &size) ? size.QuadPart : 0;
}

bool truncate_file(const Descriptor& file, std::int64_t size) {
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = size;
  return succeeded(SetFileInformationByHandle(handle_of(file), FileEndOfFileInfo, &end, sizeof end));
}

bool is_removed(const Descriptor& file) {
  FILE_STANDARD_INFO about{};
  return !GetFileInformationByHandleEx(handle_of(file), FileStandardInfo, &about, sizeof about) ||
         about.DeletePending || about.NumberOfLinks == 0;
}

bool remove_file(const std::filesystem::path& path) {
  return succeeded(DeleteFileW(path.c_str()));
}

void take_rights(const Descriptor& /*file*/, const std::filesystem::path& path,
                 const std::filesystem::path& replaced) {
  const DWORD was = GetFileAttributesW(replaced.c_str());
  if (was == INVALID_FILE_ATTRIBUTES) return;
  if ((was & FILE_ATTRIBUTE_HIDDEN) != 0) SetFileAttributesW(path.c_str(), FILE_ATTRIBUTE_HIDDEN);
  // The new file has inherited the same permissions from its folder.
  PACL list = nullptr;
  PSECURITY_DESCRIPTOR rights = nullptr;
  if (GetNamedSecurityInfoW(replaced.c_str(), SE_FILE_OBJECT, DACL_SECURITY_INFORMATION, nullptr, nullptr,
                            &list, nullptr, &rights) != ERROR_SUCCESS)
    return;
  SECURITY_DESCRIPTOR_CONTROL control = 0;
  DWORD revision = 0;
  if (GetSecurityDescriptorControl(rights, &control, &revision) && (control & SE_DACL_PROTECTED) != 0) {
    std::wstring name = path.native();
    SetNamedSecurityInfoW(name.data(), SE_FILE_OBJECT,
                          DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION, nullptr, nullptr,
                          list, nullptr);
  }
  LocalFree(rights);
}

bool sync_to_disk(const Descriptor& file) {
  if (FlushFileBuffers(handle_of(file))) return true;
  windows::set_errno();
  return errno == EINVAL || errno == ENOSYS || errno == EROFS;
}

bool rename_over(const std::filesystem::path& from, const std::filesystem::path& to, Lasting lasting) {
  if (rename_as_posix(from, to, lasting)) return true;
  const DWORD flags = MOVEFILE_REPLACE_EXISTING | (lasting == Lasting::yes ? MOVEFILE_WRITE_THROUGH : 0);
  if (succeeded(try_repeatedly([&] { return MoveFileExW(from.c_str(), to.c_str(), flags) != FALSE; })))
    return true;
  // "Access denied" may mean that another program has the file open.
  const int error = errno;
  const windows::Handle file(CreateFileW(to.c_str(), DELETE, share_all, nullptr, OPEN_EXISTING, 0, nullptr));
  errno = !file && GetLastError() == ERROR_SHARING_VIOLATION ? EBUSY : error;
  return false;
}

}  // namespace mmd
