#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "formats/vmd.h"
#include "formats/vmd_layout.h"

namespace mmd::vmd {
namespace {

constexpr const char* damaged_hint = "the file is damaged or cut off; fetch it again";

/// Copies one field of a record and moves on. The caller has checked that the record is there.
template <class T>
void take(const std::byte*& at, T& to) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(&to, at, sizeof(T));
  at += sizeof(T);
}

void take_key(const std::byte* at, BoneKey& key) {
  take(at, key.name);
  take(at, key.frame);
  take(at, key.translation);
  take(at, key.rotation);
  take(at, key.interpolation);
}
void take_key(const std::byte* at, MorphKey& key) {
  take(at, key.name);
  take(at, key.frame);
  take(at, key.weight);
}
void take_key(const std::byte* at, CameraKey& key) {
  take(at, key.frame);
  take(at, key.distance);
  take(at, key.target);
  take(at, key.angles);
  take(at, key.interpolation);
  take(at, key.fov_degrees);
  take(at, key.no_perspective);
}
void take_key(const std::byte* at, LightKey& key) {
  take(at, key.frame);
  take(at, key.colour);
  take(at, key.direction);
}
void take_key(const std::byte* at, SelfShadowKey& key) {
  take(at, key.frame);
  take(at, key.mode);
  take(at, key.value);
}

class Reader {
 public:
  explicit Reader(ByteSpan bytes) : in_(bytes) {}

  std::optional<Diagnostic> header(File& out) {
    out.signature = in_.read<Name<30>>();
    if (in_.ok() && !has_signature(bytes_of(out.signature))) {
      return error_at(0, "header: not a VMD file", "the file must start with 'Vocaloid Motion Data'");
    }
    const std::string_view name = in_.read_bytes(model_name_size(out.signature));
    if (!in_.ok()) return error_at(in_.offset(), "header: truncated", damaged_hint);
    out.model_name = name_from<20>(name);
    return std::nullopt;
  }

  /// Reads sections until the end or the first damaged one, whose error comes back; the reader then stands at
  /// its beginning.
  std::optional<Diagnostic> sections(File& out) {
    const auto fixed = [&](Section s, auto& keys) { return records(s, keys); };
    for (std::size_t s = 0; s < section_count && in_.remaining() > 0; ++s) {
      const ByteReader start = in_;
      const auto section = static_cast<Section>(s);
      std::optional<Diagnostic> error;
      switch (section) {
        case Section::bone:
          error = fixed(section, out.bones);
          break;
        case Section::morph:
          error = fixed(section, out.morphs);
          break;
        case Section::camera:
          error = fixed(section, out.cameras);
          break;
        case Section::light:
          error = fixed(section, out.lights);
          break;
        case Section::self_shadow:
          error = fixed(section, out.self_shadows);
          break;
        case Section::property:
          error = properties(out.properties);
          if (error) out.properties.clear();
          break;
      }
      if (error) {
        in_ = start;
        return error;
      }
      out.sections = s + 1;
    }
    return std::nullopt;
  }

  ByteSpan rest() const { return in_.rest(); }

 private:
  static Diagnostic error_at(std::size_t offset, std::string what, const char* hint) {
    Diagnostic d = make_error(std::move(what), hint);
    d.offset = offset;
    return d;
  }

  /// The number of records a section declares, held against the bytes that are left.
  std::size_t count(Section section, std::optional<Diagnostic>& error) {
    const std::size_t where = in_.offset();
    const SectionLayout& layout = layout_of(section);
    const auto declared = in_.read<std::uint32_t>();
    const std::size_t room = in_.remaining() / layout.record_size;
    if (in_.ok() && declared <= room) return declared;
    error = error_at(where,
                     in_.ok() ? fmt::format("{}: {} declared, room for {}", layout.name, declared, room)
                              : fmt::format("{}: truncated", layout.name),
                     damaged_hint);
    return 0;
  }

  template <class Keys>
  std::optional<Diagnostic> records(Section section, Keys& keys) {
    std::optional<Diagnostic> error;
    const std::size_t n = count(section, error);
    if (error) return error;
    keys.resize(n);
    const std::size_t size = layout_of(section).record_size;
    const std::byte* at = in_.rest().data();
    for (auto& key : keys) {
      take_key(at, key);
      at += size;
    }
    in_.skip(n * size);
    return std::nullopt;
  }

  std::optional<Diagnostic> properties(std::vector<PropertyKey>& keys) {
    std::optional<Diagnostic> error;
    const std::size_t n = count(Section::property, error);
    if (error) return error;
    keys.resize(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t where = in_.offset();
      keys[i].frame = in_.read<std::uint32_t>();
      keys[i].visible = in_.read<std::uint8_t>();
      const auto declared = in_.read<std::uint32_t>();
      const std::size_t room = in_.remaining() / ik_state_size;
      if (!in_.ok() || declared > room) {
        const char* section = layout_of(Section::property).name;
        return error_at(where,
                        in_.ok() ? fmt::format("{}: element {}: IK states: {} declared, room for {}", section,
                                               i, declared, room)
                                 : fmt::format("{}: element {}: truncated", section, i),
                        damaged_hint);
      }
      keys[i].ik.resize(declared);
      const std::byte* at = in_.rest().data();
      for (IkState& state : keys[i].ik) {
        take(at, state.name);
        take(at, state.enabled);
      }
      in_.skip(declared * ik_state_size);
    }
    return std::nullopt;
  }

  ByteReader in_;
};

bool has_keys(const File& file) {
  return !file.bones.empty() || !file.morphs.empty() || !file.cameras.empty() || !file.lights.empty() ||
         !file.self_shadows.empty() || !file.properties.empty();
}

}  // namespace

bool looks_like(ByteSpan bytes) {
  return has_signature(as_text(bytes));
}

Result<ReadResult> read(ByteSpan bytes) try {
  Reader reader(bytes);
  ReadResult out;
  if (auto error = reader.header(out.file)) return fail(std::move(*error));
  if (auto error = reader.sections(out.file)) {
    // What was read before the damage is worth having; nothing at all is not.
    if (!has_keys(out.file)) return fail(std::move(*error));
    error->severity = Severity::warning;
    error->what += "; this and what follows is left out";
    out.diagnostics.push_back(std::move(*error));
  }
  const ByteSpan rest = reader.rest();
  out.file.trailing.assign(rest.begin(), rest.end());
  return out;
} catch (const std::bad_alloc&) {
  return fail("not enough memory to read the motion");
} catch (const std::exception& e) {
  return fail(fmt::format("the motion cannot be read: {}", e.what()));
}

Places locate(const File& file) {
  const std::array<std::size_t, section_count> counts{file.bones.size(),        file.morphs.size(),
                                                      file.cameras.size(),      file.lights.size(),
                                                      file.self_shadows.size(), file.properties.size()};
  Places out;
  std::uint64_t at = file.signature.size() + model_name_size(file.signature);
  for (std::size_t s = 0; s < section_count; ++s) {
    const SectionLayout& layout = layout_of(static_cast<Section>(s));
    at += sizeof(std::uint32_t);
    if (static_cast<Section>(s) == Section::property) break;  // whose records vary in size
    out.set_fixed(layout.name, at, layout.record_size, counts[s]);
    at += counts[s] * layout.record_size;
  }
  for (const PropertyKey& key : file.properties) {
    out.add(layout_of(Section::property).name, at);
    at += layout_of(Section::property).record_size + key.ik.size() * ik_state_size;
  }
  return out;
}

}  // namespace mmd::vmd
