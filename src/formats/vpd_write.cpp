#include <array>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/read_real.h"
#include "base/rotations.h"
#include "base/text.h"
#include "formats/vpd.h"

namespace mmd::vpd {
namespace {

using Out = std::back_insert_iterator<std::string>;

/// Checks that a file can hold the name.
Result<void> check_name(const std::string& name, const char* of) {
  if (name.find_first_of("\r\n") != std::string::npos) {
    return fail(fmt::format("{} name '{}' has a line break", of, name));
  }
  return {};
}

Result<void> check(const File& file) {
  MMD_TRY(check_name(file.model_name, "model"));
  for (const Bone& b : file.bones) {
    MMD_TRY(check_name(b.name, "bone"));
    if (!is_finite(b.translation) || !is_finite(b.rotation)) {
      return fail(fmt::format("bone '{}': a pose file cannot hold NaN or infinity", b.name));
    }
  }
  for (const Morph& m : file.morphs) {
    MMD_TRY(check_name(m.name, "morph"));
    if (!std::isfinite(m.weight)) {
      return fail(fmt::format("morph '{}': a pose file cannot hold NaN or infinity", m.name));
    }
  }
  return {};
}

/// Formats numbers.
class Numbers {
 public:
  explicit Numbers(Digits digits) : digits_(digits) {}

  std::string operator()(float value) const {
    std::string text = six(value);
    if (digits_ == Digits::six || static_cast<float>(read(text)) == value) return text;
    return fmt::format("{}", value);  // the fewest digits that give that float again
  }

  /// The four numbers of a rotation, which readers normalise.
  std::array<std::string, 4> of_rotation(const vec4& q) const {
    std::array<std::string, 4> out{six(q.x), six(q.y), six(q.z), six(q.w)};
    if (digits_ == Digits::six) return out;
    const glm::dvec4 again(read(out[0]), read(out[1]), read(out[2]), read(out[3]));
    if (vec4(unit_or_identity(again)) == q) return out;
    const glm::dvec4 exact = unit_rounding_to(q).value_or(glm::dvec4(q));
    for (int i = 0; i < 4; ++i) out[static_cast<std::size_t>(i)] = fmt::format("{:.17g}", exact[i]);
    return out;
  }

 private:
  static std::string six(float value) { return fmt::format("{:.6f}", value); }
  static double read(const std::string& text) {
    double value = 0.0;
    read_real(text.data(), text.data() + text.size(), value);
    return value;
  }

  Digits digits_;
};

std::string utf8_form(const File& file, const Numbers& number) {
  std::string out;
  const Out to(out);
  fmt::format_to(to, "Vocaloid Pose Data file\r\n\r\n{};\t\t// 親ファイル名\r\n", file.model_name);
  fmt::format_to(to, "{};\t\t\t\t// 総ポーズボーン数\r\n\r\n", file.bones.size());
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const Bone& b = file.bones[i];
    const vec3& t = b.translation;
    const auto q = number.of_rotation(b.rotation);
    fmt::format_to(to, "Bone{}{{{}\r\n  {},{},{};\t\t\t\t// trans x,y,z\r\n", i, b.name, number(t.x),
                   number(t.y), number(t.z));
    fmt::format_to(to, "  {},{},{},{};\t\t// Quaternion x,y,z,w\r\n}}\r\n\r\n", q[0], q[1], q[2], q[3]);
  }
  for (std::size_t i = 0; i < file.morphs.size(); ++i) {
    const Morph& m = file.morphs[i];
    fmt::format_to(to, "Morph{}{{{}\r\n  {};\r\n}}\r\n\r\n", i, m.name, number(m.weight));
  }
  return out;
}

/// A message about the first name that CP932 lacks.
std::string not_in_cp932(const File& file) {
  const auto lacks = [](const std::string& name) { return !cp932_from_utf8(name); };
  const auto message = [](const char* what, const std::string& name) {
    return fmt::format("{} '{}' cannot be written as Shift-JIS", what, name);
  };
  if (lacks(file.model_name)) return message("model name", file.model_name);
  for (const Bone& b : file.bones)
    if (b.cut_name.empty() && lacks(b.name)) return message("bone", b.name);
  for (const Morph& m : file.morphs)
    if (lacks(m.name)) return message("morph", m.name);
  return "the pose cannot be written as Shift-JIS";
}

/// The text in CP932, with the original bytes of names that MMD cut inside a character. nullopt: CP932 lacks
/// a character.
std::optional<std::string> cp932_with_cut_names(const File& file, std::string_view text) {
  std::string out;
  for (const Bone& b : file.bones) {
    if (b.cut_name.empty()) continue;
    const std::size_t at = text.find('{' + b.name + "\r\n") + 1;
    const auto before = cp932_from_utf8(text.substr(0, at));
    if (!before) return std::nullopt;
    out += *before + b.cut_name;
    text.remove_prefix(at + b.name.size());
  }
  const auto rest = cp932_from_utf8(text);
  return rest ? std::optional(out + *rest) : std::nullopt;
}

Result<std::string> encoded(const File& file, std::string text) {
  switch (file.encoding) {
    case Encoding::utf8:
      return text;
    case Encoding::utf8_bom:
      return "\xEF\xBB\xBF" + text;
    case Encoding::utf16le:
      return "\xFF\xFE" + utf16le_from_utf8(text);
    case Encoding::utf16be:
      return "\xFE\xFF" + utf16be_from_utf8(text);
    case Encoding::cp932:
      break;
  }
  if (auto bytes = cp932_with_cut_names(file, text)) return std::move(*bytes);
  return fail(not_in_cp932(file), "write the pose as UTF-8");
}

}  // namespace

Result<std::string> write(const File& file, Digits digits) {
  MMD_TRY(check(file));
  return encoded(file, utf8_form(file, Numbers(digits)));
}

Result<ForMmd> write_for_mmd(File file, Encoding otherwise, Digits digits) {
  file.model_name = only_cp932(file.model_name, '_');
  MMD_TRY(check(file));
  const std::string text = utf8_form(file, Numbers(digits));
  if (auto bytes = cp932_with_cut_names(file, text)) return ForMmd{std::move(*bytes), std::nullopt};
  Diagnostic lacks =
      make_warning(not_in_cp932(file) + "; the pose is written as UTF-8",
                   "MikuMikuDance reads Shift-JIS only: rename it in the model and in the pose");
  file.encoding = otherwise;
  MMD_TRY(auto bytes, encoded(file, text));
  return ForMmd{std::move(bytes), std::move(lacks)};
}

}  // namespace mmd::vpd
