#include "tests/support/archive_samples.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <zlib.h>

#include "assets/archive_locale.h"
#include "base/text.h"

namespace mmd::test {
namespace {

la_ssize_t append(archive* /*a*/, void* bytes, const void* data, std::size_t size) {
  const auto* from = static_cast<const std::byte*>(data);
  auto& to = *static_cast<Bytes*>(bytes);
  to.insert(to.end(), from, from + size);
  return static_cast<la_ssize_t>(size);
}

void expect_ok(int status, archive* a) {
  if (status != ARCHIVE_OK) throw std::runtime_error(archive_error_string(a));
}

/// Without the locale, which has no Japanese in tests.
std::wstring wide(const std::string& utf8) {
  const std::u32string units = utf16_units(utf8);
  return std::wstring(units.begin(), units.end());
}

void add(archive* a, const ArchivedFile& file) {
  archive_entry* const entry = archive_entry_new();
  if (archive_format(a) == ARCHIVE_FORMAT_7ZIP) {  // on Windows it converts no others
    archive_entry_copy_pathname_w(entry, wide(file.name).c_str());
  } else {
    archive_entry_set_pathname(entry, file.name.c_str());
  }
  archive_entry_set_perm(entry, 0644);
  if (file.link_to.empty()) {
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(file.content.size()));
  } else {
    archive_entry_set_filetype(entry, AE_IFLNK);
    archive_entry_set_symlink(entry, file.link_to.c_str());
  }
  expect_ok(archive_write_header(a, entry), a);
  archive_write_data(a, file.content.data(), file.content.size());
  archive_entry_free(entry);
}

template <class SetFormat>
Bytes written(const std::vector<ArchivedFile>& files, SetFormat&& set_format) {
  const Utf8Locale utf8;
  Bytes out;
  archive* const a = archive_write_new();
  set_format(a);
  archive_write_set_bytes_in_last_block(a, 1);
  expect_ok(archive_write_open(a, &out, nullptr, append, nullptr), a);
  for (const ArchivedFile& file : files) add(a, file);
  expect_ok(archive_write_close(a), a);
  archive_write_free(a);
  return out;
}

std::uint32_t crc_of(std::string_view text) {
  return static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<uInt>(text.size())));
}

/// LHA's checksum: CRC-16 with the polynomial 0x8005, reflected.
std::uint16_t crc16_of(std::string_view text) {
  unsigned crc = 0;
  for (const char c : text) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xa001 : crc >> 1;
  }
  return static_cast<std::uint16_t>(crc);
}

void write_rar_block(ByteWriter& out, std::uint8_t type, std::uint16_t flags, ByteWriter&& body) {
  const Bytes rest = body.take();
  ByteWriter header;
  header.write(type);
  header.write(flags);
  header.write(static_cast<std::uint16_t>(7 + rest.size()));
  header.write_bytes(as_text(rest));
  const Bytes bytes = header.take();
  out.write(static_cast<std::uint16_t>(crc_of(as_text(bytes))));
  out.write_bytes(as_text(bytes));
}

/// Seven bits a byte, the lowest first.
void write_vint(ByteWriter& out, std::size_t value) {
  for (; value >= 0x80; value >>= 7) out.write(static_cast<std::uint8_t>(value | 0x80));
  out.write(static_cast<std::uint8_t>(value));
}

void write_rar5_block(ByteWriter& out, ByteWriter&& body) {
  const Bytes rest = body.take();
  ByteWriter header;
  write_vint(header, rest.size());
  header.write_bytes(as_text(rest));
  const Bytes bytes = header.take();
  out.write(crc_of(as_text(bytes)));
  out.write_bytes(as_text(bytes));
}

}  // namespace

Bytes seven_zip_file(const std::vector<ArchivedFile>& files) {
  return written(files, [](archive* a) { expect_ok(archive_write_set_format_7zip(a), a); });
}

Bytes tar_file(const std::vector<ArchivedFile>& files, const std::string& filter) {
  return written(files, [&](archive* a) {
    expect_ok(archive_write_set_format_pax_restricted(a), a);
    if (!filter.empty()) expect_ok(archive_write_add_filter_by_name(a, filter.c_str()), a);
  });
}

Bytes rar_file(const std::vector<ArchivedFile>& files, bool encrypted) {
  constexpr std::uint8_t main = 0x73, file_header = 0x74, end = 0x7b, stored = 0x30;
  ByteWriter out;
  out.write_bytes({"Rar!\x1a\x07\x00", 7});
  ByteWriter reserved;
  reserved.write_bytes(std::string(6, '\0'));
  write_rar_block(out, main, 0, std::move(reserved));
  for (const ArchivedFile& file : files) {
    const auto size = static_cast<std::uint32_t>(file.content.size());
    ByteWriter body;
    body.write(size);
    body.write(size);
    body.write(std::uint8_t{2});  // Windows
    body.write(crc_of(file.content));
    body.write(std::uint32_t{0x58210000});  // time and date
    body.write(std::uint8_t{20});           // version
    body.write(stored);
    body.write(static_cast<std::uint16_t>(file.name.size()));
    body.write(std::uint32_t{0x20});  // attributes
    body.write_bytes(file.name);
    write_rar_block(out, file_header, encrypted ? 0x8004 : 0x8000, std::move(body));
    out.write_bytes(file.content);
  }
  write_rar_block(out, end, 0x4000, ByteWriter());
  return out.take();
}

Bytes rar5_file(const std::vector<ArchivedFile>& files) {
  constexpr std::size_t main = 1, file_header = 2, end = 5, has_data = 2, has_crc = 4;
  const auto block = [](std::initializer_list<std::size_t> values) {
    ByteWriter out;
    for (const std::size_t value : values) write_vint(out, value);
    return out;
  };
  ByteWriter out;
  out.write_bytes({"Rar!\x1a\x07\x01\x00", 8});
  write_rar5_block(out, block({main, 0, 0}));
  for (const ArchivedFile& file : files) {
    ByteWriter body = block({file_header, has_data, file.content.size(), has_crc, file.content.size(), 0x20});
    body.write(crc_of(file.content));
    for (const std::size_t value : {std::size_t{0}, std::size_t{1}, file.name.size()})
      write_vint(body, value);
    body.write_bytes(file.name);
    write_rar5_block(out, std::move(body));
    out.write_bytes(file.content);
  }
  write_rar5_block(out, block({end, 0, 0}));
  return out.take();
}

Bytes lha_file(const std::vector<ArchivedFile>& files) {
  ByteWriter out;
  for (const ArchivedFile& file : files) {
    ByteWriter body;
    body.write_bytes("-lh0-");
    body.write(static_cast<std::uint32_t>(file.content.size()));
    body.write(static_cast<std::uint32_t>(file.content.size()));
    body.write(std::uint32_t{0x58210000});  // time and date
    body.write(std::uint8_t{0x20});         // attributes
    body.write(std::uint8_t{0});            // level
    body.write(static_cast<std::uint8_t>(file.name.size()));
    body.write_bytes(file.name);
    body.write(crc16_of(file.content));
    const Bytes header = body.take();
    std::uint8_t sum = 0;
    for (const std::byte b : header) sum = static_cast<std::uint8_t>(sum + static_cast<std::uint8_t>(b));
    out.write(static_cast<std::uint8_t>(header.size()));
    out.write(sum);
    out.write_bytes(as_text(header));
    out.write_bytes(file.content);
  }
  out.write(std::uint8_t{0});
  return out.take();
}

}  // namespace mmd::test
