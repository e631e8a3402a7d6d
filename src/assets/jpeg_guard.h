#pragma once

#include <string_view>

namespace mmd {

/// Whether every Huffman table of a JPEG has room in the decoder: stb_image 2.27 writes past its arrays for
/// tables of more than 256 codes. Visits every table that the decoder can meet; damage of other kinds is left
/// to it.
bool jpeg_tables_fit(std::string_view bytes);

}  // namespace mmd
