#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "base/errors.h"
#include "formats/x_tokens.h"

namespace mmd::x {
namespace {

/// Largest unpacked block, and largest distance of references to earlier blocks.
constexpr std::size_t max_block = 32768;
constexpr std::string_view block_signature = "CK";

/// The largest file that one of `packed` bytes may unpack to. Real files become 3 to 20 times as large,
/// hostile ones 1,000 times.
std::size_t max_unpacked(std::size_t packed) {
  constexpr std::size_t small = std::size_t{4} << 20, large = std::size_t{256} << 20, ratio = 100;
  return std::clamp(packed, small / ratio, large / ratio) * ratio;
}

tl::unexpected<Diagnostic> fail_unpacking(std::size_t offset, std::string what,
                                          const char* hint = damaged_file_hint) {
  Diagnostic error = make_error("compressed data: " + std::move(what), hint);
  error.offset = offset;
  return fail(std::move(error));
}

/// zlib's state for raw deflate data.
class Inflater {
 public:
  Inflater() {
    if (inflateInit2(&stream_, -15) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Appends `size` bytes, which refer to what `out` ends with. Whether the data gave just as many.
  bool append(std::string_view data, std::size_t size, Bytes& out) {
    const std::size_t before = out.size();
    const std::size_t history = std::min(before - header_size, max_block);
    out.resize(before + size);
    auto* const to = reinterpret_cast<Bytef*>(out.data() + before);
    if (inflateReset(&stream_) != Z_OK) return false;
    if (history > 0 && inflateSetDictionary(&stream_, to - history, static_cast<uInt>(history)) != Z_OK)
      return false;
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream_.avail_in = static_cast<uInt>(data.size());
    stream_.next_out = to;
    stream_.avail_out = static_cast<uInt>(size);
    return inflate(&stream_, Z_FINISH) == Z_STREAM_END && stream_.avail_out == 0;
  }

 private:
  z_stream stream_{};
};

/// The next block: u16 size unpacked, u16 size packed, "CK" and raw deflate data.
Result<void> unpack_block(ByteReader& in, Inflater& inflater, std::size_t full_size, Bytes& out) {
  const std::size_t where = in.offset();
  const std::size_t unpacked = in.read<std::uint16_t>();
  const std::size_t packed = in.read<std::uint16_t>();
  const std::string_view data = in.read_bytes(packed);
  if (!in.ok()) return fail_unpacking(where, "truncated");
  if (unpacked == 0 || unpacked > max_block || unpacked > full_size - out.size())
    return fail_unpacking(where, fmt::format("a block of {} bytes, room for {}", unpacked,
                                             std::min(max_block, full_size - out.size())));
  if (!data.starts_with(block_signature)) return fail_unpacking(where + 4, "a block lacks its signature CK");
  if (!inflater.append(data.substr(block_signature.size()), unpacked, out))
    return fail_unpacking(where + 4, "a block is damaged");
  return {};
}

}  // namespace

Result<Bytes> unpack(ByteSpan bytes) {
  ByteReader in(bytes);
  const std::string_view header = in.read_bytes(header_size);
  const std::size_t full_size = in.read<std::uint32_t>();
  if (!in.ok()) return fail_unpacking(header_size, "truncated");
  const std::size_t limit = max_unpacked(bytes.size());
  if (full_size < header_size || full_size > limit)
    return fail_unpacking(header_size, fmt::format("{} bytes declared, the limit is {}", full_size, limit),
                          hostile_file_hint);
  // The buffer grows with the blocks, not with what the file declares.
  const ByteSpan head = as_byte_span(header);
  Bytes out(head.begin(), head.end());
  Inflater inflater;
  while (out.size() < full_size) MMD_TRY(unpack_block(in, inflater, full_size, out));
  return out;
}

}  // namespace mmd::x
