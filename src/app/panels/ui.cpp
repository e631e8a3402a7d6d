#include "app/panels/ui.h"

#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>  // the windows themselves
#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>  // since 1.89
#else
#include <imgui_impl_sdl.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <set>
#include <vector>

#include "app/panels/icons.h"

namespace mmd {
namespace {

const vec2 nowhere(-1.0f);            // as long as there was no event
constexpr float text_pixels = 15.0f;  // on a screen of 96 dots per inch

bool same(const ImVector<ImU32>& a, const ImVector<ImU32>& b) {
  return a.Size == b.Size && std::memcmp(a.Data, b.Data, static_cast<std::size_t>(a.size_in_bytes())) == 0;
}

/// At least one character.
std::size_t bytes_that_fit(std::string_view text, float width) {
  const ImFont& font = *ImGui::GetFont();
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const char* last = font.CalcWordWrapPositionA(ImGui::GetFontSize() / font.FontSize, begin, end, width);
  if (last == begin) ++last;
  while (last < end && (static_cast<unsigned char>(*last) & 0xc0u) == 0x80u) ++last;
  return static_cast<std::size_t>(last - begin);
}

/// Characters that must not begin a line.
constexpr std::string_view closing[] = {"。", "、", "，", "．", "）", "」", "』", "】",
                                        "！", "？", "：", "；", "・", "ー", "…",  "っ",
                                        "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ"};

/// Characters that must not end a line.
constexpr std::string_view opening[] = {"（", "「", "『", "【"};

bool is_inside_character(char c) {
  return (static_cast<unsigned char>(c) & 0xc0u) == 0x80u;
}

bool is_printable_ascii(char c) {
  return c > ' ' && c < 0x7f;
}

/// Whether a line may start at `at`.
bool may_break(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at), before = text.substr(0, at);
  if (is_inside_character(rest.front())) return false;
  if (is_printable_ascii(text[at - 1]) && is_printable_ascii(rest.front())) return false;
  return std::none_of(std::begin(closing), std::end(closing),
                      [&](std::string_view mark) { return rest.substr(0, mark.size()) == mark; }) &&
         std::none_of(std::begin(opening), std::end(opening), [&](std::string_view mark) {
           return at >= mark.size() && before.substr(at - mark.size()) == mark;
         });
}

/// End of the first line of a text.
std::size_t end_of_line(std::string_view text, std::size_t fits) {
  if (fits >= text.size()) return text.size();
  std::size_t at = fits;
  while (at > 0 && !may_break(text, at)) --at;
  return at > 0 ? at : fits;
}

}  // namespace

