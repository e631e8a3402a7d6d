#include <array>
#include <cerrno>
#include <cstddef>
#include <new>

#include <iconv.h>

#include "base/charset.h"

namespace mmd {
namespace {

const char* iconv_name(Charset charset) {
  switch (charset) {
    case Charset::utf8:
      return "UTF-8";
    case Charset::cp932:
      return "CP932";
    case Charset::cp936:
      return "CP936";
    case Charset::big5:
      return "BIG5";
  }
  return "";
}

/// One conversion descriptor; iconv's state is not shared between calls, so this is safe on any thread.
class Converter {
 public:
  Converter(const char* to, const char* from) : handle_(iconv_open(to, from)) {
    if (!usable() && errno == ENOMEM) throw std::bad_alloc();  // not a system that lacks the charset
  }
  ~Converter() {
    if (usable()) iconv_close(handle_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool usable() const { return handle_ != reinterpret_cast<iconv_t>(-1); }

  bool run(std::string_view in, std::optional<std::string_view> substitute, std::string& out) const {
    char* from = const_cast<char*>(in.data());
    std::size_t left = in.size();
    std::array<char, 512> buffer{};
    while (left > 0) {
      char* to = buffer.data();
      std::size_t room = buffer.size();
      const std::size_t status = iconv(handle_, &from, &left, &to, &room);
      const bool goes_on = status != static_cast<std::size_t>(-1) || errno == E2BIG;
      out.append(buffer.data(), buffer.size() - room);  // which may set errno
      if (goes_on) continue;
      if (!substitute) return false;
      out += *substitute;
      ++from;
      --left;
    }
    return true;
  }

 private:
  iconv_t handle_;
};

}  // namespace

bool convert_charset(Charset to, Charset from, std::string_view in,
                     std::optional<std::string_view> substitute, std::string& out) {
  const Converter converter(iconv_name(to), iconv_name(from));
  return converter.usable() && converter.run(in, substitute, out);
}

}  // namespace mmd
