
#include <fmt/format.h>

#include "base/errors.h"
#include "formats/vmd.h"
#include "formats/vmd_records.h"

namespace mmd::vmd {
namespace {

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

/// The first section that holds keys although the file is said not to have it.
const char* section_left_out(const File& file) {
  const char* name = nullptr;
  for_each_section(
      [&](Section section, const auto& keys) {
        if (name == nullptr && !file.has(section) && !keys.empty()) name = section_name(section);
      },
      file);
  return name;
}

}  // namespace

File empty_file(std::string_view cp932_model_name) {
  File file;
  file.signature = name_from<30>("Vocaloid Motion Data 0002");
  file.model_name = name_from<20>(cp932_model_name);
  file.sections = section_count;
  return file;
}

Result<Bytes> write(const File& file) try {
  if (const char* section = section_left_out(file)) {
    return fail(fmt::format("{}: present, but the file has only {} sections", section, file.sections));
  }
  Writer to;
  to(file.signature);
  to.out.append(file.model_name.data(), model_name_size(file.signature));
  for_each_section(
      [&](Section section, const auto& keys) {
        if (!file.has(section)) return;
        to.count<std::uint32_t>(section_name(section), keys);
        to.elements(keys);
      },
      file);
  to.out.append(file.trailing.data(), file.trailing.size());
  return to.out.take();
} catch (...) {
  return fail_caught("write the motion", "the motion cannot be written");
}

}  // namespace mmd::vmd
