#include "assets/png_deflate.h"

#include <algorithm>
#include <new>

#include <zlib.h>

#include "base/parallel_for.h"
#include "base/raw_vector.h"

namespace mmd {
namespace {

/// Filtered bytes of a piece, about.
constexpr std::size_t piece_size = std::size_t{1} << 17;

/// zlib's header: deflate, a window of 32 KiB, the quickest of four levels.
constexpr std::byte stream_header[] = {std::byte{0x78}, std::byte{0x01}};

struct Piece {
  Bytes bytes;                 ///< empty: there was no memory for it
  unsigned long checksum = 0;  ///< Adler-32 of what was compressed
  std::size_t filtered = 0;    ///< bytes that were compressed
};

std::size_t row_size(const PngRows& rows) {
  return 1 + rows.width * rows.bytes_per_pixel;
}

std::size_t size_in_memory(const PngRows& rows) {
  return rows.width * (rows.has_filler ? rows.bytes_per_pixel + 1 : rows.bytes_per_pixel);
}

/// `value(i)` of each byte of a row that is in the file.
template <class Value>
void put_bytes(const PngRows& rows, std::uint8_t* to, Value value) {
  if (!rows.has_filler) {
    for (std::size_t i = 0; i < rows.width * rows.bytes_per_pixel; ++i) to[i] = value(i);
    return;
  }
  for (std::size_t x = 0; x < rows.width; ++x)
    for (std::size_t c = 0; c < 3; ++c) to[3 * x + c] = value(4 * x + c);
}

/// Rows from `first` up to `end`.
RawVector<std::uint8_t> filtered(const PngRows& rows, std::size_t first, std::size_t end) {
  RawVector<std::uint8_t> out((end - first) * row_size(rows));
  std::uint8_t* to = out.data();
  for (std::size_t y = first; y < end; ++y, to += row_size(rows)) {
    const std::uint8_t* const row = rows.data + y * size_in_memory(rows);
    const std::uint8_t* const above = y > 0 ? row - size_in_memory(rows) : row;
    const PngFilter filter = y > 0 ? rows.filter : PngFilter::none;
    *to = static_cast<std::uint8_t>(filter);
    if (filter == PngFilter::none)
      put_bytes(rows, to + 1, [&](std::size_t i) { return row[i]; });
    else
      put_bytes(rows, to + 1, [&](std::size_t i) { return static_cast<std::uint8_t>(row[i] - above[i]); });
  }
  return out;
}

/// A raw deflate stream's next or last part. Runs are all that is looked for, which is what is quick.
struct Deflater {
  z_stream z{};
  const bool works = deflateInit2(&z, 1, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL - 1, Z_RLE) == Z_OK;
  Deflater() = default;
  ~Deflater() {
    if (works) deflateEnd(&z);
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
};

/// Behind `prefix`. Empty where there is no memory.
Bytes deflated(const RawVector<std::uint8_t>& from, ByteSpan prefix, bool is_last) {
  Deflater deflater;
  if (!deflater.works) return {};
  z_stream& z = deflater.z;
  constexpr std::size_t room_for_flush = 16;
  Bytes out(prefix.size() + deflateBound(&z, from.size()) + room_for_flush);
  std::copy(prefix.begin(), prefix.end(), out.begin());
  z.next_in = const_cast<Bytef*>(from.data());
  z.avail_in = static_cast<uInt>(from.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data() + prefix.size());
  z.avail_out = static_cast<uInt>(out.size() - prefix.size());
  const int done = deflate(&z, is_last ? Z_FINISH : Z_SYNC_FLUSH);
  if (done != (is_last ? Z_STREAM_END : Z_OK) || z.avail_in != 0) return {};
  out.resize(out.size() - z.avail_out);
  out.shrink_to_fit();  // all pieces of a picture wait for its last
  return out;
}

}  // namespace

std::vector<Bytes> deflate_rows(const PngRows& rows, std::size_t threads) {
  const std::size_t each = std::max<std::size_t>(piece_size / row_size(rows), 1);
  const std::size_t count = (rows.height + each - 1) / each;
  std::vector<Piece> pieces(count);
  const auto make_piece = [&](std::size_t i) {
    const std::size_t first = i * each, end = std::min(first + each, rows.height);
    const auto bytes = filtered(rows, first, end);
    Piece& piece = pieces[i];
    piece.filtered = bytes.size();
    piece.checksum = adler32_z(1, bytes.data(), bytes.size());
    piece.bytes = deflated(bytes, i == 0 ? ByteSpan(stream_header) : ByteSpan(), i + 1 == count);
  };
  parallel_for(count, make_piece, threads);
  unsigned long checksum = 1;
  std::vector<Bytes> out;
  for (Piece& piece : pieces) {
    if (piece.bytes.empty()) throw std::bad_alloc();  // zlib had no memory
    checksum = adler32_combine(checksum, piece.checksum, static_cast<z_off_t>(piece.filtered));
    out.push_back(std::move(piece.bytes));
  }
  for (const unsigned shift : {24u, 16u, 8u, 0u})
    out.back().push_back(static_cast<std::byte>(checksum >> shift & 0xff));
  return out;
}

}  // namespace mmd
