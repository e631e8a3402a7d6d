#include "formats/x_tokens.h"

#include <utility>

#include <fmt/format.h>

#include "formats/accessory_text.h"

namespace mmd::x {

void Tokens::skip_object() {
  for (std::size_t depth = 1; depth > 0 && ok();) {
    switch (next()) {
      case Token::open:
        ++depth;
        break;
      case Token::close:
        --depth;
        break;
      case Token::end:
        fail("'}' is missing");
        break;
      default:
        break;
    }
  }
}

std::size_t Tokens::take_count(std::size_t numbers_each) {
  const std::size_t declared = take_whole();
  if (!ok()) return 0;
  const std::size_t room = numbers_left() / numbers_each;
  if (declared <= room) return declared;
  fail(fmt::format("{} declared, room for {}", declared, room));
  return 0;
}

void Tokens::fail(const std::string& what, const char* hint) {
  if (!ok()) return;
  Diagnostic error = make_error(message(what), hint);
  set_place(error);
  status_ = mmd::fail(std::move(error));
}

void Tokens::warn(const std::string& what) {
  if (!ok()) return;
  if (warnings_.size() >= max_diagnostics) {
    ++warnings_left_out_;
    return;
  }
  Diagnostic warning = make_warning(message(what));
  set_place(warning);
  warnings_.push_back(std::move(warning));
}

Diagnostics Tokens::take_warnings() {
  if (warnings_left_out_ > 0)
    warnings_.push_back(make_warning(fmt::format("… and {} more", warnings_left_out_)));
  return std::move(warnings_);
}

std::string Tokens::checked_text(std::string_view bytes) {
  if (bytes.size() <= max_text_bytes) return accessory_text(bytes);
  fail(fmt::format("text of {} bytes, the limit is {}", bytes.size(), max_text_bytes), hostile_file_hint);
  return {};
}

std::string Tokens::message(const std::string& what) const {
  if (section_.empty()) return what;
  return element_ ? fmt::format("{}: element {}: {}", section_, *element_, what)
                  : fmt::format("{}: {}", section_, what);
}

}  // namespace mmd::x
