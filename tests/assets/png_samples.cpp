#include "tests/assets/png_samples.h"

#include <random>
#include <string_view>

#include <zlib.h>

namespace mmd::test {
namespace {

std::string big_endian(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
  return out;
}

std::string chunk(const std::string& type, std::string_view data) {
  const std::string body = type + std::string(data);
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(static_cast<std::uint32_t>(data.size())) + body +
         big_endian(static_cast<std::uint32_t>(crc));
}

std::string deflated(const std::string& rows) {
  uLongf size = compressBound(static_cast<uLong>(rows.size()));
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
           static_cast<uLong>(rows.size()));
  out.resize(size);
  return out;
}

}  // namespace

int channels_of(int colour) {
  constexpr int channels[] = {1, 0, 3, 1, 2, 0, 4};
  return channels[colour];
}

std::string random_rows(const PngSpec& spec, std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::size_t bits = spec.width * static_cast<std::size_t>(channels_of(spec.colour) * spec.bits);
  std::string out;
  for (std::uint32_t y = 0; y < spec.height; ++y) {
    out += static_cast<char>(random() % 5);
    for (std::size_t i = 0; i < (bits + 7) / 8; ++i) out += static_cast<char>(random() & 0xff);
  }
  return out;
}

Bytes png_bytes(const PngSpec& spec) {
  std::string header = big_endian(spec.width) + big_endian(spec.height);
  for (const int value : {spec.bits, spec.colour, 0, 0, spec.interlace}) header += static_cast<char>(value);
  std::string out = "\x89PNG\r\n\x1a\n" + chunk("IHDR", header);
  if (!spec.palette.empty()) out += chunk("PLTE", spec.palette);
  if (!spec.transparency.empty()) out += chunk("tRNS", spec.transparency);
  for (const std::string& type : spec.extra) out += chunk(type, "");
  const std::string data = deflated(spec.rows);
  for (std::size_t at = 0; at < data.size(); at += spec.chunk_size)
    out += chunk("IDAT", std::string_view(data).substr(at, spec.chunk_size));
  out += chunk("IEND", "");
  const ByteSpan bytes = as_byte_span(out);
  return {bytes.begin(), bytes.end()};
}

}  // namespace mmd::test
