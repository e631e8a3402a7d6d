#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mmd {

enum class Severity : std::uint8_t { note, warning, error };

/// What the user can do, where the wording depends on the program that reports it (shell quoting, commands,
/// options). `options/advice.h` has the command line's wording.
enum class Advice : std::uint8_t {
  nothing,
  name_one,     ///< choose one of `names`, all members of the archive `Diagnostic::file`
  see_members,  ///< look at `names`, the members of the archive `Diagnostic::file`
  other_file,   ///< use the file `names.front()`, probably the intended one
  list_bones,   ///< list the names of the model's bones
  list_morphs,  ///< list the names of the model's morphs
  see_notes,    ///< read the notes
};

/// One problem (or note) of an input and its place. A function that fails returns one as its error; a
/// function that repairs its input returns a list of them with its value. Only programs print them.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;                     ///< path as the user gave it, UTF-8; empty if not known yet
  std::optional<std::uint64_t> offset;  ///< byte offset into the file, for binary formats
  std::optional<std::uint32_t> line;    ///< line number from 1, for text formats
  std::string what;                     ///< the problem: "vertices: 2000000000 declared, room for 4011"
  std::string hint;                     ///< what the user can do; may be empty
  Advice advice = Advice::nothing;      ///< used in place of `hint`
  std::vector<std::string> names;       ///< names that `advice` refers to, UTF-8
};

using Diagnostics = std::vector<Diagnostic>;

/// An error without file, offset or line.
Diagnostic make_error(std::string what, std::string hint = {});
/// A warning without file, offset or line.
Diagnostic make_warning(std::string what, std::string hint = {});
/// A note without file, offset or line.
Diagnostic make_note(std::string what, std::string hint = {});
/// A copy of `diagnostic` with `advice` in place of its hint.
Diagnostic with_advice(Diagnostic diagnostic, Advice advice, std::vector<std::string> names = {});
/// A copy of `diagnostic` that names `file`, unless it already names one.
Diagnostic in_file(Diagnostic diagnostic, const std::string& file);

/// "FILE: offset 0x1a2b: what" or "FILE: line 12: what", one line without severity and hint. Control
/// characters (of names in a file, say) are escaped.
std::string describe(const Diagnostic& diagnostic);

}  // namespace mmd
