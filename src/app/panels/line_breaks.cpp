#include "app/panels/line_breaks.h"

#include <algorithm>
#include <iterator>

namespace mmd {
namespace {

/// What no line begins with.
constexpr std::string_view closing[] = {"。", "、", "，", "．", "）", "」", "』", "】",
                                        "！", "？", "：", "；", "・", "ー", "…",  "っ",
                                        "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ"};

/// What no line ends with.
constexpr std::string_view opening[] = {"（", "「", "『", "【"};

bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

bool is_printable_ascii(char c) {
  return c > ' ' && c < 0x7f;
}

/// Whether a line may begin at `at`.
bool may_break(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at), before = text.substr(0, at);
  if (is_inside_character(rest.front())) return false;
  if (is_printable_ascii(text[at - 1]) && is_printable_ascii(rest.front())) return false;
  return std::none_of(std::begin(closing), std::end(closing),
                      [&](std::string_view mark) { return rest.substr(0, mark.size()) == mark; }) &&
         std::none_of(std::begin(opening), std::end(opening), [&](std::string_view mark) {
           return at >= mark.size() && before.substr(at - mark.size()) == mark;
         });
}

/// Where the first line of a text ends; its size: it is the only one.
std::size_t end_of_line(std::string_view text, std::size_t fits) {
  if (fits >= text.size()) return text.size();
  std::size_t at = fits;
  while (at > 0 && !may_break(text, at)) --at;
  return at > 0 ? at : fits;
}

}  // namespace

std::string with_line_breaks(std::string_view text, const std::function<std::size_t(std::string_view)>& fit) {
  std::string out;
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find('\n'));
    const std::size_t end = paragraph.empty() ? 0 : end_of_line(paragraph, fit(paragraph));
    out += text.substr(0, end);
    text.remove_prefix(end);
    if (text.empty()) break;
    out += '\n';
    if (text.front() == '\n') {
      text.remove_prefix(1);
    } else {
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
  }
  return out;
}

}  // namespace mmd
