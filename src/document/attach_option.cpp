#include "document/attach_option.h"

#include "scene/input.h"

namespace mmd {
namespace {

constexpr const char* expected =
    "expected FILE, FILE@BONE or FILE@BONE:X,Y,Z,RX,RY,RZ,SCALE, for example microphone.pmx@右手首:0,-0.5,0";

/// Whether a ':' before the text belongs to a drive: "C:\\a,b.x".
bool is_path(std::string_view text) {
  return text.find_first_of("/\\") != std::string_view::npos;
}

bool reads_like_place(std::string_view text) {
  float number = 0.0f;
  return text.empty() || (text.find(',') != std::string_view::npos && !is_path(text)) ||
         parse_place_number(text, number) || is_place_word(text);
}

}  // namespace

std::string parse_attachment(std::string_view text, AttachOption& out) {
  if (text.empty() || text.front() == '@') return expected;
  const std::size_t at = text.rfind('@'), colon = text.rfind(':');
  out.what = text;
  const bool is_before_bone = at != std::string_view::npos && colon < at;
  if (colon == std::string_view::npos || is_before_bone || !reads_like_place(text.substr(colon + 1)))
    return {};
  out.what = text.substr(0, colon);
  const std::string_view place = text.substr(colon + 1);
  if (place.empty()) return {};
  out.has_place = true;
  return parse_place_numbers(place, out.place);
}

std::string attachment_text(const AttachOption& option) {
  return option.what + ":" + (option.has_place ? place_text(option.place) : std::string());
}

AttachmentNames split_attachment(std::string_view what,
                                 const std::function<bool(const std::string&)>& is_there) {
  const std::size_t last = what.rfind('@');
  if (last == std::string_view::npos || is_there(std::string(what))) return {std::string(what), {}};
  const bool one_way = what.find('@') == last;
  for (std::size_t at = last; !one_way && at != std::string_view::npos && at > 0;
       at = what.rfind('@', at - 1)) {
    std::string model(what.substr(0, at));
    if (is_there(model)) return {std::move(model), std::string(what.substr(at + 1))};
  }
  return {std::string(what.substr(0, last)), std::string(what.substr(last + 1))};
}

AttachmentNames split_attachment(std::string_view what) {
  return split_attachment(what, is_input);
}

}  // namespace mmd
