// Lists the fonts of Windows with DirectWrite.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include <dwrite.h>

#include "base/windows_api.h"
#include "commands/output/font.h"

namespace mmd {
namespace {

constexpr std::size_t max_candidates = 12;

/// Sans-serif families with Japanese characters, from Windows 10 and 11 or often installed, the best first;
/// then families of other scripts.
constexpr std::array preferred_families{L"Yu Gothic UI",    L"Yu Gothic",
                                        L"Meiryo UI",       L"Meiryo",
                                        L"MS UI Gothic",    L"MS Gothic",
                                        L"BIZ UDGothic",    L"Noto Sans CJK JP",
                                        L"Noto Sans JP",    L"IPAGothic",
                                        L"Segoe UI",        L"Microsoft YaHei UI",
                                        L"Microsoft YaHei", L"Microsoft JhengHei",
                                        L"Malgun Gothic",   L"Segoe UI Symbol",
                                        L"Tahoma",          L"Arial"};

/// A reference-counted COM object.
template <class T>
class Counted {
 public:
  Counted() = default;
  Counted(Counted&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() {
    if (object_ != nullptr) object_->Release();
  }
  T** out() { return &object_; }
  T* get() const { return object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T* object_ = nullptr;
};

using Collection = Counted<IDWriteFontCollection>;

/// Loads DirectWrite on demand, because few runs draw text.
Collection installed_fonts() {
  Collection out;
  const HMODULE library = LoadLibraryExW(L"dwrite.dll", nullptr, LOAD_LIBRARY_SEARCH_SYSTEM32);
  if (library == nullptr) return out;
  using Create = HRESULT(WINAPI*)(DWRITE_FACTORY_TYPE, REFIID, IUnknown**);
  const auto create =
      reinterpret_cast<Create>(reinterpret_cast<void*>(GetProcAddress(library, "DWriteCreateFactory")));
  Counted<IUnknown> factory;
  if (create == nullptr ||
      FAILED(create(DWRITE_FACTORY_TYPE_SHARED, __uuidof(IDWriteFactory), factory.out())))
    return out;
  static_cast<IDWriteFactory*>(factory.get())->GetSystemFontCollection(out.out(), FALSE);
  return out;
}

/// The font of a family with normal weight and style.
Counted<IDWriteFont> font_of(const Collection& fonts, UINT32 family) {
  Counted<IDWriteFontFamily> found;
  Counted<IDWriteFont> out;
  if (SUCCEEDED(fonts->GetFontFamily(family, found.out())))
    found->GetFirstMatchingFont(DWRITE_FONT_WEIGHT_NORMAL, DWRITE_FONT_STRETCH_NORMAL,
                                DWRITE_FONT_STYLE_NORMAL, out.out());
  return out;
}

/// The file of a font; empty if the font is not in one file on this machine.
FontFile file_of(const Counted<IDWriteFont>& font) {
  FontFile out;
  Counted<IDWriteFontFace> face;
  if (FAILED(font->CreateFontFace(face.out()))) return out;
  UINT32 count = 1;
  Counted<IDWriteFontFile> file;
  if (FAILED(face->GetFiles(&count, file.out())) || count != 1) return out;
  const void* key = nullptr;
  UINT32 key_size = 0;
  Counted<IDWriteFontFileLoader> loader;
  Counted<IDWriteLocalFontFileLoader> local;
  if (FAILED(file->GetReferenceKey(&key, &key_size)) || FAILED(file->GetLoader(loader.out())) ||
      FAILED(loader->QueryInterface(__uuidof(IDWriteLocalFontFileLoader),
                                    reinterpret_cast<void**>(local.out()))))
    return out;
  UINT32 length = 0;
  if (FAILED(local->GetFilePathLengthFromKey(key, key_size, &length))) return out;
  std::wstring path(length + 1, L'\0');
  if (FAILED(local->GetFilePathFromKey(key, key_size, path.data(), length + 1))) return out;
  path.resize(length);
  out.path = path;
  out.face = static_cast<int>(face->GetIndex());
  return out;
}

/// The indices of the families, preferred ones first.
std::vector<UINT32> families_of(const Collection& fonts) {
  std::vector<UINT32> out;
  for (const wchar_t* name : preferred_families) {
    UINT32 family = 0;
    BOOL is_there = FALSE;
    if (SUCCEEDED(fonts->FindFamilyName(name, &family, &is_there)) && is_there) out.push_back(family);
  }
  const std::size_t preferred = out.size();
  const UINT32 count = fonts->GetFontFamilyCount();
  for (UINT32 family = 0; family < count; ++family) {
    const auto end = out.begin() + static_cast<std::ptrdiff_t>(preferred);
    if (std::find(out.begin(), end, family) == end) out.push_back(family);
  }
  return out;
}

std::size_t count_of(const Counted<IDWriteFont>& font, std::span<const char32_t> characters) {
  return static_cast<std::size_t>(
      std::count_if(characters.begin(), characters.end(), [&](char32_t character) {
        BOOL is_there = FALSE;
        return SUCCEEDED(font->HasCharacter(character, &is_there)) && is_there;
      }));
}

/// Sorts fonts by the number of these characters that they have, then by preference.
std::vector<FontFile> fonts_with(std::span<const char32_t> characters) {
  std::vector<FontFile> out;
  const Collection fonts = installed_fonts();
  if (!fonts) return out;
  std::vector<std::pair<std::size_t, Counted<IDWriteFont>>> found;
  for (const UINT32 family : families_of(fonts)) {
    auto font = font_of(fonts, family);
    if (!font) continue;
    const std::size_t count = count_of(font, characters);
    if (count > 0) found.emplace_back(count, std::move(font));
  }
  std::vector<std::size_t> order(found.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return found[a].first > found[b].first; });
  for (const std::size_t i : order) {
    if (out.size() == max_candidates) break;
    FontFile file = file_of(found[i].second);
    if (!file.path.empty()) out.push_back(std::move(file));
  }
  return out;
}

}  // namespace

std::vector<FontFile> system_fonts() {
  // Kana, common kanji and Latin.
  constexpr std::array<char32_t, 6> japanese{U'あ', U'ア', U'骨', U'髪', U'左', U'A'};
  return fonts_with(japanese);
}

std::vector<FontFile> system_fonts_called(const std::string& family) {
  std::vector<FontFile> out;
  const Collection fonts = installed_fonts();
  UINT32 index = 0;
  BOOL is_there = FALSE;
  const std::wstring name(family.begin(), family.end());
  if (!fonts || FAILED(fonts->FindFamilyName(name.c_str(), &index, &is_there)) || !is_there) return out;
  if (const auto font = font_of(fonts, index))
    if (FontFile file = file_of(font); !file.path.empty()) out.push_back(std::move(file));
  return out;
}

std::vector<FontFile> system_fonts_with(std::span<const char32_t> characters) {
  return fonts_with(characters);
}

}  // namespace mmd
