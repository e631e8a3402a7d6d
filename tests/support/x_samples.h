#pragma once

// X files for tests, made in memory.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "base/byte_io.h"

namespace mmd::test {

/// A header and `body`.
inline std::string x_text(std::string_view body) {
  return "xof 0303txt 0032" + std::string(body);
}

/// Writes the tokens of a binary X file.
class BinaryX {
 public:
  explicit BinaryX(int float_bits = 32) : float_bits_(float_bits) {
    out_.write_bytes(float_bits == 64 ? "xof 0303bin 0064" : "xof 0303bin 0032");
  }

  BinaryX& code(std::uint16_t value) {
    out_.write(value);
    return *this;
  }
  BinaryX& name(std::string_view text) { return code(1).text(text); }
  BinaryX& string(std::string_view text) { return code(2).text(text).code(20); }
  BinaryX& open() { return code(10); }
  BinaryX& close() { return code(11); }
  BinaryX& object(std::string_view type) { return name(type).open(); }
  BinaryX& integer(std::uint32_t value) {
    code(3);
    out_.write(value);
    return *this;
  }
  BinaryX& integers(const std::vector<std::uint32_t>& values) {
    count(6, values.size());
    for (const std::uint32_t value : values) out_.write(value);
    return *this;
  }
  BinaryX& reals(const std::vector<float>& values) {
    count(7, values.size());
    for (const float value : values) {
      if (float_bits_ == 64) {
        out_.write(static_cast<double>(value));
      } else {
        out_.write(value);
      }
    }
    return *this;
  }
  std::size_t size() const { return out_.size(); }
  Bytes take() { return out_.take(); }

 private:
  BinaryX& text(std::string_view bytes) {
    out_.write(static_cast<std::uint32_t>(bytes.size()));
    out_.write_bytes(bytes);
    return *this;
  }
  void count(std::uint16_t list, std::size_t size) {
    code(list);
    out_.write(static_cast<std::uint32_t>(size));
  }

  int float_bits_;
  ByteWriter out_;
};

/// A file compressed with MSZIP. `form`: "tzip" or "bzip".
inline Bytes compressed_x(std::string_view file, const char* form) {
  ByteWriter out;
  out.write_bytes(std::string("xof 0303") + form + std::string(file.substr(12, 4)));
  out.write(static_cast<std::uint32_t>(file.size()));
  file.remove_prefix(16);
  std::string before;
  for (; !file.empty(); file.remove_prefix(before.size())) {
    const std::string block(file.substr(0, 32768));
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
    if (!before.empty()) {
      deflateSetDictionary(&stream, reinterpret_cast<const Bytef*>(before.data()),
                           static_cast<uInt>(before.size()));
    }
    std::string packed(2 * block.size() + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(block.data()));
    stream.avail_in = static_cast<uInt>(block.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    out.write(static_cast<std::uint16_t>(block.size()));
    out.write(static_cast<std::uint16_t>(packed.size() + 2));
    out.write_bytes("CK" + packed);
    before = block;
  }
  return out.take();
}

}  // namespace mmd::test
