#include <algorithm>
#include <charconv>
#include <set>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/text.h"
#include "formats/vpd.h"
#include "formats/vpd_decode.h"

namespace mmd::vpd {
namespace {

constexpr std::string_view signature = "Vocaloid Pose Data file";
constexpr std::string_view blanks = " \t\v\f";
constexpr std::string_view comment = "//";
constexpr std::size_t max_diagnostics = 20;

std::string_view without_trailing_blanks(std::string_view s) {
  return s.substr(0, s.find_last_not_of(blanks) + 1);
}
std::string_view trimmed(std::string_view s) {
  const std::size_t first = s.find_first_not_of(blanks);
  return first == std::string_view::npos ? std::string_view{} : without_trailing_blanks(s.substr(first));
}
bool all_digits(std::string_view s) {
  return std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// ---- Diagnostics

/// Warnings in file order; counts those beyond `max_diagnostics`.
class Warnings {
 public:
  void add(std::uint32_t line, std::string what, std::string hint = {}) {
    if (list_.size() >= max_diagnostics) {
      ++left_out_;
      return;
    }
    Diagnostic d = make_warning(std::move(what), std::move(hint));
    if (line > 0) d.line = line;
    list_.push_back(std::move(d));
  }
  Diagnostics take() {
    if (left_out_ > 0) list_.push_back(make_warning(fmt::format("… and {} more", left_out_)));
    return std::move(list_);
  }

 private:
  Diagnostics list_;
  std::size_t left_out_ = 0;
};

// ---- Characters

/// Walks the text once, forward, and counts its lines (LF, CRLF or CR).
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }
  bool at_line_end() const { return at_end() || text_[at_] == '\r' || text_[at_] == '\n'; }
  char peek() const { return at_end() ? '\0' : text_[at_]; }
  std::uint32_t line() const { return line_; }
  void skip_one() { ++at_; }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  /// Skips blanks, comments and line ends.
  void skip_space() {
    for (;;) {
      skip_blanks();
      if (at_end()) return;
      if (at_comment()) {
        at_ = line_end();
      } else if (at_line_end()) {
        skip_line_end();
      } else {
        return;
      }
    }
  }
  void skip_blanks_and_comment() {
    skip_blanks();
    if (at_comment()) at_ = line_end();
  }

  /// The rest of the line; moves to the next line.
  std::string_view take_whole_line() {
    const std::string_view rest = text_.substr(at_, line_end() - at_);
    at_ = line_end();
    skip_line_end();
    return rest;
  }
  /// The same without a comment.
  std::string_view take_line() {
    const std::string_view rest = take_whole_line();
    return rest.substr(0, rest.find(comment));
  }
  /// The rest of the line without a comment; does not move.
  std::string_view peek_line() const {
    const std::string_view rest = text_.substr(at_, line_end() - at_);
    return rest.substr(0, rest.find(comment));
  }

  /// The text up to the next separator.
  std::string_view take_token() {
    const std::size_t end = std::min(text_.find_first_of(",;{} \t\v\f\r\n/", at_), text_.size());
    const std::string_view token = text_.substr(at_, end - at_);
    at_ = end;
    return token;
  }

