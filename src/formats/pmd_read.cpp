#include <algorithm>
#include <exception>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "formats/pmd_records.h"

namespace mmd::pmd {
namespace {

constexpr std::string_view magic = "Pmd";
constexpr const char* damaged_hint =
    "the file is damaged or cut off; fetch it again, or open and save it in PMDEditor";

/// Keeps the first error, with section, element and byte offset.
class Cursor {
 public:
  /// Adds the elements' offsets to `places`, if given.
  explicit Cursor(ByteSpan bytes, Places* places = nullptr) : in(bytes), places_(places) {}

  ByteReader in;

  bool ok() const { return status_ && in.ok(); }
  void enter(const char* section) {
    section_ = section;
    element_.reset();
  }
  template <class... Fields>
  void operator()(Fields&... to) {
    ((to = in.read<Fields>()), ...);
  }

  /// A count that other fields separate from its elements.
  template <class Count, class List>
  void count(const char* of, List&) {
    counted_ = {of, in.offset(), in.read<Count>()};
  }
  template <class List>
  void elements(List& list) {
    if (!ok()) return;
    const std::size_t room = in.remaining() / record_size<typename List::value_type>();
    if (counted_.declared > room) {
      const auto& [of, where, declared] = counted_;
      return set_error(where, fmt::format("{}: {} declared, room for {}", of, declared, room));
    }
    list.resize(counted_.declared);
    read_all(list);
  }

  /// A section of records, with its count.
  template <class Count, class List>
  void section(const char* name, List& list) {
    if (!ok()) return;
    enter(name);
    const std::size_t where = in.offset();
    const std::size_t declared = in.read<Count>();
    if (!ok()) return;
    const std::size_t size = record_size<typename List::value_type>();
    const std::size_t room = in.remaining() / size;
    if (declared > room) return set_error(where, fmt::format("{} declared, room for {}", declared, room));
    list.resize(declared);
    if constexpr (has_list<typename List::value_type>) {
      read_each(list);
    } else {
      if (places_ != nullptr) places_->set_fixed(name, in.offset(), size, declared);
      read_all(list);
    }
  }

  template <class Names>
  void names(Names& names, std::size_t needed) {
    names.resize(needed);
    for (auto& name : names) (*this)(name);
  }

  void set_error(std::size_t offset, const std::string& what) {
    if (!status_) return;
    std::string where = section_;
    if (element_) where += fmt::format(": element {}", *element_);
    Diagnostic error = make_error(where + ": " + what, damaged_hint);
    error.offset = offset;
    status_ = fail(std::move(error));
  }
  /// The first error, if any; a read past the end is "truncated" at that field.
  const Result<void>& status() {
    if (!in.ok()) set_error(in.offset(), "truncated");
    return status_;
  }

 private:
  struct Counted {
    const char* of = "";
    std::size_t where = 0, declared = 0;
  };

  /// Reads elements of one size without bounds checks.
  template <class List>
  void read_all(List& list) {
    FieldReader records(in.rest().data());
    for (auto& element : list) element_fields(records, element);
    in.skip(static_cast<std::size_t>(records.at() - in.rest().data()));
  }
  template <class List>
  void read_each(List& list) {
    for (std::size_t i = 0; i < list.size() && ok(); ++i) {
      element_ = i;
      if (places_ != nullptr) places_->add(section_, in.offset());
      element_fields(*this, list[i]);
    }
  }

  Counted counted_;
  Places* places_;
  const char* section_ = "header";
  std::optional<std::size_t> element_;
  Result<void> status_;
};

void read_main(Cursor& c, File& out) {
  c.enter("header");
  if (c.in.read_bytes(magic.size()) != magic) return c.set_error(0, "not a PMD file");
  main_sections(c, out);
}

void clear(Tail tail, File& out) {
  switch (tail) {
    case Tail::english:
      out.english = {};
      break;
    case Tail::toons:
      out.toons = {};
      break;
    case Tail::rigid_bodies:
      out.rigid_bodies.clear();
      break;
    case Tail::joints:
      out.joints.clear();
      break;
  }
}

/// Reads optional sections until the end or the first damaged one; the cursor then returns to its beginning.
void read_tails(Cursor& c, ReadResult& out) {
  for (std::size_t t = 0; t < tail_count && c.in.remaining() > 0; ++t) {
    const Cursor start = c;
    const auto tail = static_cast<Tail>(t);
    tail_section(c, tail, out.file);
    if (!c.ok()) {
      Diagnostic d = c.status().error();
      d.severity = Severity::warning;
      d.what += "; this section and the following ones are skipped";
      out.diagnostics.push_back(std::move(d));
      clear(tail, out.file);
      c = start;
      return;
    }
    out.file.tails = t + 1;
  }
}

}  // namespace

bool looks_like(ByteSpan bytes) {
  return as_text(bytes).substr(0, magic.size()) == magic;
}

Result<ReadResult> read(ByteSpan bytes) {
  Cursor c(bytes);
  ReadResult out;
  read_main(c, out.file);
  MMD_TRY(c.status());
  read_tails(c, out);
  const ByteSpan rest = c.in.rest();
  out.file.trailing.assign(rest.begin(), rest.end());
  return out;
}

namespace {

/// Bones of the built model, which have one IK each: a bone's further IK becomes a helper bone at the end,
/// with that IK's offset.
void locate_bones(const File& file, Places& out) {
  std::vector<bool> has_ik(file.bones.size(), false);
  std::vector<std::uint64_t> at;
  for (std::size_t i = 0; i < file.bones.size(); ++i) at.push_back(out.find("bones", i).value_or(0));
  for (std::size_t i = 0; i < file.iks.size(); ++i) {
    const std::size_t bone = file.iks[i].bone;
    if (bone >= has_ik.size()) continue;
    if (has_ik[bone]) {
      has_ik.push_back(true);
      at.push_back(out.find("IK", i).value_or(0));
    }
    has_ik[bone] = true;
  }
  for (const std::uint64_t offset : at) out.add("bones", offset);
}

/// Display frames of the built model: it puts one for the first bone and one for the morphs before PMD's. A
/// frame with a missing bone gets the offset of that item.
void locate_frames(const File& file, Places& out) {
  std::vector<std::uint64_t> at{0, out.find("morph display list", 0).value_or(0)};
  for (std::size_t i = 0; i < file.display_frames.size(); ++i)
    at.push_back(out.find("display frames", i).value_or(0));
  for (std::size_t i = file.display_bones.size(); i-- > 0;) {
    const DisplayBone& item = file.display_bones[i];
    if (item.frame > 0 && item.frame <= file.display_frames.size() && item.bone >= file.bones.size())
      at[item.frame + 1u] = out.find("bone display list", i).value_or(0);
  }
  for (const std::uint64_t offset : at) out.add("display frames", offset);
}

}  // namespace

Places locate(ByteSpan bytes) try {
  Places out;
  Cursor c(bytes, &out);
  ReadResult read;
  read_main(c, read.file);
  if (c.ok()) read_tails(c, read);
  // Three indices are a triangle.
  if (const auto first = out.find("faces", 0))
    out.set_fixed("faces", *first, 6, read.file.indices.size() / 3);
  locate_bones(read.file, out);
  locate_frames(read.file, out);
  const auto& morphs = read.file.morphs;
  const auto is_base = [](const Morph& m) { return m.type == 0; };
  const auto base = std::find_if(morphs.begin(), morphs.end(), is_base);
  if (base != morphs.end()) out.erase("morphs", static_cast<std::size_t>(base - morphs.begin()));
  return out;
} catch (const std::exception&) {
  return {};
}

}  // namespace mmd::pmd
