#include "document/attach_option.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include "scene/input.h"

namespace mmd {
namespace {

constexpr const char* expected =
    "expected MODEL@BONE or MODEL@BONE:X,Y,Z,RX,RY,RZ,SCALE, for example microphone.pmx@右手首:0,-0.5,0";
constexpr const char* expected_numbers =
    "expected three, six or seven numbers after the ':': X,Y,Z in MMD units, RX,RY,RZ in degrees, and a "
    "scale";
/// Limits beyond which a value is certainly a mistake; such a model would fill or leave the picture.
constexpr float farthest = 1e5f, smallest_scale = 1e-4f, largest_scale = 1e4f;

/// Returns whether the text is a number; sets NaN for a number that exceeds the range of float.
bool parse_float(std::string_view text, float& out) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error == std::errc::result_out_of_range) out = std::numeric_limits<float>::quiet_NaN();
  return error != std::errc::invalid_argument && end == text.data() + text.size();
}

bool reads_like_numbers(std::string_view text) {
  float number = 0.0f;
  return text.empty() || text.find(',') != std::string_view::npos || parse_float(text, number);
}

std::string parse_offset(std::string_view text, AttachOption& out) {
  std::array<float, 7> values{0, 0, 0, 0, 0, 0, 1};
  std::size_t count = 0;
  for (;;) {
    const std::size_t comma = text.find(',');
    if (count == values.size() || !parse_float(text.substr(0, comma), values[count])) return expected_numbers;
    if (!(std::abs(values[count]) <= farthest)) return "expected numbers from -100000 to 100000";
    ++count;
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  if (count != 3 && count < 6) return expected_numbers;
  if (!(values[6] >= smallest_scale && values[6] <= largest_scale))
    return "expected a scale above 0, from 0.0001 to 10000";
  out.position = {values[0], values[1], values[2]};
  out.degrees = {values[3], values[4], values[5]};
  out.scale = values[6];
  return {};
}

}  // namespace

std::string parse_attachment(std::string_view text, AttachOption& out) {
  const std::size_t at = text.rfind('@');
  if (at == std::string_view::npos || text.front() == '@') return expected;
  const std::size_t colon = text.rfind(':');
  out.what = text;
  if (colon == std::string_view::npos || colon < at || !reads_like_numbers(text.substr(colon + 1))) return {};
  out.what = text.substr(0, colon);
  const std::string_view numbers = text.substr(colon + 1);
  return numbers.empty() ? std::string() : parse_offset(numbers, out);
}

AttachmentNames split_attachment(std::string_view what,
                                 const std::function<bool(const std::string&)>& is_there) {
  const std::size_t last = what.rfind('@');
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