std::string with_line_breaks(std::string_view text, const std::function<std::size_t(std::string_view)>& fit) {
  std::string out;
  while (!text.empty()) {
    const std::string_view paragraph = text.substr(0, text.find('\n'));
    const std::size_t end = paragraph.empty() ? 0 : end_of_line(paragraph, fit(paragraph));
    out += text.substr(0, end);
    text.remove_prefix(end);
    if (text.empty()) break;
    out += '\n';
    if (text.front() == '\n') {
      text.remove_prefix(1);
    } else {
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
  }
  return out;
}

std::string lines_within(std::string_view text, float width) {
  return with_line_breaks(text, [&](std::string_view rest) { return bytes_that_fit(rest, width); });
}

vec2 pointer_after(const SDL_Event& event, const vec2& before) {
  if (event.type == SDL_MOUSEMOTION)
    return {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
  if (event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP)
    return {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
  return before;
}

/// Characters in the font texture, and characters written since. New ones rebuild the texture, which this
/// version of ImGui does not do by itself.
struct Ui::Glyphs {
  Glyphs() { wanted.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault()); }

  bool missing() const { return !same(wanted.UsedChars, built); }
  /// Wanted ranges as pairs of first and last, ended by 0; the font keeps a pointer to them.
  const ImWchar* take_ranges() {
    ranges.clear();
    wanted.BuildRanges(&ranges);
    built = wanted.UsedChars;
    return ranges.Data;
  }

  ImFontGlyphRangesBuilder wanted;
  ImVector<ImU32> built;
  ImVector<ImWchar> ranges;
  std::set<ImWchar> asked, unshown;  ///< searched in other fonts; found in none
};

Ui::Ui(Window& window, std::optional<Font> font, FindFont find_font, std::optional<Font> icons)
    : window_(window),
      font_(std::move(font)),
      icons_(std::move(icons)),
      find_font_(std::move(find_font)),
      pointer_(nowhere) {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // nothing is written beside the pictures
#if IMGUI_VERSION_NUM >= 18700
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;  // must_update_before() keeps events apart
#endif
  glyphs_ = std::make_unique<Glyphs>();
  ImGui_ImplSDL2_InitForOpenGL(window_.handle(), window_.context());
  ImGui_ImplOpenGL3_Init("#version 330 core");
  set_scale();
}

Ui::~Ui() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

bool Ui::wants_mouse() const {
  // Not WantCaptureMouse: it is about the pointer of the last frame, which may have left the panel since.
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return !context.OpenPopupStack.empty() || (context.ActiveId != 0 && ImGui::IsAnyMouseDown());
}

bool Ui::over_panel(const vec2& point) const {
  const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
  return std::any_of(windows.begin(), windows.end(), [&](const ImGuiWindow* w) {
    const bool there = w->WasActive && !w->Hidden && (w->Flags & ImGuiWindowFlags_NoMouseInputs) == 0;
    return there && w->Rect().Contains(ImVec2(point.x, point.y));
  });
}

bool Ui::holds_control() const {
  return ImGui::IsAnyItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
}

void Ui::set_scale() {
  const float scale = window_.text_scale() * zoom_;
  const float pixels = std::round(text_pixels * scale);
  if (pixels == font_pixels_ && theme_ == built_theme_ && !glyphs_->missing()) return;
  built_theme_ = theme_;
  font_pixels_ = pixels;
  const Extent points = window_.size(), drawable = window_.drawable_size();
  const float pixels_per_point = points.width > 0 && drawable.width > 0
                                     ? static_cast<float>(drawable.width) / static_cast<float>(points.width)
                                     : 1.0f;
  ImGui::GetIO().FontGlobalScale = 1.0f / pixels_per_point;
  apply_theme(ImGui::GetStyle(), theme_, scale / pixels_per_point);
  build_font();
}

void Ui::build_font() {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  ImFontConfig config;
  config.SizePixels = font_pixels_;
  config.OversampleH = 1;
  config.PixelSnapH = true;
  const ImWchar* ranges = glyphs_->take_ranges();
  if (font_) {
    config.FontNo = font_->face;
    config.FontDataOwnedByAtlas = false;
    atlas.AddFontFromMemoryTTF(font_->bytes.data(), static_cast<int>(font_->bytes.size()), font_pixels_,
                               &config, ranges);
  } else {
    atlas.AddFontDefault(&config);
  }
  config.MergeMode = true;
  config.FontDataOwnedByAtlas = false;
  if (icons_) {
    static constexpr ImWchar icon_range[] = {icons::first, icons::last, 0};
    ImFontConfig of_icons = config;
    of_icons.FontNo = icons_->face;
    of_icons.GlyphMinAdvanceX = of_icons.GlyphMaxAdvanceX = std::round(1.25f * font_pixels_);
    of_icons.GlyphOffset.y = std::round(0.05f * font_pixels_);
    atlas.AddFontFromMemoryTTF(icons_->bytes.data(), static_cast<int>(icons_->bytes.size()), font_pixels_,
                               &of_icons, icon_range);
  }
  for (Font& more : more_fonts_) {
    config.FontNo = more.face;
    atlas.AddFontFromMemoryTTF(more.bytes.data(), static_cast<int>(more.bytes.size()), font_pixels_, &config,
                               ranges);
  }
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
  if (find_missing_font()) build_font();
}

/// Finds another font for missing characters. Each character is searched once.
bool Ui::find_missing_font() {
  const ImFont& font = *ImGui::GetIO().Fonts->Fonts[0];
  std::vector<char32_t> fresh;
  for (const ImWchar* range = glyphs_->ranges.Data; range[0] != 0; range += 2)
    for (ImWchar c = range[0]; c <= range[1] && c != 0; ++c) {
      if (c <= 0xff || font.FindGlyphNoFallback(c) != nullptr) continue;
      if (glyphs_->asked.insert(c).second) {
        fresh.push_back(c);
      } else {
        has_unshown_ |= glyphs_->unshown.insert(c).second;
      }
    }
  if (fresh.empty()) return false;
  auto found = find_font_ ? find_font_(fresh) : std::nullopt;
  if (!found) {
    glyphs_->unshown.insert(fresh.begin(), fresh.end());
    has_unshown_ = true;
    return false;
  }
  more_fonts_.push_back(std::move(*found));
  return true;
}

void Ui::build(const std::function<void()>& panels, bool shown) {
  ++builds_;
  awaited_builds_ = std::max(awaited_builds_ - 1, 0);
  set_scale();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  put_buttons(shown);
  put_pointer();
  ImGui::NewFrame();
  put_clicks();
  batch_ = {};
  tip_room_ = {};
  panels();
  forget_rest();
  double_clicked_ = false;
  ImGui::Render();
}

/// Sets the pointer by the events. The display's position is relative to the window's, which SDL does not
/// know on every system, and SDL may return that of before the pointer left the window.
void Ui::put_pointer() const {
  ImVec2 at(-FLT_MAX, -FLT_MAX);  // outside
  if (!pointer_left_) {
    if (pointer_ == nowhere || SDL_GetMouseFocus() != window_.handle()) return;
    at = ImVec2(pointer_.x, pointer_.y);
  }
#if IMGUI_VERSION_NUM < 18700
  ImGui::GetIO().MousePos = at;
#else
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
#endif
}

void Ui::update(const std::function<void()>& panels) {
  build(panels, false);
}

void Ui::draw(const std::function<void()>& panels) {
  build(panels, true);
  if (glyphs_->missing()) build(panels, true);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Ui::text(std::string_view utf8, Tone tone, Wrap wrap) {
  const char* begin = utf8.data();
  const char* end = begin + utf8.size();
  glyphs_->wanted.AddText(begin, end);
  ImGui::PushStyleColor(ImGuiCol_Text, colour_of(tone, theme_));
  if (wrap == Wrap::at_edge) {
    const std::string lines = lines_within(utf8, std::max(ImGui::GetContentRegionAvail().x, 1.0f));
    ImGui::TextUnformatted(lines.data(), lines.data() + lines.size());
  } else {
    ImGui::TextUnformatted(begin, end);
  }
  ImGui::PopStyleColor();
}

const char* Ui::known(const std::string& utf8) {
  glyphs_->wanted.AddText(utf8.data(), utf8.data() + utf8.size());
  return utf8.c_str();
}

const char* Ui::name_label(std::string_view utf8) {
  label_.assign(utf8);
  for (std::size_t at = 0; (at = label_.find("##", at)) != std::string::npos;)
    label_.replace(at + 1, 1, "＃");
  return known(label_);
}

const char* Ui::label(const LocalizedText& words) {
  const std::string_view shown = word(words);
  glyphs_->wanted.AddText(shown.data(), shown.data() + shown.size());
  label_.assign(shown).append("###").append(words.english);
  return label_.c_str();
}

const char* Ui::icon_label(std::string_view icon, const LocalizedText& name, const LocalizedText& beside) {
  if (!icons_ || icon.empty()) return label(beside.english.empty() ? name : beside);
  const std::string shown(word(beside));
  label_.assign(icon)
      .append(shown.empty() ? "" : " ")
      .append(known(shown))
      .append("###")
      .append(name.english);
  return label_.c_str();
}

void Ui::type_into_next() {
  ImGui::SetWindowFocus();  // ImGui 1.90.1 finds fields only in the window that has the keyboard
  ImGui::SetKeyboardFocusHere();
  awaited_builds_ = 3;
}

void Ui::follow_text_input() {
  const bool active = SDL_IsTextInputActive() == SDL_TRUE;
  if (active == wants_text()) return;
  if (active) {
    SDL_StopTextInput();
  } else {
    SDL_StartTextInput();
  }
}

float Ui::menu_bar_height() const {
  return unit() + 2.0f * ImGui::GetStyle().FramePadding.y;
}

bool Ui::close_menus() {
  if (ImGui::GetCurrentContext()->OpenPopupStack.empty()) return false;
  ImGui::ClosePopupToLevel(0, false);
  return true;
}

float Ui::unit() const {
  return font_pixels_ * ImGui::GetIO().FontGlobalScale;
}

void Ui::show_resize_cursor() {
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
}

vec2 Ui::tag_size(std::string_view utf8) {
  glyphs_->wanted.AddText(utf8.data(), utf8.data() + utf8.size());
  const ImVec2 size = ImGui::CalcTextSize(utf8.data(), utf8.data() + utf8.size());
  const float unit = ImGui::GetFontSize();
  return {size.x + 0.7f * unit, size.y + 0.2f * unit};
}

void Ui::tag(std::string_view utf8, const vec2& at, const vec2& align, std::uint32_t colour,
             std::uint32_t box) {
  const vec2 size = tag_size(utf8);
  const vec2 low(picture_.left, picture_.top);
  const vec2 high = glm::max(vec2(picture_.right, picture_.bottom) - size, low);
  const vec2 corner = glm::floor(glm::clamp(at - align * size, low, high));
  const float unit = ImGui::GetFontSize();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(ImVec2(corner.x, corner.y), ImVec2(corner.x + size.x, corner.y + size.y), box,
                     0.2f * unit);
  list.AddText(ImVec2(corner.x + 0.35f * unit, corner.y + 0.1f * unit), colour, utf8.data(),
               utf8.data() + utf8.size());
}

void Ui::draw_box(const vec2& a, const vec2& b) {
  const vec2 low = glm::min(a, b), high = glm::max(a, b);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddRectFilled(ImVec2(low.x, low.y), ImVec2(high.x, high.y), IM_COL32(90, 150, 255, 50));
  list.AddRect(ImVec2(low.x, low.y), ImVec2(high.x, high.y), IM_COL32(90, 150, 255, 220));
}

}  // namespace mmd
