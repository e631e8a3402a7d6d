#include <memory>

#include <fontconfig/fontconfig.h>

#include "assets/file_set.h"
#include "commands/output/font.h"

namespace mmd {
namespace {

constexpr int max_candidates = 12;

/// Calls fontconfig's function for a kind of object.
template <auto destroy>
struct Destroy {
  void operator()(auto* object) const { destroy(object); }
};
using PatternDelete = Destroy<FcPatternDestroy>;
using FontSetDelete = Destroy<FcFontSetDestroy>;
using CharSetDelete = Destroy<FcCharSetDestroy>;
using ObjectSetDelete = Destroy<FcObjectSetDestroy>;

std::vector<FontFile> files_of(const FcFontSet& fonts) {
  std::vector<FontFile> out;
  for (int i = 0; i < fonts.nfont && i < max_candidates; ++i) {
    FcChar8* file = nullptr;
    int index = 0;
    if (FcPatternGetString(fonts.fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
    FcPatternGetInteger(fonts.fonts[i], FC_INDEX, 0, &index);
    // The upper half names an instance of a variable font.
    out.push_back({path_from_utf8(reinterpret_cast<const char*>(file)), index & 0xffff});
  }
  return out;
}

/// The fonts that suit a pattern, the best first; `trims`: without those that add no characters.
std::vector<FontFile> sorted(FcPattern* pattern, FcBool trims) {
  FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result = FcResultMatch;
  const std::unique_ptr<FcFontSet, FontSetDelete> fonts(
      FcFontSort(nullptr, pattern, trims, nullptr, &result));
  return fonts ? files_of(*fonts) : std::vector<FontFile>();
}

}  // namespace

std::vector<FontFile> system_fonts() {
  // The desktop's choice can be a font for terminals, in which Latin letters look typewritten.
  constexpr const char* families =
      "Noto Sans CJK JP,Noto Sans JP,VL PGothic,M+ 1p,IPAexGothic,TakaoPGothic,IPAPGothic,sans-serif:lang=ja";
  if (FcInit() == FcFalse) return {};
  const std::unique_ptr<FcPattern, PatternDelete> pattern(
      FcNameParse(reinterpret_cast<const FcChar8*>(families)));
  return pattern ? sorted(pattern.get(), FcTrue) : std::vector<FontFile>();
}

std::vector<FontFile> system_fonts_called(const std::string& family) {
  if (FcInit() == FcFalse) return {};
  const std::unique_ptr<FcPattern, PatternDelete> pattern(FcPatternCreate());
  const std::unique_ptr<FcObjectSet, ObjectSetDelete> wanted(FcObjectSetBuild(FC_FILE, FC_INDEX, nullptr));
  if (!pattern || !wanted) return {};
  FcPatternAddString(pattern.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family.c_str()));
  const std::unique_ptr<FcFontSet, FontSetDelete> fonts(FcFontList(nullptr, pattern.get(), wanted.get()));
  return fonts ? files_of(*fonts) : std::vector<FontFile>();
}

std::vector<FontFile> system_fonts_with(std::span<const char32_t> characters) {
  if (FcInit() == FcFalse) return {};
  const std::unique_ptr<FcPattern, PatternDelete> pattern(FcPatternCreate());
  const std::unique_ptr<FcCharSet, CharSetDelete> wanted(FcCharSetCreate());
  if (!pattern || !wanted) return {};
  for (const char32_t character : characters) FcCharSetAddChar(wanted.get(), character);
  FcPatternAddCharSet(pattern.get(), FC_CHARSET, wanted.get());
  FcPatternAddBool(pattern.get(), FC_SCALABLE, FcTrue);
  return sorted(pattern.get(), FcFalse);
}

}  // namespace mmd
