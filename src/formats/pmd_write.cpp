#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/errors.h"
#include "formats/pmd_records.h"

namespace mmd::pmd {
namespace {

/// Keeps the first list that is too long for its count field.
class Writer {
 public:
  ByteWriter out;

  void enter(const char*) {}
  template <class... Fields>
  void operator()(const Fields&... values) {
    (out.write(values), ...);
  }
  template <class Count, class List>
  void count(const char* of, const List& list) {
    constexpr auto max_count = std::numeric_limits<Count>::max();
    if (list.size() > max_count)
      fail_with(fmt::format("{}: {}, the format allows {}", of, list.size(), max_count));
    out.write(static_cast<Count>(list.size()));
  }
  template <class List>
  void elements(const List& list) {
    for (const auto& element : list) element_fields(*this, element);
  }
  template <class Count, class List>
  void section(const char* name, const List& list) {
    count<Count>(name, list);
    elements(list);
  }
  template <class Names>
  void names(const Names& names, std::size_t needed) {
    if (names.size() != needed)
      fail_with("English names: their number must match the bones, morphs and frames");
    elements(names);
  }
  /// The first error, if any.
  const Result<void>& status() const { return status_; }

 private:
  void fail_with(std::string what) {
    if (status_) status_ = fail(std::move(what));
  }

  Result<void> status_;
};

}  // namespace

Result<Bytes> write(const File& file) {
  Writer to;
  to.out.write_bytes("Pmd");
  main_sections(to, file);
  for (std::size_t t = 0; t < std::min(file.tails, tail_count); ++t)
    tail_section(to, static_cast<Tail>(t), file);
  to.out.append(file.trailing.data(), file.trailing.size());
  MMD_TRY(to.status());
  return to.out.take();
}

}  // namespace mmd::pmd