 private:
  bool at_comment() const { return text_.compare(at_, comment.size(), comment) == 0; }
  std::size_t line_end() const { return std::min(text_.find_first_of("\r\n", at_), text_.size()); }
  void skip_line_end() {
    if (at_end()) return;
    at_ += text_.compare(at_, 2, "\r\n") == 0 ? 2 : 1;
    ++line_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

tl::unexpected<Diagnostic> fail_at(std::uint32_t line, std::string what) {
  Diagnostic d = make_error(std::move(what));
  d.line = line;
  return fail(std::move(d));
}

/// A piece of the file for a message, quoted and shortened.
std::string quoted(std::string_view s) {
  constexpr std::size_t max_bytes = 40;
  return s.size() <= max_bytes ? fmt::format("'{}'", s)
                               : fmt::format("'{}…'", utf8_lossy(s.substr(0, max_bytes)));
}

// ---- The file

class Parser {
 public:
  /// `decoded` is the text of the file `bytes`.
  Parser(const Decoded& decoded, std::string_view bytes, File& out, Warnings& warnings)
      : in_(decoded.text), out_(out), warnings_(warnings) {
    if (decoded.lossy && decoded.encoding == Encoding::cp932) lossy_bytes_ = bytes;
  }

  Result<void> run() {
    in_.skip_space();
    if (in_.peek() == '[') in_.skip_one();  // some files in the wild begin with one
    if (in_.at_end() || !in_.peek_line().starts_with(signature)) {
      return fail_at(in_.line(), "the line 'Vocaloid Pose Data file' is missing");
    }
    in_.take_line();
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      if (in_.peek_line().find('{') != std::string_view::npos) {
        MMD_TRY(block());
      } else {
        const std::uint32_t line = in_.line();
        statements(in_.take_line(), line);
      }
    }
    check_count();
    return {};
  }

 private:
  /// The model's name and the number of blocks, on one line or two.
  void statements(std::string_view text, std::uint32_t line) {
    while (!text.empty()) {
      const std::string_view whole = take_until(text, ';'), one = trimmed(whole);
      if (whole.empty() || !one.empty()) statement(one, line);
    }
  }

  void statement(std::string_view text, std::uint32_t line) {
    std::int64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool is_number = result.ec == std::errc{} && result.ptr == text.data() + text.size();
    if (is_number && out_.bone_count && !has_model_) {
      // Of two numbers the first is the model's name.
      set_model(first_number_);
      set_count(number, line);
    } else if (is_number && !out_.bone_count) {
      first_number_ = text;
      set_count(number, line);
    } else if (!is_number && !has_model_) {
      set_model(text);
    } else if (!text.empty() && text != "}") {
      warnings_.add(line, fmt::format("{} is ignored", quoted(text)));
    }
  }

  void set_count(std::int64_t count, std::uint32_t line) {
    out_.bone_count = count;
    count_line_ = line;
  }

  void set_model(std::string_view name) {
    out_.model_name = name;
    has_model_ = true;
  }

  Result<void> block() {
    const std::uint32_t line = in_.line();
    const std::string_view opening = in_.take_line();
    const std::size_t brace = opening.find('{');
    const std::string_view kind = trimmed(opening.substr(0, brace));
    const std::string_view name = without_trailing_blanks(opening.substr(brace + 1));
    const auto is = [kind](std::string_view word) {
      return kind.starts_with(word) && all_digits(kind.substr(word.size()));
    };
    if (is("Bone")) return bone(name, line);
    if (is("Morph")) return morph(name, line);
    warnings_.add(line, fmt::format("block {} is unknown and is ignored", quoted(opening)));
    close_block(line, true);
    return {};
  }

  Result<void> bone(std::string_view name, std::uint32_t line) {
    Bone b;
    b.name = name;
    b.line = line;
    b.cut_name = cut_name(name, line);
    is_usable_ = true;
    MMD_TRY(numbers({&b.translation.x, 3}, &b.translation_beyond.x, "position", name, line));
    MMD_TRY(numbers({&b.rotation.x, 4}, &b.rotation_beyond.x, "rotation", name, line));
    close_block(line, false);
    if (!is_usable_) {
      ++left_out_;
      return {};
    }
    if (b.rotation == vec4(0.0f))
      warnings_.add(line, fmt::format("bone {} has a rotation of zero", quoted(name)));
    if (!bone_names_.insert(name).second) {
      warnings_.add(line, fmt::format("bone {} is listed twice; the last entry is used", quoted(name)));
    }
    out_.bones.push_back(std::move(b));
    return {};
  }

  Result<void> morph(std::string_view name, std::uint32_t line) {
    Morph m;
    m.name = name;
    m.line = line;
    float beyond = 0.0f;
    is_usable_ = true;
    MMD_TRY(numbers({&m.weight, 1}, &beyond, "weight", name, line));
    close_block(line, false);
    if (!is_usable_) return {};
    if (!morph_names_.insert(name).second) {
      warnings_.add(line, fmt::format("morph {} is listed twice; the last entry is used", quoted(name)));
    }
    out_.morphs.push_back(std::move(m));
    return {};
  }

  /// Reads `to.size()` numbers, separated by commas, and a semicolon.
  Result<void> numbers(std::span<float> to, float* beyond, const char* of, std::string_view name,
                       std::uint32_t block) {
    const int count = static_cast<int>(to.size());
    const auto cut_off = [&] {
      return fail_at(block, fmt::format("{}: the file ends inside the {}", quoted(name), of));
    };
    for (int i = 0; i < count; ++i) {
      in_.skip_space();
      if (i > 0) {
        if (in_.at_end()) return cut_off();
        if (in_.peek() != ',') return too_few(of, name, i, count);
        in_.skip_one();
        in_.skip_space();
      }
      if (in_.at_end()) return cut_off();
      const std::uint32_t line = in_.line();
      const std::string_view token = in_.take_token();
      const auto at = static_cast<std::size_t>(i);
      const NumberError error = parse_number(token, to[at], beyond[i]);
      if (error == NumberError::none) continue;
      auto message = fmt::format("{}: {} in the {} {}", quoted(name), quoted(token), of, why(error));
      if (error == NumberError::syntax) return fail_at(line, std::move(message));
      warnings_.add(line, message + "; the block is skipped");
      is_usable_ = false;
    }
    return end_of_numbers(of, name, count, block);
  }

  Result<void> end_of_numbers(const char* of, std::string_view name, int count, std::uint32_t block) {
    in_.skip_blanks_and_comment();
    // Without a semicolon the last number may be truncated.
    if (in_.at_end()) return fail_at(block, fmt::format("{}: the file ends inside the {}", quoted(name), of));
    if (in_.peek() == ';') {
      in_.skip_one();
    } else if (in_.at_line_end() || in_.peek() == '}') {
      warnings_.add(in_.line(), fmt::format("{}: no ';' after the {}", quoted(name), of));
    } else {
      return fail_at(in_.line(), fmt::format("{}: the {} has more than {} numbers", quoted(name), of, count));
    }
    return {};
  }

  tl::unexpected<Diagnostic> too_few(const char* of, std::string_view name, int have, int count) const {
    return fail_at(in_.line(), fmt::format("{}: the {} has {} of {} numbers", quoted(name), of, have, count));
  }

  /// Moves past the closing brace; if it is missing, to the next block or the end of the file.
  void close_block(std::uint32_t line, bool expects_content) {
    bool ignored = expects_content;
    for (in_.skip_space(); !in_.at_end(); in_.skip_space()) {
      if (in_.peek() == '}') return in_.skip_one();
      const std::string_view rest = in_.peek_line();
      if (rest.find('{') != std::string_view::npos) break;
      if (!std::exchange(ignored, true)) {
        warnings_.add(in_.line(), fmt::format("{} is ignored", quoted(trimmed(rest))));
      }
      // A brace at the end of the line also closes the block.
      const std::size_t brace = rest.find('}');
      in_.take_line();
      if (brace != std::string_view::npos) return;
    }
    warnings_.add(line, "the block is not closed by '}'");
  }

  /// The bytes of a bone's name, if MMD cut it inside a character; else empty.
  std::string cut_name(std::string_view name, std::uint32_t line) {
    if (lossy_bytes_.empty() || !name.ends_with(replacement)) return {};
    for (; raw_line_ < line; ++raw_line_) {
      const std::size_t end = std::min(lossy_bytes_.find_first_of("\r\n"), lossy_bytes_.size());
      const bool crlf = lossy_bytes_.substr(end).starts_with("\r\n");
      lossy_bytes_.remove_prefix(std::min(end + (crlf ? 2 : 1), lossy_bytes_.size()));
    }
    const std::string_view whole = lossy_bytes_.substr(0, lossy_bytes_.find_first_of("\r\n"));
    const std::size_t brace = std::min(whole.find('{'), whole.size() - 1);  // only ASCII stands before it
    const std::string_view raw = without_trailing_blanks(whole.substr(brace + 1));
    return raw.size() == name_bytes ? std::string(raw) : std::string();
  }

  void check_count() {
    const std::size_t found = out_.bones.size() + left_out_;
    if (!out_.bone_count) return warnings_.add(0, "the number of blocks is missing");
    const std::int64_t declared = *out_.bone_count;
    if (declared != static_cast<std::int64_t>(found) &&
        declared != static_cast<std::int64_t>(found + out_.morphs.size())) {
      const bool fewer = static_cast<std::int64_t>(found) < declared;
      warnings_.add(count_line_, fmt::format("{} blocks declared, {} found", declared, found),
                    fewer ? "the file may be cut off; fetch or copy it again" : "");
    }
  }

  Scanner in_;
  File& out_;
  Warnings& warnings_;
  bool has_model_ = false;
  std::uint32_t count_line_ = 0;
  std::string_view first_number_;
  std::set<std::string_view> bone_names_;
  std::set<std::string_view> morph_names_;
  std::string_view lossy_bytes_;  ///< a CP932 file with invalid bytes, from line raw_line_ on
  std::uint32_t raw_line_ = 1;
  std::size_t left_out_ = 0;  ///< number of skipped bones
  bool is_usable_ = true;     ///< whether all numbers of the block are finite
};

/// Warns of invalid characters, except in names that MMD cut.
void warn_of_lost_characters(const Decoded& decoded, const File& file, Warnings& warnings) {
  if (!decoded.lossy) return;
  std::set<std::uint32_t> cut;
  for (const Bone& b : file.bones)
    if (!b.cut_name.empty()) cut.insert(b.line);
  for (Scanner in(decoded.text); !in.at_end();) {
    const std::uint32_t line = in.line();
    if (in.take_whole_line().find(replacement) == std::string_view::npos || cut.contains(line)) continue;
    return warnings.add(line, "bytes that are invalid in the file's encoding are read as U+FFFD, first here");
  }
}

}  // namespace

std::string_view name_as_read(std::string_view name) {
  return without_trailing_blanks(name.substr(0, name.find(comment)));
}

bool looks_like(ByteSpan bytes) {
  // Bytes to decode: enough for a byte order mark, some blank lines and the signature in UTF-16; more if they
  // are only blanks and comments.
  constexpr std::size_t first_size = 512, max_bytes = std::size_t{1} << 16;
  for (std::size_t size = first_size;; size *= 4) {
    const std::string text = decode(as_text(bytes.first(std::min(bytes.size(), size)))).text;
    Scanner in(text);
    in.skip_space();
    if (in.peek() == '[') in.skip_one();
    const std::string_view line = in.peek_line();
    if (line.starts_with(signature)) return true;
    const bool is_cut = signature.starts_with(line) || comment.starts_with(line);
    if (!is_cut || size >= bytes.size() || size >= max_bytes) return false;
  }
}

Result<ReadResult> read(ByteSpan bytes) {
  if (bytes.empty()) return fail("empty file", "download or copy it again");
  const Decoded decoded = decode(as_text(bytes));
  Warnings warnings;
  ReadResult out;
  out.file.encoding = decoded.encoding;
  Parser parser(decoded, as_text(bytes), out.file, warnings);
  MMD_TRY(parser.run());
  warn_of_lost_characters(decoded, out.file, warnings);
  out.diagnostics = warnings.take();
  return out;
}

}  // namespace mmd::vpd
