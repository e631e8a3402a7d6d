#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/read_real.h"
#include "base/text.h"
#include "formats/accessory_text.h"
#include "formats/x_tokens.h"

namespace mmd::x {
namespace {

bool is_blank(char c) {
  // NUL and Ctrl-Z are found behind the last object.
  return static_cast<unsigned char>(c) <= ' ';
}
/// `;` and `,` are used so loosely that they mean no more than a blank.
bool is_separator(char c) {
  return is_blank(c) || c == ';' || c == ',';
}
bool ends_word(char c) {
  return is_separator(c) || c == '{' || c == '}' || c == '"' || c == '<';
}

/// A piece of the file for a message.
std::string shown(std::string_view bytes) {
  constexpr std::size_t max_shown = 40;
  const bool is_long = bytes.size() > max_shown;
  return fmt::format("'{}{}'", accessory_text(bytes.substr(0, max_shown)), is_long ? "…" : "");
}

/// NaN and infinity as Microsoft's runtime prints them: 1.#INF, -1.#IND00, 1.#QNAN0.
std::optional<float> windows_not_finite(std::string_view word) {
  const std::size_t mark = word.find(".#");
  if (mark == std::string_view::npos) return std::nullopt;
  const std::string_view kind = word.substr(mark + 2);
  const float infinity = std::numeric_limits<float>::infinity();
  if (kind.starts_with("INF")) return word.starts_with("-") ? -infinity : infinity;
  if (kind.starts_with("IND") || kind.starts_with("QNAN") || kind.starts_with("SNAN"))
    return std::numeric_limits<float>::quiet_NaN();
  return std::nullopt;
}

/// Parses a number independently of the locale; nullopt for other words.
std::optional<float> real_from(std::string_view word) {
  if (word.starts_with("+") && !word.starts_with("+-")) word.remove_prefix(1);
  float value = 0.0f;
  const char* const end = word.data() + word.size();
  const auto result = read_real(word.data(), end, value);
  if (result.ec == std::errc{} && result.ptr == end) return value;
  if (result.ec != std::errc::result_out_of_range || result.ptr != end) return windows_not_finite(word);
  // Too small for a float counts as zero; from_chars does not say which of the two it was.
  double wide = 0.0;
  const bool is_double = read_real(word.data(), end, wide).ec == std::errc{};
  const bool is_tiny =
      is_double ? std::abs(wide) < 1.0 : word.find("e-") != word.npos || word.find("E-") != word.npos;
  if (is_tiny) return 0.0f;
  const float infinity = std::numeric_limits<float>::infinity();
  return word.starts_with("-") ? -infinity : infinity;
}

class TextTokens : public Tokens {
 public:
  explicit TextTokens(std::string_view text) : text_(text), is_cp932_(!is_utf8(text)) {}

  Token next() override;
  Head take_head() override;
  std::string take_reference() override;
  std::uint32_t take_whole() override;
  std::string take_string() override;
  /// A digit and a separator each; the last one may lack its separator.
  std::size_t numbers_left() const override { return (text_.size() - at_ + 1) / 2; }

 protected:
  float read_real() override;
  void set_place(Diagnostic& diagnostic) const override;

 private:
  bool at_end() const { return at_ >= text_.size(); }
  bool at_comment() const { return text_[at_] == '#' || text_.compare(at_, 2, "//") == 0; }
  void skip_line() { at_ = std::min(text_.find_first_of("\r\n", at_), text_.size()); }
  std::size_t character_size() const { return is_cp932_ ? cp932_size(text_, at_) : 1; }
  void skip_separators();
  void skip_guid();
  std::string_view take_word();
  std::string take_name_up_to(char last);
  std::string_view take_number_word();
  std::string_view take_quoted();

