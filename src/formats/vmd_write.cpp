
#include <fmt/format.h>

#include "formats/vmd.h"
#include "formats/vmd_records.h"

namespace mmd::vmd {
namespace {

/// Counts the bytes that a writer will write.
class Measure {
 public:
  std::size_t size = 0;

  template <class... Fields>
  void operator()(const Fields&... values) {
    size += (sizeof(values) + ... + 0);
  }
  template <class Count, class List>
  void count(const char*, const List&) {
    size += sizeof(Count);
  }
  template <class List>
  void elements(const List& list) {
    for (const auto& element : list) fields(*this, element);
  }
};

class Writer {
 public:
  ByteWriter out;

  template <class... Fields>
  void operator()(const Fields&... values) {
    (out.write(values), ...);
  }
  template <class Count, class List>
  void count(const char*, const List& list) {
    out.write(static_cast<Count>(list.size()));
  }
  template <class List>
  void elements(const List& list) {
    for (const auto& element : list) fields(*this, element);
  }
};

/// The name of the first section with keys beyond `file.sections`, if any.
const char* section_left_out(const File& file) {
  const char* name = nullptr;
  for_each_section(
      [&](Section section, const auto& keys) {
        if (name == nullptr && !file.has(section) && !keys.empty()) name = section_name(section);
      },
      file);
  return name;
}

/// Writes the sections that the file has.
template <class Io>
void put_sections(Io& io, const File& file) {
  for_each_section(
      [&](Section section, const auto& keys) {
        if (!file.has(section)) return;
        io.template count<std::uint32_t>(section_name(section), keys);
        io.elements(keys);
      },
      file);
}

}  // namespace

File empty_file(std::string_view cp932_model_name) {
  File file;
  file.signature = name_from<30>("Vocaloid Motion Data 0002");
  file.model_name = name_from<20>(cp932_model_name);
  file.sections = section_count;
  return file;
}

Result<Bytes> write(const File& file) {
  if (const char* section = section_left_out(file)) {
    return fail(
        fmt::format("section {} has keys, but the file has only {} sections", section, file.sections));
  }
  const std::size_t name_size = model_name_size(file.signature);
  Measure all;
  put_sections(all, file);
  Writer to;
  to.out.reserve(sizeof(file.signature) + name_size + all.size + file.trailing.size());
  to(file.signature);
  to.out.append(file.model_name.data(), name_size);
  put_sections(to, file);
  to.out.append(file.trailing.data(), file.trailing.size());
  return to.out.take();
}

}  // namespace mmd::vmd
