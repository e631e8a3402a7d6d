#include <zlib.h>

#include "tests/support/archive_samples.h"

namespace mmd::test {
namespace {

std::string raw_deflate(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

constexpr std::uint16_t sizes_follow = 8, made_by_unix = 0x0314;

void write_sizes(ByteWriter& out, const ZipFile& file, std::size_t packed_size) {
  out.write(zip_crc(file.content));
  out.write(static_cast<std::uint32_t>(packed_size));
  out.write(file.claimed_size.value_or(static_cast<std::uint32_t>(file.content.size())));
}

/// Fields common to the local header and the directory entry.
void write_common(ByteWriter& out, const ZipFile& file, std::size_t packed_size, bool with_sizes) {
  out.write(std::uint16_t{20});
  out.write(static_cast<std::uint16_t>(file.flags | (file.streamed ? sizes_follow : 0)));
  out.write(file.claimed_method.value_or(file.deflated ? std::uint16_t{8} : std::uint16_t{0}));
  out.write(std::uint32_t{0x58210000});  // time and date
  if (with_sizes) {
    write_sizes(out, file, packed_size);
  } else {
    out.write_bytes(std::string(12, '\0'));
  }
  out.write(static_cast<std::uint16_t>(file.raw_name.size()));
  out.write(static_cast<std::uint16_t>(file.extra.size()));
}

void write_local(ByteWriter& out, const ZipFile& file, const std::string& packed) {
  out.write_bytes("PK\x03\x04");
  write_common(out, file, packed.size(), !file.streamed);
  out.write_bytes(file.raw_name);
  out.write_bytes(file.extra);
  out.write_bytes(packed);
  if (!file.streamed) return;
  out.write_bytes("PK\x07\x08");
  write_sizes(out, file, packed.size());
}

}  // namespace

std::uint32_t zip_crc(const std::string& text) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

Bytes zip_file(const std::vector<ZipFile>& files) {
  ByteWriter out;
  ByteWriter directory;
  for (const ZipFile& file : files) {
    const std::size_t offset = file.elsewhere.value_or(static_cast<std::uint32_t>(out.size()));
    const std::string packed = file.deflated ? raw_deflate(file.content) : file.content;
    if (!file.elsewhere) write_local(out, file, packed);
    directory.write_bytes("PK\x01\x02");
    directory.write(file.unix_mode != 0 ? made_by_unix : std::uint16_t{20});
    ZipFile told = file;
    if (file.untold) told.claimed_size = 0;
    write_common(directory, told, packed.size(), true);
    directory.write_bytes(std::string(6, '\0'));  // comment size, disk, attributes
    directory.write(static_cast<std::uint32_t>(file.unix_mode << 16));
    directory.write(static_cast<std::uint32_t>(offset));
    directory.write_bytes(file.raw_name);
    directory.write_bytes(file.extra);
  }
  const std::size_t offset = out.size();
  const Bytes entries = directory.take();
  out.write_bytes(as_text(entries));
  out.write_bytes("PK\x05\x06");
  out.write(std::uint32_t{0});
  out.write(static_cast<std::uint16_t>(files.size()));
  out.write(static_cast<std::uint16_t>(files.size()));
  out.write(static_cast<std::uint32_t>(entries.size()));
  out.write(static_cast<std::uint32_t>(offset));
  out.write(std::uint16_t{0});
  return out.take();
}

}  // namespace mmd::test
