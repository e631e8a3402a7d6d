#pragma once

// Errors travel up as results, by MMD_TRY from function to function. Exceptions (out of memory, and those of
// libraries) become results where a job starts, not before.

#include <utility>

#include "base/result.h"

namespace mmd {

/// Adds the file's name to a result's error: `MMD_TRY(auto pose, in_file(vpd::read(bytes), name));`
template <class T>
Result<T> in_file(Result<T> result, const std::string& file) {
  if (result) return result;
  return fail(in_file(std::move(result).error(), file));
}

/// In a `catch` where a job starts (a loading thread, a batch item, a request, an action of the window): the
/// exception in flight as an error, "not enough memory to `deed`" or "`failure`: why".
/// `} catch (...) { return fail_caught("load the model", "the model cannot be loaded"); }`
Diagnostic error_caught(const char* deed, const char* failure);
inline tl::unexpected<Diagnostic> fail_caught(const char* deed, const char* failure) {
  return fail(error_caught(deed, failure));
}

/// The result of `job`; an exception becomes an error (see `fail_caught`).
template <class Job>
auto caught(const char* deed, const char* failure, const Job& job) -> decltype(job()) {
  try {
    return job();
  } catch (...) {
    return fail_caught(deed, failure);
  }
}

}  // namespace mmd

/// Returns a failed result's error from the calling function; else goes on, in the second form with the
/// value:
///   MMD_TRY(check(file));
///   MMD_TRY(const Bytes bytes, read_file(path));
/// The second form expands to several statements. An expression with a comma between angle brackets needs
/// parentheses.
#define MMD_TRY(...) MMD_TRY_CHOOSE_(__VA_ARGS__, MMD_TRY_VALUE_, MMD_TRY_CHECK_, )(__VA_ARGS__)

#define MMD_TRY_CHOOSE_(first, second, chosen, ...) chosen
#define MMD_TRY_JOIN_(a, b) a##b
#define MMD_TRY_NAME_(line) MMD_TRY_JOIN_(mmd_try_, line)

#define MMD_TRY_CHECK_(expression) MMD_TRY_CHECK_AS_(MMD_TRY_NAME_(__LINE__), expression)
#define MMD_TRY_CHECK_AS_(result, expression)                             \
  do {                                                                    \
    if (auto&& result = (expression); !result)                            \
      return ::mmd::fail(std::forward<decltype(result)>(result).error()); \
  } while (false)

#define MMD_TRY_VALUE_(declaration, expression) \
  MMD_TRY_VALUE_AS_(MMD_TRY_NAME_(__LINE__), declaration, expression)
#define MMD_TRY_VALUE_AS_(result, declaration, expression)                         \
  auto&& result = (expression);                                                    \
  if (!result) return ::mmd::fail(std::forward<decltype(result)>(result).error()); \
  declaration = *std::forward<decltype(result)>(result)
