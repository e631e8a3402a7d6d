// Links, identities, reserved names and signals on Windows.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <io.h>

#include "assets/system_files.h"
#include "base/windows_api.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr DWORD share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
/// Exit status of a program that Ctrl-C ended (STATUS_CONTROL_C_EXIT): cmd.exe then asks whether to go on.
constexpr UINT interrupted_status = 0xc000013a;

/// Opens a file or folder to query it. Follows links, unless `flags` has FILE_FLAG_OPEN_REPARSE_POINT.
windows::Handle open_to_ask(const fs::path& path, DWORD flags = 0) {
  return windows::Handle(CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES, share_all, nullptr, OPEN_EXISTING,
                                     FILE_FLAG_BACKUP_SEMANTICS | flags, nullptr));
}

/// The path of an open file without links; empty if unknown. Omits "\\?\" if the path works without it.
fs::path final_path(HANDLE file) {
  std::wstring out(MAX_PATH, L'\0');
  for (;;) {
    const DWORD size = GetFinalPathNameByHandleW(file, out.data(), static_cast<DWORD>(out.size()),
                                                 FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    if (size == 0) return {};
    const bool fits = size < out.size();
    out.resize(size);
    if (fits) break;
  }
  constexpr std::wstring_view device = L"\\\\?\\", share = L"\\\\?\\UNC\\";
  if (out.starts_with(share)) return L"\\\\" + out.substr(share.size());
  if (out.starts_with(device)) return out.substr(device.size());
  return out;
}

bool is_blank(wchar_t c) {
  return c == L' ' || c == L'.';
}

wchar_t upper(wchar_t c) {
  return c >= L'a' && c <= L'z' ? static_cast<wchar_t>(c - L'a' + L'A') : c;
}

/// CON, PRN, AUX, NUL, COM1 to COM9 and LPT1 to LPT9 are devices in every folder, whatever extension follows.
bool names_device(std::wstring_view name) {
  std::wstring stem(name.substr(0, name.find(L'.')));
  while (!stem.empty() && stem.back() == L' ') stem.pop_back();
  std::transform(stem.begin(), stem.end(), stem.begin(), upper);
  for (const std::wstring_view device : {L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$"})
    if (stem == device) return true;
  const bool has_port = stem.size() == 4 && (stem.starts_with(L"COM") || stem.starts_with(L"LPT"));
  constexpr std::wstring_view ports = L"123456789\u00b9\u00b2\u00b3";
  return has_port && ports.find(stem[3]) != ports.npos;
}

std::FILE* stream_of(windows::Handle file) {
  const int descriptor = _open_osfhandle(reinterpret_cast<intptr_t>(file.get()), _O_RDONLY | _O_BINARY);
  if (descriptor < 0) return nullptr;
  file.release();
  std::FILE* out = _fdopen(descriptor, "rb");
  if (out == nullptr) _close(descriptor);
  return out;
}

/// Shares everything, so that other programs can replace the file while it is read.
windows::Handle open_shared(const fs::path& file) {
  return windows::Handle(CreateFileW(file.c_str(), GENERIC_READ, share_all, nullptr, OPEN_EXISTING,
                                     FILE_FLAG_SEQUENTIAL_SCAN, nullptr));
}

}  // namespace

std::string to_utf8(const fs::path& path) {
  return windows::to_utf8(path.native());
}

std::string with_slashes(const fs::path& path) {
  std::string out = to_utf8(path);
  std::replace(out.begin(), out.end(), '\\', '/');
  return out;
}

fs::path path_from_utf8(std::string_view text) {
  return windows::to_wide(text);
}

std::optional<FileIdentity> file_identity(const fs::path& path) {
  const windows::Handle file = open_to_ask(path);
  BY_HANDLE_FILE_INFORMATION about{};
  if (!file || !GetFileInformationByHandle(file.get(), &about)) return std::nullopt;
  return FileIdentity{about.dwVolumeSerialNumber,
                      (std::uint64_t{about.nFileIndexHigh} << 32) | about.nFileIndexLow};
}

bool is_made_by_kernel(std::FILE* /*file*/) {
  return false;
}

bool stands_for_descriptor(const fs::path& /*path*/) {
  return false;
}

fs::path path_without_links(const fs::path& path, std::error_code& error) {
  error.clear();
  const windows::Handle file = open_to_ask(path);
  if (file) {
    if (fs::path out = final_path(file.get()); !out.empty()) return out;
  }
  error = {windows::errno_of(GetLastError()), std::generic_category()};
  return {};
}

bool is_link(const fs::path& path) {
  const windows::Handle file = open_to_ask(path, FILE_FLAG_OPEN_REPARSE_POINT);
  FILE_ATTRIBUTE_TAG_INFO about{};
  if (!file || !GetFileInformationByHandleEx(file.get(), FileAttributeTagInfo, &about, sizeof about))
    return false;
  // Files that OneDrive has not fetched yet are reparse points as well.
  return (about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         (about.ReparseTag == IO_REPARSE_TAG_SYMLINK || about.ReparseTag == IO_REPARSE_TAG_MOUNT_POINT);
}

std::vector<FolderEntry> entries_in_folder(const fs::path& folder) {
  // Not by the standard library: mingw-w64's lists no folder whose path is longer than 260 characters.
  std::vector<FolderEntry> out;
  WIN32_FIND_DATAW found{};
  const HANDLE search = FindFirstFileExW((folder / L"*").c_str(), FindExInfoBasic, &found,
                                         FindExSearchNameMatch, nullptr, FIND_FIRST_EX_LARGE_FETCH);
  if (search == INVALID_HANDLE_VALUE) return out;
  do {
    const std::wstring_view name = found.cFileName;
    if (name == L"." || name == L".." || (found.dwFileAttributes & FILE_ATTRIBUTE_DEVICE) != 0) continue;
    out.push_back({windows::to_utf8(name), (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0});
  } while (FindNextFileW(search, &found));
  FindClose(search);
  return out;
}

bool case_distinguishes_files() {
  return false;
}

bool is_reserved_name(const fs::path& path) {
  for (const fs::path& part : path.relative_path()) {
    const std::wstring& name = part.native();
    if (name.empty() || name == L"." || name == L"..") continue;
    if (name.find(L':') != name.npos || is_blank(name.back()) || names_device(name)) return true;
  }
  return false;
}

std::FILE* open_to_read(const fs::path& file) {
  windows::Handle opened = open_shared(file);
  if (opened) return stream_of(std::move(opened));
  windows::set_errno();
  return nullptr;
}

std::FILE* open_beneath(const fs::path& folder, const fs::path& file) {
  windows::Handle opened = open_shared(file);
  if (!opened) {
    windows::set_errno();
    return nullptr;
  }
  // Both paths are without links: if the opened file has another path, a link has appeared since.
  const windows::Handle root = open_to_ask(folder);
  const fs::path found = final_path(opened.get()), home = root ? final_path(root.get()) : fs::path();
  const bool is_within =
      !home.empty() &&
      std::mismatch(home.begin(), home.end(), found.begin(), found.end()).first == home.end();
  if (is_within) return stream_of(std::move(opened));
  errno = ELOOP;
  return nullptr;
}

/// Windows has no such limit: writing always returns.
void outlive_file_size_limit() {}

std::span<const int> ending_signals() {
  // The C library turns the closing of the console, logging off and shutting down into SIGBREAK.
  static constexpr std::array signals{SIGINT, SIGTERM, SIGBREAK};
  return signals;
}

void remove_in_signal_handler(const wchar_t* path) {
  DeleteFileW(path);
}

void end_as_signal(int /*signal*/) {
  TerminateProcess(GetCurrentProcess(), interrupted_status);
}

}  // namespace mmd
