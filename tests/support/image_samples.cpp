#include "tests/support/image_samples.h"

#include <array>
#include <initializer_list>
#include <string_view>

namespace mmd::test {
namespace {

using std::uint16_t;
using std::uint32_t;
using std::uint8_t;

Bytes bytes_of(std::initializer_list<int> values) {
  Bytes out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}

std::string_view text_of(const Bytes& bytes) {
  return as_text(bytes);
}

uint32_t crc32_of(std::string_view bytes) {
  uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc ^= static_cast<uint8_t>(c);
    for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

uint32_t adler32_of(std::string_view bytes) {
  uint32_t a = 1, b = 0;
  for (const char c : bytes) {
    a = (a + static_cast<uint8_t>(c)) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

void write_big_endian(ByteWriter& out, uint32_t value) {
  const std::array<uint8_t, 4> bytes{static_cast<uint8_t>(value >> 24), static_cast<uint8_t>(value >> 16),
                                     static_cast<uint8_t>(value >> 8), static_cast<uint8_t>(value)};
  out.write(bytes);
}

void write_chunk(ByteWriter& out, std::string_view type, std::string_view data) {
  write_big_endian(out, static_cast<uint32_t>(data.size()));
  std::string body(type);
  body += data;
  out.write_bytes(body);
  write_big_endian(out, crc32_of(body));
}

const Rgba& pixel_at(const Picture& picture, int x, int y) {
  return picture.pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                           static_cast<std::size_t>(x));
}

void write_bgra(ByteWriter& out, const Rgba& pixel) {
  out.write(pixel[2]);
  out.write(pixel[1]);
  out.write(pixel[0]);
  out.write(pixel[3]);
}

void write_bmp_header(ByteWriter& out, const Picture& picture, int bits, std::size_t data_size) {
  out.write_bytes("BM");
  out.write(static_cast<uint32_t>(54 + data_size));
  out.write(uint32_t{0});
  out.write(uint32_t{54});
  out.write(uint32_t{40});
  out.write(static_cast<uint32_t>(picture.width));
  out.write(static_cast<uint32_t>(picture.height));
  out.write(uint16_t{1});
  out.write(static_cast<uint16_t>(bits));
  out.write(uint32_t{0});  // BI_RGB
  out.write(static_cast<uint32_t>(data_size));
  for (int i = 0; i < 4; ++i) out.write(uint32_t{0});
}

void write_tga_header(ByteWriter& out, const Picture& picture, int type, bool from_top) {
  out.write(uint8_t{0});
  out.write(uint8_t{0});
  out.write(static_cast<uint8_t>(type));
  for (int i = 0; i < 5; ++i) out.write(uint8_t{0});
  out.write(uint32_t{0});
  out.write(static_cast<uint16_t>(picture.width));
  out.write(static_cast<uint16_t>(picture.height));
  out.write(uint8_t{32});
  out.write(static_cast<uint8_t>(from_top ? 0x28 : 0x08));
}

}  // namespace

Picture gradient(int width, int height, bool with_alpha) {
  Picture out{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto level = [&](int a, int b, int c) {
        return static_cast<uint8_t>((a * x + b * y + c) & 0xff);
      };
      out.pixels.push_back({level(31, 7, 3), level(5, 43, 90), level(17, 11, 200),
                            with_alpha ? level(13, 29, 1) : uint8_t{255}});
    }
  }
  return out;
}

Bytes png_file(const Picture& picture) {
  ByteWriter header;
  write_big_endian(header, static_cast<uint32_t>(picture.width));
  write_big_endian(header, static_cast<uint32_t>(picture.height));
  header.write_bytes(std::string_view("\x08\x06\0\0\0", 5));  // 8 bits, RGBA
  ByteWriter raw;
  for (int y = 0; y < picture.height; ++y) {
    raw.write(uint8_t{0});
    for (int x = 0; x < picture.width; ++x) {
      for (const uint8_t channel : pixel_at(picture, x, y)) raw.write(channel);
    }
  }
  const Bytes rows = raw.take();
  ByteWriter stream;  // zlib header and one stored block
  stream.write_bytes("\x78\x01\x01");
  stream.write(static_cast<uint16_t>(rows.size()));
  stream.write(static_cast<uint16_t>(~rows.size()));
  stream.write_bytes(text_of(rows));
  write_big_endian(stream, adler32_of(text_of(rows)));
  ByteWriter out;
  out.write_bytes("\x89PNG\r\n\x1a\n");
  write_chunk(out, "IHDR", text_of(header.take()));
  write_chunk(out, "IDAT", text_of(stream.take()));
  write_chunk(out, "IEND", {});
  return out.take();
}

Bytes bmp24_file(const Picture& picture) {
  const std::size_t stride = (static_cast<std::size_t>(picture.width) * 3 + 3) / 4 * 4;
  ByteWriter out;
  write_bmp_header(out, picture, 24, stride * static_cast<std::size_t>(picture.height));
  for (int y = picture.height - 1; y >= 0; --y) {
    for (int x = 0; x < picture.width; ++x) {
      const Rgba& pixel = pixel_at(picture, x, y);
      out.write(pixel[2]);
      out.write(pixel[1]);
      out.write(pixel[0]);
    }
    while ((out.size() - 54) % 4 != 0) out.write(uint8_t{0});
  }
  return out.take();
}

Bytes bmp32_file(const Picture& picture) {
  ByteWriter out;
  write_bmp_header(out, picture, 32, picture.pixels.size() * 4);
  for (int y = picture.height - 1; y >= 0; --y) {
    for (int x = 0; x < picture.width; ++x) write_bgra(out, pixel_at(picture, x, y));
  }
  return out.take();
}

Bytes tga_file(const Picture& picture, bool from_top) {
  ByteWriter out;
  write_tga_header(out, picture, 2, from_top);
  for (int row = 0; row < picture.height; ++row) {
    const int y = from_top ? row : picture.height - 1 - row;
    for (int x = 0; x < picture.width; ++x) write_bgra(out, pixel_at(picture, x, y));
  }
  return out.take();
}

Bytes tga_rle_file(const Picture& picture) {
  ByteWriter out;
  write_tga_header(out, picture, 10, true);
  const auto& pixels = picture.pixels;
  for (std::size_t i = 0; i < pixels.size();) {
    std::size_t run = 1;
    while (run < 128 && i + run < pixels.size() && pixels[i + run] == pixels[i]) ++run;
    out.write(static_cast<uint8_t>(0x80 | (run - 1)));
    write_bgra(out, pixels[i]);
    i += run;
  }
  return out.take();
}

Bytes grey_jpeg_file() {
  Bytes out = bytes_of({0xff, 0xd8, 0xff, 0xdb, 0, 67, 0});
  for (int i = 0; i < 64; ++i) out.push_back(std::byte{8});  // quantisation: DC step = one level
  const Bytes rest = bytes_of({
      0xff, 0xc0, 0, 11, 8,    0, 8,    0, 8,  1, 1, 0x11, 0,  // 8x8, one component
      0xff, 0xc4, 0, 21, 0x00, 0, 2,    0, 0,  0, 0, 0,    0,
      0,    0,    0, 0,  0,    0, 0,    0, 0,  7,  // DC: 00 = 0 bits, 01 = 7
      0xff, 0xc4, 0, 20, 0x10, 0, 1,    0, 0,  0, 0, 0,    0,
      0,    0,    0, 0,  0,    0, 0,    0, 0,      // AC: 00 = end of block
      0xff, 0xda, 0, 8,  1,    1, 0x00, 0, 63, 0,  // scan
      0x64, 0x1f,                                  // 01 1001000 (+72) 00, ones
      0xff, 0xd9,
  });
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

Bytes animated_gif_file() {
  return bytes_of({
      'G',  'I', 'F', '8', '9', 'a', 2, 0, 1,   0, 0x81, 0, 0,                    // 2x1, four colours
      255,  0,   0,   0,   255, 0,   0, 0, 255, 9, 9,    9,                       // red, green, blue, grey
      0x2c, 0,   0,   0,   0,   2,   0, 1, 0,   0, 2,    2, 0x44, 0x0a, 0,        // codes: clear, 0, 1, end
      0x2c, 0,   0,   0,   0,   2,   0, 1, 0,   0, 2,    2, 0x94, 0x0a, 0, 0x3b,  // codes: clear, 2, 2, end
  });
}

}  // namespace mmd::test
