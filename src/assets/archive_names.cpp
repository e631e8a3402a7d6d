#include "assets/archive_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/charsets.h"
#include "base/text.h"

namespace mmd {
namespace {

enum class Use : std::uint8_t { common, rare };

/// An encoding of one and two bytes.
struct Charset {
  std::optional<std::string> (*decode)(std::string_view);
  bool (*is_lead)(unsigned char);
  Use (*use_of)(unsigned char lead, unsigned char trail);  ///< of a character of two bytes
};

bool within(unsigned char c, int first, int last) {
  return c >= first && c <= last;
}

/// Signs, kana, Greek and Cyrillic, and the 2965 kanji of everyday use (JIS level 1).
Use use_in_cp932(unsigned char lead, unsigned char /*trail*/) {
  return within(lead, 0x81, 0x84) || within(lead, 0x88, 0x97) ? Use::common : Use::rare;
}

/// Signs and kana, and the 3755 characters of everyday use (GB 2312 level 1).
Use use_in_gbk(unsigned char lead, unsigned char trail) {
  const bool common = within(lead, 0xa1, 0xa5) || within(lead, 0xb0, 0xd7);
  return common && trail >= 0xa1 ? Use::common : Use::rare;
}

/// Signs, and the 5401 characters of everyday use.
Use use_in_big5(unsigned char lead, unsigned char /*trail*/) {
  return within(lead, 0xa1, 0xc6) ? Use::common : Use::rare;
}

const Charset cp932{utf8_from_cp932,
                    [](unsigned char c) { return within(c, 0x81, 0x9f) || within(c, 0xe0, 0xfc); },
                    use_in_cp932};
const Charset gbk{utf8_from_gbk, [](unsigned char c) { return within(c, 0x81, 0xfe); }, use_in_gbk};
const Charset big5{utf8_from_big5, [](unsigned char c) { return within(c, 0x81, 0xfe); }, use_in_big5};

/// Calls `visit(i)` for the first byte of each character of two.
template <class Visit>
void for_each_pair(const Charset& charset, std::string_view name, Visit&& visit) {
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (!charset.is_lead(static_cast<unsigned char>(name[i]))) continue;
    visit(i);
    ++i;
  }
}

/// Some readers and writers turn a backslash into a slash even where it is the second byte of a character. No
/// character has a slash there.
std::string with_backslashes(const Charset& charset, std::string name) {
  const std::string before = name;
  for_each_pair(charset, before, [&](std::size_t i) {
    if (before[i + 1] == '/') name[i + 1] = '\\';
  });
  return name;
}

struct Reading {
  bool possible = true;  ///< of all names
  std::size_t common = 0, rare = 0;

  /// -1: nothing to judge by.
  double likelihood() const {
    const std::size_t all = common + rare;
    return all == 0 ? -1 : static_cast<double>(common) / static_cast<double>(all);
  }
};

Reading reading_in(const Charset& charset, const std::vector<std::string>& names) {
  Reading out;
  for (const std::string& raw : names) {
    const std::string name = with_backslashes(charset, raw);
    out.possible = out.possible && charset.decode(name);
    for_each_pair(charset, name, [&](std::size_t i) {
      const Use use =
          charset.use_of(static_cast<unsigned char>(name[i]), static_cast<unsigned char>(name[i + 1]));
      ++(use == Use::common ? out.common : out.rare);
    });
  }
  return out;
}

const Charset& charset_of(const std::vector<std::string>& names) {
  const Reading japanese = reading_in(cp932, names);
  // Half-width katakana, of one byte each, say nothing; with them alone it stays CP932.
  if (japanese.possible && (japanese.common > 0 || japanese.rare == 0)) return cp932;
  const Reading mainland = reading_in(gbk, names), taiwan = reading_in(big5, names);
  const double in_gbk = mainland.possible ? mainland.likelihood() : -1;
  const double in_big5 = taiwan.possible ? taiwan.likelihood() : -1;
  constexpr double convincing = 0.5;  // more than that must be common where CP932 is possible too
  if (std::max(in_gbk, in_big5) < (japanese.possible ? convincing : 0)) return cp932;
  return in_big5 > in_gbk ? big5 : gbk;
}

}  // namespace

std::vector<std::string> decode_names(std::vector<std::string> names) {
  std::vector<std::string> old_style;
  for (const std::string& name : names) {
    // Some writers store UTF-8 without saying so; other encodings are hardly ever valid UTF-8 by chance.
    if (!is_utf8(name)) old_style.push_back(name);
  }
  if (old_style.empty()) return names;
  const Charset& charset = charset_of(old_style);
  for (std::string& name : names) {
    if (is_utf8(name)) continue;
    const std::string mended = with_backslashes(charset, name);
    const auto decoded = charset.decode(mended);
    name = decoded ? *decoded : utf8_from_cp932_lossy(with_backslashes(cp932, name));
  }
  return names;
}

}  // namespace mmd
