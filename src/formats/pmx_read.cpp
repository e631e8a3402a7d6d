#include <exception>

#include "base/errors.h"
#include "base/text.h"
#include "formats/pmx.h"
#include "formats/pmx_cursor.h"

namespace mmd::pmx {

namespace {

constexpr const char* versions_hint =
    "PMX 2.0 and 2.1 can be read; open and save it as one of them in PMXEditor";

void check_magic(Cursor& c) {
  const std::string_view bytes = as_text(c.in.rest());
  if (bytes.empty()) return c.fail_at(0, "empty file", "download or copy it again");
  if (bytes.substr(0, magic.size()) != magic) {
    const bool pmd = bytes.substr(0, 3) == "Pmd";
    return c.fail_at(
        0, "does not start with \"PMX \"",
        pmd ? "this is a PMD file" : "the file is not a PMX model, even if its name ends in .pmx");
  }
  c.in.skip(magic.size());
}

void read_index_size(Cursor& c, const IndexKind& kind) {
  const std::size_t where = c.offset();
  std::uint8_t& size = c.header.index_sizes.*kind.size;
  size = c.read<std::uint8_t>();
  if (c.ok() && size != 1 && size != 2 && size != 4)
    c.fail_at(where, fmt::format("{} index size {}", kind.name, size));
}

void read_globals(Cursor& c) {
  Header& h = c.header;
  std::size_t where = c.offset();
  const auto globals = c.read<std::uint8_t>();
  if (c.ok() && globals < known_globals) c.fail_at(where, fmt::format("{} globals, 8 needed", globals));
  where = c.offset();
  const auto encoding = c.read<std::uint8_t>();
  if (c.ok() && encoding > 1) c.fail_at(where, fmt::format("text encoding {}", encoding));
  h.encoding = static_cast<TextEncoding>(encoding);
  where = c.offset();
  h.additional_uv_count = c.read<std::uint8_t>();
  if (c.ok() && h.additional_uv_count > 4)
    c.fail_at(where, fmt::format("{} additional UVs; at most 4 are allowed", h.additional_uv_count));
  for (const IndexKind& kind : index_kinds) read_index_size(c, kind);
  for (std::size_t i = known_globals; c.ok() && i < globals; ++i)
    h.extra_globals.push_back(c.read<std::uint8_t>());
}

void read_header(Cursor& c) {
  c.enter("header");
  check_magic(c);
  if (!c.ok()) return;
  const std::size_t where = c.offset();
  c.header.version = c.read<float>();
  if (c.ok() && c.header.version != 2.0f && c.header.version != 2.1f) {
    c.fail_at(where, fmt::format("version {}", c.header.version), versions_hint);
  }
  if (c.ok()) read_globals(c);
}

void read_file(Cursor& c, File& out) {
  read_header(c);
  if (c.ok()) fields(c, out);
  if (c.ok()) sections(c, out);
}

// ---- Morph offsets

/// Finds the kind of the index in a record.
struct KindFinder {
  const IndexKind* kind = nullptr;
  void index(const IndexKind& of, const auto&) { kind = &of; }
  void operator()(const auto&...) {}
};

/// Reads a list of records of one size, with one bounds check for all.
template <class Offset>
void read_offsets(Cursor& c, Offsets& out) {
  const std::size_t record = smallest_record<Offset>(c.header.index_sizes);
  std::vector<Offset> offsets(c.count(record, "offsets"));
  Offset any;
  KindFinder found;
  fields(found, any);
  with_index_type(c.header.index_sizes.*found.kind->size, [&]<class Index>(Index) {
    IndexedReader<Index> records(c.in.rest().data());
    for (Offset& offset : offsets) fields(records, offset);
  });
  c.in.skip(offsets.size() * record);
  out = std::move(offsets);
}

using OffsetReader = void (*)(Cursor&, Offsets&);

template <std::size_t... alternatives>
constexpr auto make_offset_readers(std::index_sequence<alternatives...>) {
  return std::array<OffsetReader, sizeof...(alternatives)>{
      read_offsets<typename std::variant_alternative_t<alternatives, Offsets>::value_type>...};
}
/// By the variant's alternative.
constexpr auto offset_readers = make_offset_readers(std::make_index_sequence<std::variant_size_v<Offsets>>{});

}  // namespace

void Cursor::offsets(Morph& morph) {
  if (!ok()) return;
  offset_readers[offset_alternatives[static_cast<std::size_t>(morph.type)]](*this, morph.offsets);
}

bool looks_like(ByteSpan bytes) {
  return as_text(bytes).substr(0, magic.size()) == magic;
}

Result<File> read(ByteSpan bytes) {
  Cursor c(bytes);
  File out;
  read_file(c, out);
  MMD_TRY(c.status());
  out.header = std::move(c.header);
  const ByteSpan trailing = c.in.rest();
  out.trailing.assign(trailing.begin(), trailing.end());
  return out;
}

Places locate(ByteSpan bytes) try {
  Places out;
  Cursor c(bytes, &out);
  File file;
  read_file(c, file);
  return out;
} catch (const std::exception&) {
  return {};
}

std::string to_utf8(const Text& text, TextEncoding encoding) {
  return encoding == TextEncoding::utf16le ? utf8_from_utf16le(text.bytes) : utf8_lossy(text.bytes);
}

Text from_utf8(std::string_view text, TextEncoding encoding) {
  return Text{encoding == TextEncoding::utf16le ? utf16le_from_utf8(text) : utf8_lossy(text)};
}

}  // namespace mmd::pmx
