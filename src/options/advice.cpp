#include "options/advice.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "document/look.h"

namespace mmd {
namespace {

/// What to give for each of these members of an archive, "models.zip/a.pmx, models.zip/b.pmx, …".
std::string member_arguments(const std::string& archive, const std::vector<std::string>& members) {
  constexpr std::size_t shown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(members.size(), shown); ++i)
    out += fmt::format("{}{}", i > 0 ? ", " : "", shell_word(archive + "/" + members[i]));
  if (members.size() > shown) out += fmt::format(" and {} more", members.size() - shown);
  return out;
}

/// Members of an archive in an archive cannot be named.
std::string name_one_of(const std::string& archive, const std::vector<std::string>& members) {
  if (archive == "-")
    return "save it as a file, and give one of them: " + member_arguments("ARCHIVE.zip", members);
  if (const auto outer = archive_path(archive))
    return fmt::format("unpack {}, then give one of them: {}", shell_word(outer->archive),
                       member_arguments(outer->member, members));
  return "give one of them: " + member_arguments(archive, members);
}

std::string words_of(const Diagnostic& d) {
  switch (d.advice) {
    case Advice::nothing:
      break;
    case Advice::name_one:
      return name_one_of(d.file, d.names);
    case Advice::see_members:
      return "it holds " + member_arguments(d.file, d.names);
    case Advice::other_file:
      return fmt::format("did you mean {}?", shell_word(d.names.front()));
    case Advice::list_bones:
      return "`mmdview bones MODEL` lists its bones";
    case Advice::list_morphs:
      return "`mmdview info MODEL` lists its morphs";
    case Advice::see_notes:
      return "-v tells of each";
  }
  return d.hint;
}

}  // namespace

Diagnostic in_words(Diagnostic diagnostic) {
  diagnostic.hint = words_of(diagnostic);
  return diagnostic;
}

std::string shell_word(std::string_view path) {
  const bool plain = !path.empty() && std::all_of(path.begin(), path.end(), [](char c) {
    constexpr std::string_view marks = "/._-+=:@%";
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || static_cast<signed char>(c) < 0 || marks.find(c) != std::string_view::npos;
  });
  if (plain) return std::string(path);
  std::string out = "'";
  for (const char c : path) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight) {
  if (!lacks_bone_for_weights(look, highlight)) return std::nullopt;
  return make_warning("--shading weights shows the weights of a bone, and none was named",
                      "add --highlight BONE; `mmdview bones MODEL` lists the bones");
}

std::string restless_text(const ScenePhysics& physics) {
  constexpr float slow = 5.0f;  // units per second; settled chains tremble at up to 4 (semantics, "Physics")
  constexpr std::size_t most = 5;
  const auto restless = physics.restless(slow);
  if (restless.empty()) return {};
  std::vector<std::string> told;
  for (std::size_t i = 0; i < std::min(most, restless.size()); ++i)
    told.push_back(fmt::format("{} ({:.1f} units/s)", restless[i].name, restless[i].speed));
  const std::string others =
      restless.size() > most ? fmt::format(" and {} more", restless.size() - most) : std::string();
  return fmt::format("bodies that still move: {}{}", fmt::join(told, ", "), others);
}

}  // namespace mmd
