#include <memory>

#include <fontconfig/fontconfig.h>

#include "assets/file_set.h"
#include "commands/output/font.h"

namespace mmd {
namespace {

constexpr int max_candidates = 12;

struct PatternDelete {
  void operator()(FcPattern* p) const { FcPatternDestroy(p); }
};
struct FontSetDelete {
  void operator()(FcFontSet* s) const { FcFontSetDestroy(s); }
};

struct CharSetDelete {
  void operator()(FcCharSet* s) const { FcCharSetDestroy(s); }
};

/// The fonts that suit a pattern, the best first; `trims`: without those that add no characters.
std::vector<FontFile> sorted(FcPattern* pattern, FcBool trims) {
  std::vector<FontFile> out;
  FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
  FcDefaultSubstitute(pattern);
  FcResult result = FcResultMatch;
  const std::unique_ptr<FcFontSet, FontSetDelete> fonts(
      FcFontSort(nullptr, pattern, trims, nullptr, &result));
  for (int i = 0; fonts && i < fonts->nfont && i < max_candidates; ++i) {
    FcChar8* file = nullptr;
    int index = 0;
    if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
    FcPatternGetInteger(fonts->fonts[i], FC_INDEX, 0, &index);
    // The upper half names an instance of a variable font.
    out.push_back({path_from_utf8(reinterpret_cast<const char*>(file)), index & 0xffff});
  }
  return out;
}

}  // namespace

std::vector<FontFile> system_fonts() {
  if (FcInit() == FcFalse) return {};
  const std::unique_ptr<FcPattern, PatternDelete> pattern(
      FcNameParse(reinterpret_cast<const FcChar8*>("sans-serif:lang=ja")));
  return pattern ? sorted(pattern.get(), FcTrue) : std::vector<FontFile>();
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
