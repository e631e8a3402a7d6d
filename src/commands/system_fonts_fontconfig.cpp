#include <memory>

#include <fontconfig/fontconfig.h>

#include "assets/file_set.h"
#include "commands/font.h"

namespace mmd {
namespace {

constexpr int most_candidates = 12;

struct PatternDelete {
  void operator()(FcPattern* p) const { FcPatternDestroy(p); }
};
struct FontSetDelete {
  void operator()(FcFontSet* s) const { FcFontSetDestroy(s); }
};

}  // namespace

std::vector<FontFile> system_fonts() {
  std::vector<FontFile> out;
  if (FcInit() == FcFalse) return out;
  const std::unique_ptr<FcPattern, PatternDelete> pattern(
      FcNameParse(reinterpret_cast<const FcChar8*>("sans-serif:lang=ja")));
  if (!pattern) return out;
  FcConfigSubstitute(nullptr, pattern.get(), FcMatchPattern);
  FcDefaultSubstitute(pattern.get());
  FcResult result = FcResultMatch;
  const std::unique_ptr<FcFontSet, FontSetDelete> fonts(
      FcFontSort(nullptr, pattern.get(), FcTrue, nullptr, &result));
  for (int i = 0; fonts && i < fonts->nfont && i < most_candidates; ++i) {
    FcChar8* file = nullptr;
    int index = 0;
    if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
    FcPatternGetInteger(fonts->fonts[i], FC_INDEX, 0, &index);
    // The upper half names an instance of a variable font.
    out.push_back({path_from_utf8(reinterpret_cast<const char*>(file)), index & 0xffff});
  }
  return out;
}

}  // namespace mmd
