#include "base/charset.h"
#include "base/iconv_tables.h"

namespace mmd {

bool convert_charset(Charset to, Charset from, std::string_view in,
                     std::optional<std::string_view> substitute, std::string& out) {
  return iconv_tables::convert(to, from, in, substitute, out);
}

}  // namespace mmd
