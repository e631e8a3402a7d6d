#pragma once

#include <string>

namespace mmd {

/// A shared library of the system that is looked for when something of it is needed, not when the program
/// starts: loading all that the window stands on would take longer than what most commands do. It stays
/// loaded.
class LateLibrary {
 public:
  /// `name`: as the linker of programs looks for it ("libEGL.so.1").
  explicit LateLibrary(const char* name);
  LateLibrary(const LateLibrary&) = delete;
  LateLibrary& operator=(const LateLibrary&) = delete;

  bool is_there() const { return library_ != nullptr; }
  /// Why it is not there, as the system says it.
  const std::string& error() const { return error_; }
  /// Null: the library is not there, or has no such function.
  void* find(const char* name) const;
  /// The same, for a variable that points to such a function; says whether there is one.
  template <class Function>
  bool find(const char* name, Function*& function) const {
    function = reinterpret_cast<Function*>(find(name));
    return function != nullptr;
  }

 private:
  void* library_ = nullptr;
  std::string error_;
};

}  // namespace mmd
