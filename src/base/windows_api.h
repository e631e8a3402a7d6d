#pragma once

// Functions shared by the files for Windows (*_windows.cpp). Only they include this header, because windows.h
// defines macros that break other files.

#ifndef NOMINMAX
#define NOMINMAX
#endif

#include <string>
#include <string_view>
#include <utility>

#include <windows.h>

namespace mmd::windows {

/// UTF-8 as the UTF-16 that Windows' functions take, and back. U+FFFD stands for each invalid sequence.
std::wstring to_wide(std::string_view utf8);
std::string to_utf8(std::wstring_view wide);

/// The value of errno for an error of GetLastError(): messages to users name errno's values on every system.
int errno_of(DWORD error);

/// Sets errno from GetLastError().
void set_errno();

/// Owns and closes a kernel object's handle. INVALID_HANDLE_VALUE of CreateFileW becomes null.
class Handle {
 public:
  Handle() = default;
  explicit Handle(HANDLE value) : value_(value == INVALID_HANDLE_VALUE ? nullptr : value) {}
  Handle(Handle&& other) noexcept : value_(std::exchange(other.value_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Handle() { close(); }
  explicit operator bool() const { return value_ != nullptr; }
  HANDLE get() const { return value_; }
  HANDLE release() { return std::exchange(value_, nullptr); }
  void close() {
    if (value_ != nullptr) CloseHandle(std::exchange(value_, nullptr));
  }

 private:
  HANDLE value_ = nullptr;
};

}  // namespace mmd::windows
