#include "base/diagnostic.h"

#include <exception>
#include <new>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"

namespace mmd {

Diagnostic make_error(std::string what, std::string hint) {
  Diagnostic d;
  d.severity = Severity::error;
  d.what = std::move(what);
  d.hint = std::move(hint);
  return d;
}

Diagnostic make_warning(std::string what, std::string hint) {
  Diagnostic d = make_error(std::move(what), std::move(hint));
  d.severity = Severity::warning;
  return d;
}

Diagnostic make_note(std::string what, std::string hint) {
  Diagnostic d = make_error(std::move(what), std::move(hint));
  d.severity = Severity::note;
  return d;
}

Diagnostic with_advice(Diagnostic diagnostic, Advice advice, std::vector<std::string> names) {
  diagnostic.hint.clear();
  diagnostic.advice = advice;
  diagnostic.names = std::move(names);
  return diagnostic;
}

Diagnostic in_file(Diagnostic diagnostic, const std::string& file) {
  if (diagnostic.file.empty()) diagnostic.file = file;
  return diagnostic;
}

std::string describe(const Diagnostic& diagnostic) {
  std::string out;
  if (!diagnostic.file.empty()) out += diagnostic.file + ": ";
  if (diagnostic.offset) out += fmt::format("offset 0x{:x}: ", *diagnostic.offset);
  if (diagnostic.line) out += fmt::format("line {}: ", *diagnostic.line);
  out += diagnostic.what;
  return escaped_utf8(out);
}

Diagnostic error_caught(const char* deed, const char* failure) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return make_error(std::string("not enough memory to ") + deed);
  } catch (const std::exception& e) {
    return make_error(std::string(failure) + ": " + e.what());
  } catch (...) {
    return make_error(failure);
  }
}

}  // namespace mmd
