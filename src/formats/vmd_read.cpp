#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "formats/vmd.h"
#include "formats/vmd_records.h"

namespace mmd::vmd {
namespace {

constexpr const char* damaged_hint = "the file is damaged or cut off; fetch it again";

tl::unexpected<Diagnostic> fail_at(std::size_t offset, std::string what, const char* hint = damaged_hint) {
  Diagnostic d = make_error(std::move(what), hint);
  d.offset = offset;
  return fail(std::move(d));
}

/// Reads one key with a list; `error_text()` is the error's text, if any.
class KeyReader {
 public:
  explicit KeyReader(ByteReader& in) : in_(in) {}

  template <class... Fields>
  void operator()(Fields&... to) {
    ((to = in_.read<Fields>()), ...);
  }
  template <class Count, class List>
  void count(const char* name, List& list) {
    const std::size_t declared = in_.read<Count>();
    const std::size_t room = in_.remaining() / record_size<typename List::value_type>();
    if (!in_.ok()) {
      error_text_ = "truncated";
    } else if (declared > room) {
      error_text_ = fmt::format("{}: {} declared, room for {}", name, declared, room);
    } else {
      list.resize(declared);
    }
  }
  template <class List>
  void elements(List& list) {
    FieldReader records(in_.rest().data());
    for (auto& record : list) fields(records, record);
    in_.skip(static_cast<std::size_t>(records.at() - in_.rest().data()));
  }

  const std::string& error_text() const { return error_text_; }

 private:
  ByteReader& in_;
  std::string error_text_;
};

class Reader {
 public:
  explicit Reader(ByteSpan bytes) : in_(bytes) {}

  Result<void> header(File& out) {
    out.signature = in_.read<Name<30>>();
    if (in_.ok() && !has_signature(bytes_of(out.signature))) {
      return fail_at(0, "header: not a VMD file", "the file must start with 'Vocaloid Motion Data'");
    }
    const std::string_view name = in_.read_bytes(model_name_size(out.signature));
    if (!in_.ok()) return fail_at(in_.offset(), "header: truncated");
    out.model_name = name_from<20>(name);
    return {};
  }

  /// Reads sections until the end or the first damaged one, whose error it returns; the reader then returns
  /// to that section's beginning.
  Result<void> sections(File& out) {
    Result<void> all;
    for_each_section(
        [&](Section section, auto& keys) {
          if (!all || in_.remaining() == 0) return;
          const ByteReader start = in_;
          all = read_section(section, keys);
          if (all) {
            ++out.sections;
          } else {
            keys.clear();
            in_ = start;
          }
        },
        out);
    return all;
  }

  ByteSpan rest() const { return in_.rest(); }

 private:
  template <class Keys>
  Result<void> read_section(Section section, Keys& keys) {
    const std::size_t where = in_.offset();
    const auto declared = in_.read<std::uint32_t>();
    const std::size_t room = in_.remaining() / record_size<typename Keys::value_type>();
    const char* name = section_name(section);
    if (!in_.ok()) return fail_at(where, fmt::format("{}: truncated", name));
    if (declared > room)
      return fail_at(where, fmt::format("{}: {} declared, room for {}", name, declared, room));
    keys.resize(declared);
    if constexpr (has_list<typename Keys::value_type>) {
      return read_each(name, keys);
    } else {
      return read_all(keys);
    }
  }

  /// Reads keys of one size without bounds checks.
  template <class Keys>
  Result<void> read_all(Keys& keys) {
    FieldReader records(in_.rest().data());
    for (auto& key : keys) fields(records, key);
    in_.skip(static_cast<std::size_t>(records.at() - in_.rest().data()));
    return {};
  }

  template <class Keys>
  Result<void> read_each(const char* section, Keys& keys) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::size_t where = in_.offset();
      KeyReader key(in_);
      fields(key, keys[i]);
      if (!key.error_text().empty())
        return fail_at(where, fmt::format("{}: element {}: {}", section, i, key.error_text()));
    }
    return {};
  }

  ByteReader in_;
};

bool has_keys(const File& file) {
  bool any = false;
  for_each_section([&any](Section, const auto& keys) { any = any || !keys.empty(); }, file);
  return any;
}

}  // namespace

const char* section_name(Section section) {
  static constexpr const char* names[section_count] = {"bone keys",  "morph keys",       "camera keys",
                                                       "light keys", "self-shadow keys", "property keys"};
  return names[static_cast<std::size_t>(section)];
}

bool looks_like(ByteSpan bytes) {
  return has_signature(as_text(bytes));
}

Result<ReadResult> read(ByteSpan bytes) {
  Reader reader(bytes);
  ReadResult out;
  MMD_TRY(reader.header(out.file));
  if (Result<void> all = reader.sections(out.file); !all) {
    // Keys before the damage are useful; a file without any is an error.
    if (!has_keys(out.file)) return fail(std::move(all.error()));
    out.diagnostics.push_back(std::move(all.error()));
    out.diagnostics.back().severity = Severity::warning;
    out.diagnostics.back().what += skipped_behind_damage;
  }
  const ByteSpan rest = reader.rest();
  out.file.trailing.assign(rest.begin(), rest.end());
  return out;
}

std::uint32_t last_frame(const File& file) {
  std::uint32_t last = 0;
  for_each_section(
      [&](Section, const auto& keys) {
        for (const auto& key : keys) last = std::max(last, key.frame);
      },
      file);
  return last;
}

Places locate(const File& file) {
  Places out;
  std::uint64_t at = file.signature.size() + model_name_size(file.signature);
  for_each_section(
      [&]<class Keys>(Section section, const Keys& keys) {
        at += sizeof(std::uint32_t);
        if constexpr (has_list<typename Keys::value_type>) {
          for (const auto& key : keys) {
            out.add(section_name(section), at);
            at += record_size(key);
          }
        } else {
          const std::size_t size = record_size<typename Keys::value_type>();
          out.set_fixed(section_name(section), at, size, keys.size());
          at += keys.size() * size;
        }
      },
      file);
  return out;
}

}  // namespace mmd::vmd