  std::string_view text_;
  bool is_cp932_;
  std::size_t at_ = header_size;
  std::size_t token_at_ = header_size;
  std::string_view type_;
};

void TextTokens::skip_separators() {
  while (!at_end()) {
    if (is_separator(text_[at_])) {
      ++at_;
    } else if (at_comment()) {
      skip_line();
    } else {
      return;
    }
  }
}

std::string_view TextTokens::take_word() {
  const std::size_t start = at_;
  while (!at_end() && !ends_word(text_[at_]) && text_.compare(at_, 2, "//") != 0) at_ += character_size();
  return text_.substr(start, at_ - start);
}

/// `<3d82ab44-62da-11cf-ab39-0020af71e433>`
void TextTokens::skip_guid() {
  const std::size_t end = text_.find('>', at_);
  if (end == std::string_view::npos) return fail("'>' is missing");
  at_ = end + 1;
}

std::string_view TextTokens::take_quoted() {
  const std::size_t end = text_.find('"', at_ + 1);
  if (end == std::string_view::npos) {
    fail("'\"' is missing at the end of a string");
    return {};
  }
  const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
  at_ = end + 1;
  return inside;
}

Token TextTokens::next() {
  if (!ok()) return Token::end;
  skip_separators();
  token_at_ = at_;
  if (at_end()) return Token::end;
  switch (text_[at_]) {
    case '{':
      ++at_;
      return Token::open;
    case '}':
      ++at_;
      return Token::close;
    case '"':
      take_quoted();
      return Token::string;
    case '<':
      skip_guid();
      return Token::other;
    default:
      break;
  }
  type_ = take_word();
  const char first = type_.front();
  const bool is_number = (first >= '0' && first <= '9') || first == '-' || first == '+' || first == '.';
  return is_number ? Token::number : Token::name;
}

/// Names hold blanks, brackets and any CP932 character.
std::string TextTokens::take_name_up_to(char last) {
  std::string name;
  bool after_blank = true;
  while (!at_end()) {
    const char c = text_[at_];
    if (c == last) break;
    if (c == '{' || c == '}' || c == '"') break;
    if (after_blank && at_comment()) {
      skip_line();
      continue;
    }
    after_blank = is_blank(c);
    const std::size_t size = character_size();
    if (!after_blank) {
      name += text_.substr(at_, size);
    } else if (!name.empty()) {
      name += ' ';
    }
    at_ += size;
  }
  token_at_ = at_;
  if (at_end() || text_[at_] != last) {
    fail(fmt::format("'{}' is missing", last));
    return {};
  }
  ++at_;
  name.erase(name.find_last_not_of(' ') + 1);
  return name;
}

Head TextTokens::take_head() {
  Head head{type_, checked_text(take_name_up_to('{'))};
  skip_separators();
  if (!at_end() && text_[at_] == '<') skip_guid();
  return head;
}

std::string TextTokens::take_reference() {
  std::string name = take_name_up_to('}');
  // `{ name <identifier> }`
  if (name.ends_with('>')) name.erase(std::min(name.rfind('<'), name.size()));
  name.erase(name.find_last_not_of(' ') + 1);
  return checked_text(name);
}

std::string_view TextTokens::take_number_word() {
  if (!ok()) return {};
  skip_separators();
  token_at_ = at_;
  return take_word();
}

float TextTokens::read_real() {
  const std::string_view word = take_number_word();
  if (const auto value = real_from(word)) return *value;
  fail(at_end()
           ? "the file ends before a number"
           : fmt::format("expected a number, got {}", shown(word.empty() ? text_.substr(at_, 1) : word)));
  return 0.0f;
}

std::uint32_t TextTokens::take_whole() {
  const std::string_view word = take_number_word();
  std::uint32_t value = 0;
  const char* const end = word.data() + word.size();
  const auto result = std::from_chars(word.data(), end, value);
  if (!word.empty() && result.ec == std::errc{} && result.ptr == end) return value;
  fail(word.empty() && at_end() ? "the file ends before a number"
                                : fmt::format("expected a whole number, got {}",
                                              shown(word.empty() ? text_.substr(at_, 1) : word)));
  return 0;
}

std::string TextTokens::take_string() {
  if (!ok()) return {};
  skip_separators();
  token_at_ = at_;
  if (at_end() || text_[at_] != '"') {
    fail("expected a string in quotes");
    return {};
  }
  return checked_text(take_quoted());
}

/// Lines end with LF, CRLF or CR.
void TextTokens::set_place(Diagnostic& diagnostic) const {
  const std::string_view before = text_.substr(0, token_at_);
  std::uint32_t line = 1;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool is_crlf = before[i] == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
    if (before[i] == '\n' || (before[i] == '\r' && !is_crlf)) ++line;
  }
  diagnostic.line = line;
}

}  // namespace

std::unique_ptr<Tokens> text_tokens(ByteSpan bytes) {
  return std::make_unique<TextTokens>(as_text(bytes));
}

}  // namespace mmd::x
