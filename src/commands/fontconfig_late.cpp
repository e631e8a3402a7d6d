// fontconfig, with FreeType and what that stands on, is looked for when fonts are wanted. What the program
// calls of it is defined here and calls the function of that name in the library; where that is not
// installed, no fonts are found.
//
// A function that is missing here is missing to the linker.

#include <fontconfig/fontconfig.h>

#include "base/late_forward.h"

namespace {

const mmd::LateLibrary& fontconfig() {
  static const mmd::LateLibrary library("libfontconfig.so.1");
  return library;
}

}  // namespace

#define FORWARD(type, name, parameters, arguments) MMD_FORWARD(fontconfig, type, name, parameters, arguments)

// clang-format off
FORWARD(FcBool, FcCharSetAddChar, (FcCharSet* fcs, FcChar32 ucs4), (fcs, ucs4))
FORWARD(FcCharSet*, FcCharSetCreate, (), ())
FORWARD(void, FcCharSetDestroy, (FcCharSet* fcs), (fcs))
FORWARD(FcBool, FcConfigSubstitute, (FcConfig* config, FcPattern* p, FcMatchKind kind), (config, p, kind))
FORWARD(void, FcDefaultSubstitute, (FcPattern* pattern), (pattern))
FORWARD(void, FcFontSetDestroy, (FcFontSet* s), (s))
FORWARD(FcFontSet*, FcFontSort, (FcConfig* config, FcPattern* p, FcBool trim, FcCharSet** csp, FcResult* result), (config, p, trim, csp, result))
FORWARD(FcBool, FcInit, (), ())
FORWARD(FcPattern*, FcNameParse, (const FcChar8* name), (name))
FORWARD(FcBool, FcPatternAddBool, (FcPattern* p, const char* object, FcBool b), (p, object, b))
FORWARD(FcBool, FcPatternAddCharSet, (FcPattern* p, const char* object, const FcCharSet* c), (p, object, c))
FORWARD(FcPattern*, FcPatternCreate, (), ())
FORWARD(void, FcPatternDestroy, (FcPattern* p), (p))
FORWARD(FcResult, FcPatternGetInteger, (const FcPattern* p, const char* object, int n, int* i), (p, object, n, i))
FORWARD(FcResult, FcPatternGetString, (const FcPattern* p, const char* object, int n, FcChar8** s), (p, object, n, s))
// clang-format on
