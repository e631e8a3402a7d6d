#include "tests/support/png_values.h"

#include <csetjmp>
#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>
#include <png.h>

namespace mmd::test {
namespace {

struct Source {
  const Bytes* bytes = nullptr;
  std::size_t at = 0;
};

void take(png_structp png, png_bytep to, png_size_t size) {
  auto& source = *static_cast<Source*>(png_get_io_ptr(png));
  if (size > source.bytes->size() - source.at) png_error(png, "too short");
  std::memcpy(to, source.bytes->data() + source.at, size);
  source.at += size;
}

/// libpng returns by longjmp, so objects with destructors belong to the caller.
bool read(png_structp png, png_infop info, Source* source, std::vector<std::uint8_t>* bytes,
          std::vector<png_bytep>* rows) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, source, take);
  png_read_info(png, info);
  const std::size_t stride = png_get_rowbytes(png, info), height = png_get_image_height(png, info);
  bytes->resize(stride * height);
  for (std::size_t y = 0; y < height; ++y) rows->push_back(bytes->data() + y * stride);
  png_read_image(png, rows->data());
  png_read_end(png, info);
  return true;
}

}  // namespace

PngValues png_values(const Bytes& file) {
  PngValues out;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  Source source{&file};
  std::vector<std::uint8_t> bytes;
  std::vector<png_bytep> rows;
  if (read(png, info, &source, &bytes, &rows)) {
    out.width = static_cast<int>(png_get_image_width(png, info));
    out.height = static_cast<int>(png_get_image_height(png, info));
    out.depth = png_get_bit_depth(png, info);
    out.channels = png_get_channels(png, info);
    out.is_indexed = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
    const std::size_t step = out.depth == 16 ? 2 : 1;
    for (std::size_t i = 0; i + step <= bytes.size(); i += step)
      out.values.push_back(step == 2 ? bytes[i] * 256 + bytes[i + 1] : bytes[i]);
    png_colorp colours = nullptr;
    int count = 0;
    if (png_get_PLTE(png, info, &colours, &count) != 0)
      for (int i = 0; i < count; ++i)
        out.palette.push_back({colours[i].red, colours[i].green, colours[i].blue});
    png_textp texts = nullptr;
    if (png_get_text(png, info, &texts, &count) > 0)
      for (int i = 0; i < count; ++i) out.texts.emplace_back(texts[i].key, texts[i].text);
  } else {
    ADD_FAILURE() << "no PNG";
  }
  png_destroy_read_struct(&png, &info, nullptr);
  return out;
}

}  // namespace mmd::test
