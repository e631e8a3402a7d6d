#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/x_tokens.h"

namespace mmd::x {
namespace {

/// The 16-bit numbers that begin a token.
enum Code : std::uint16_t {
  code_name = 1,
  code_string = 2,
  code_integer = 3,
  code_guid = 5,
  code_integers = 6,
  code_reals = 7,
  code_open = 10,
  code_close = 11,
  code_first_bracket = 12,
  code_comma = 19,
  code_semicolon = 20,
  code_template = 31,
  code_first_word = 40,
  code_last_word = 52,
};

class BinaryTokens : public Tokens {
 public:
  BinaryTokens(ByteSpan bytes, std::size_t real_size) : in_(bytes), real_size_(real_size) {
    in_.skip(header_size);
  }

  Token next() override;
  Head take_head() override;
  std::string take_reference() override;
  std::uint32_t take_whole() override;
  std::string take_string() override;
  /// Whole numbers and short reals have 4 bytes.
  std::size_t numbers_left() const override { return in_.remaining() / 4; }

 protected:
  float read_real() override;
  void set_place(Diagnostic& diagnostic) const override { diagnostic.offset = token_at_; }

 private:
  enum class List : std::uint8_t { integers, reals };

  std::size_t item_size() const { return list_ == List::integers ? 4 : real_size_; }
  void drop_list() {
    in_.skip(list_left_ * item_size());
    list_left_ = 0;
  }
  std::uint16_t take_code();
  std::string_view take_bytes();
  void begin_list(List list, std::uint32_t count);
  void take_list(List list);
  bool find_number();
  double take_item();
  double take_number();

  ByteReader in_;
  std::size_t real_size_;
  std::size_t token_at_ = header_size;
  std::string_view type_;
  List list_ = List::integers;
  std::size_t list_left_ = 0;  ///< numbers that are known to be there
};

/// 0, which is no token, on failure.
std::uint16_t BinaryTokens::take_code() {
  token_at_ = in_.offset();
  const auto code = in_.read<std::uint16_t>();
  if (!in_.ok()) fail("truncated");
  return code;
}

std::string_view BinaryTokens::take_bytes() {
  const auto length = in_.read<std::uint32_t>();
  if (in_.ok() && length <= in_.remaining()) return in_.read_bytes(length);
  fail(in_.ok() ? fmt::format("text: {} bytes declared, room for {}", length, in_.remaining()) : "truncated");
  return {};
}

void BinaryTokens::begin_list(List list, std::uint32_t count) {
  list_ = list;
  const std::size_t room = in_.remaining() / item_size();
  if (count > room) return fail(fmt::format("list: {} numbers declared, room for {}", count, room));
  list_left_ = count;
}

void BinaryTokens::take_list(List list) {
  const auto count = in_.read<std::uint32_t>();
  if (!in_.ok()) return fail("truncated");
  begin_list(list, count);
}

Token BinaryTokens::next() {
  if (!ok()) return Token::end;
  drop_list();
  if (in_.remaining() == 0) {
    token_at_ = in_.offset();
    return Token::end;
  }
  const std::uint16_t code = take_code();
  switch (code) {
    case code_name:
      type_ = take_bytes();
      return Token::name;
    case code_string:
      take_bytes();
      return Token::string;
    case code_integer:
      begin_list(List::integers, 1);
      return Token::number;
    case code_guid:
      in_.read_bytes(16);
      if (!in_.ok()) fail("truncated");
      return Token::other;
    case code_integers:
      take_list(List::integers);
      return Token::number;
    case code_reals:
      take_list(List::reals);
      return Token::number;
    case code_open:
      return Token::open;
    case code_close:
      return Token::close;
    case code_template:
      type_ = "template";
      return Token::name;
    default:
      break;
  }
  const bool is_known = (code >= code_first_bracket && code <= code_semicolon) ||
                        (code >= code_first_word && code <= code_last_word);
  if (!is_known) fail(fmt::format("unknown token {}", code));
  return Token::other;
}

Head BinaryTokens::take_head() {
  Head head{type_, {}};
  while (ok()) {
    switch (next()) {
      case Token::name:
        head.name = checked_text(type_);
        break;
      case Token::other:
        break;
      case Token::open:
        return head;
      default:
        fail("'{' is missing");
    }
  }
  return head;
}

std::string BinaryTokens::take_reference() {
  std::string name;
  while (ok()) {
    switch (next()) {
      case Token::name:
        name = checked_text(type_);
        break;
      case Token::other:
        break;
      case Token::close:
        return name;
      default:
        fail("'}' is missing");
    }
  }
  return name;
}

/// Moves to a number; commas and semicolons may stand before it.
bool BinaryTokens::find_number() {
  while (ok() && list_left_ == 0) {
    const Token token = next();
    if (token != Token::number && token != Token::other && ok())
      fail(token == Token::end ? "the file ends before a number" : "expected a number, got other data");
  }
  return ok();
}

double BinaryTokens::take_item() {
  --list_left_;
  if (list_ == List::integers) return in_.read<std::uint32_t>();
  return real_size_ == 8 ? in_.read<double>() : static_cast<double>(in_.read<float>());
}

double BinaryTokens::take_number() {
  if (!find_number()) return 0.0;
  token_at_ = in_.offset();
  return take_item();
}

float BinaryTokens::read_real() {
  const double value = take_number();
  constexpr double largest = std::numeric_limits<float>::max();
  if (std::abs(value) <= largest || !std::isfinite(value)) return static_cast<float>(value);
  return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value > 0 ? 1 : -1));
}

std::uint32_t BinaryTokens::take_whole() {
  const double value = take_number();
  constexpr double largest = std::numeric_limits<std::uint32_t>::max();
  if (value >= 0.0 && value <= largest && value == std::floor(value))
    return static_cast<std::uint32_t>(value);
  fail(fmt::format("expected a whole number, got {}", value));
  return 0;
}

std::string BinaryTokens::take_string() {
  while (ok()) {
    drop_list();
    const std::uint16_t code = take_code();
    if (code == code_string) return checked_text(take_bytes());
    if (code != code_comma && code != code_semicolon) fail("expected a string");
  }
  return {};
}

}  // namespace

std::unique_ptr<Tokens> binary_tokens(ByteSpan bytes, std::uint8_t float_bits) {
  return std::make_unique<BinaryTokens>(bytes, float_bits / std::size_t{8});
}

}  // namespace mmd::x
