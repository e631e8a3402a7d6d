#pragma once

#include <cstdint>
#include <cstdio>  // jpeglib.h needs it
#include <cstdlib>
#include <vector>

#include <jpeglib.h>

#include "base/byte_io.h"

namespace mmd::test {

/// Compresses rows of `components` values per pixel. `setup` changes the defaults of libjpeg.
template <class Setup>
Bytes jpeg_bytes(int width, int height, int components, J_COLOR_SPACE space, std::vector<std::uint8_t> values,
                 Setup setup) {
  jpeg_compress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &memory, &size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = components;
  jpeg.in_color_space = space;
  jpeg_set_defaults(&jpeg);
  setup(jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
    JSAMPROW row = values.data() + y * static_cast<std::size_t>(width * components);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  const auto* from = reinterpret_cast<const std::byte*>(memory);
  Bytes out(from, from + size);
  std::free(memory);
  return out;
}

}  // namespace mmd::test
