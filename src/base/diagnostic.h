#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mmd {

enum class Severity : std::uint8_t { note, warning, error };

/// What the user can do, where the words are those of whoever says it: names as a shell takes them, commands,
/// options. `options/advice.h` has the words of the command line.
enum class Advice : std::uint8_t {
  nothing,
  name_one,     ///< name one of `names`, of which the archive `Diagnostic::file` holds several
  see_members,  ///< look at what the archive `Diagnostic::file` does hold: `names`
  other_file,   ///< give the file `names.front()`, which is probably meant
  list_bones,   ///< look at the names of the model's bones
  list_morphs,  ///< look at the names of the model's morphs
  see_notes,    ///< look at the notes, which say more
};

/// One thing that is wrong with an input (or worth a note), and where.
/// A function that fails returns one of these as its error; a function that repairs or tolerates
/// returns a list of them beside its value. Nothing below `commands` prints them.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string file;                     ///< as the user would name it, UTF-8; empty until the caller knows it
  std::optional<std::uint64_t> offset;  ///< byte offset into the file, for binary formats
  std::optional<std::uint32_t> line;    ///< line number from 1, for text formats
  std::string what;                     ///< what is wrong: "vertices: 2000000000 declared, room for 4011"
  std::string hint;                     ///< what the user can do about it; may be empty
  Advice advice = Advice::nothing;      ///< the same in place of words
  std::vector<std::string> names;       ///< what the advice is about, UTF-8
};

using Diagnostics = std::vector<Diagnostic>;

/// An error without a place.
Diagnostic make_error(std::string what, std::string hint = {});
/// A warning without a place.
Diagnostic make_warning(std::string what, std::string hint = {});
/// A copy of `diagnostic` with this advice in place of a hint.
Diagnostic with_advice(Diagnostic diagnostic, Advice advice, std::vector<std::string> names = {});
/// A copy of `diagnostic` that names `file`, unless it already names one.
Diagnostic in_file(Diagnostic diagnostic, const std::string& file);

/// "FILE: offset 0x1a2b: what" or "FILE: line 12: what", without severity and hint. Control characters
/// that came from the file (in names, say) are replaced, so that a message stays on its line.
std::string describe(const Diagnostic& diagnostic);

}  // namespace mmd
