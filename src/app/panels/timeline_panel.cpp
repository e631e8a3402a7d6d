#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/actions/timeline_view.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "assets/file_set.h"
#include "pose/motion.h"

namespace mmd {
namespace {

constexpr double fewest_shown = 10.0;

}  // namespace

void marks_of(std::span<const std::uint32_t> keys, const FrameScale& scale, float apart,
              std::vector<float>& marks) {
  marks.clear();
  const auto from = [&](auto begin, double frame) {
    return std::lower_bound(begin, keys.end(), frame,
                            [](std::uint32_t key, double f) { return static_cast<double>(key) < f; });
  };
  const double step =
      scale.shown * static_cast<double>(apart) / static_cast<double>(std::max(scale.width, 1.0f));
  const double end = scale.first + scale.shown;
  for (auto key = from(keys.begin(), scale.first); key != keys.end() && static_cast<double>(*key) <= end;) {
    marks.push_back(scale.x_of(*key));
    key = from(key + 1, static_cast<double>(*key) + step);
  }
}

std::uint32_t ruler_step(const FrameScale& scale, float apart) {
  const double least =
      scale.shown * static_cast<double>(apart) / static_cast<double>(std::max(scale.width, 1.0f));
  constexpr std::uint32_t largest = 1'000'000'000;
  for (std::uint32_t power = 1; power < largest; power *= 10)
    for (const std::uint32_t times : {1u, 2u, 5u})
      if (times * power >= least) return times * power;
  return largest;
}

FrameScale TimelineView::scale(std::uint32_t last, float width) const {
  const double all = std::max(static_cast<double>(last), 1.0);
  if (shows_all() || shown_ >= all) return {0.0, all, width};
  return {std::clamp(first_, 0.0, all - shown_), shown_, width};
}

void TimelineView::zoom(double factor, double around, std::uint32_t last) {
  const FrameScale now = scale(last, 1.0f);
  const double all = std::max(static_cast<double>(last), 1.0);
  const double shown = std::max(now.shown * factor, std::min(fewest_shown, all));
  if (shown >= all) {
    first_ = shown_ = 0.0;
    return;
  }
  const double share = (around - now.first) / now.shown;
  first_ = around - share * shown;
  shown_ = shown;
  first_ = scale(last, 1.0f).first;
}

void TimelineView::move(double frames, std::uint32_t last) {
  if (shows_all()) return;
  first_ = scale(last, 1.0f).first + frames;
  first_ = scale(last, 1.0f).first;
}

void TimelineView::follow(double frame, std::uint32_t last) {
  if (std::exchange(followed_, frame) == frame) return;
  const FrameScale now = scale(last, 1.0f);
  if (frame < now.first) move(frame - now.first, last);
  if (frame > now.first + now.shown) move(frame - now.first, last);
}

namespace {

/// Points at 96 dots per inch: reach of the pointer around a mark, and minimum distance of drawn marks.
constexpr float mark_reach = 6.0f, marks_apart = 1.5f;

/// Position of frames in the window; `left` is the X of the first visible one.
struct Field {
  float left = 0.0f;
  FrameScale scale;

  double frame_at(float x) const { return scale.frame_at(x - left); }
  float x_of(double frame) const { return left + scale.x_of(frame); }
};

struct TimelineColours {
  ImU32 mark = ImGui::GetColorU32(ImGuiCol_Text), group = ImGui::GetColorU32(ImGuiCol_TextDisabled),
        line = ImGui::GetColorU32(ImGuiCol_Border), here = ImGui::GetColorU32(ImGuiCol_SliderGrabActive),
        wave = ImGui::GetColorU32(ImGuiCol_PlotHistogram, 0.7f),
        selected = ImGui::GetColorU32(ImGuiCol_Header), hot = ImGui::GetColorU32(ImGuiCol_HeaderHovered);
};

/// Arguments shared by all parts of the timeline.
struct Drawing {
  Ui& ui;
  const Parts& parts;
  Actions& actions;
  float names;  ///< width of the names
  Field field;
  TimelineColours colours = {};

  const Playback& playback() const { return parts.stage.playback(); }
  float unit() const { return ui.unit(); }
  void go_to(double frame) const {
    const double there = std::clamp(std::round(frame), 0.0, static_cast<double>(playback().last_frame()));
    if (there != playback().frame()) actions.push_back({ActionId::go_to_frame, there});
  }
};

/// Ctrl+wheel zooms, Shift+wheel scrolls; applies to the last item.
void take_wheel(const Drawing& d) {
  const ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel != 0.0f ? io.MouseWheel : io.MouseWheelH;
  if (wheel == 0.0f || !ImGui::IsItemHovered()) return;
  TimelineView& view = d.parts.panels.timeline_view;
  const std::uint32_t last = d.playback().last_frame();
  constexpr double zoom_a_notch = 0.8, move_a_notch = 0.1;
  if (io.KeyCtrl)
    view.zoom(std::pow(zoom_a_notch, static_cast<double>(wheel)), d.field.frame_at(d.ui.pointer().x), last);
  if (io.KeyShift || io.MouseWheelH != 0.0f)
    view.move(-static_cast<double>(wheel) * move_a_notch * d.field.scale.shown, last);
}

void draw_playhead(const Drawing& d, float top, float bottom) {
  const float x = d.field.x_of(d.playback().frame());
  ImGui::GetWindowDrawList()->AddLine(ImVec2(x, top), ImVec2(x, bottom), d.colours.here, 0.12f * d.unit());
}

/// Lines and numbers at round frames.
void draw_ticks(const Drawing& d, float top, float bottom) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const FrameScale& scale = d.field.scale;
  const std::uint32_t step = ruler_step(scale, 3.5f * d.unit());
  const double first = std::ceil(scale.first / step) * step;
  // NOLINTNEXTLINE(cert-flp30-c): frames are whole numbers of 32 bits, which doubles count exactly
  for (double frame = first; frame <= scale.first + scale.shown; frame += step) {
    const float x = d.field.x_of(frame);
    list.AddLine(ImVec2(x, bottom - 0.3f * d.unit()), ImVec2(x, bottom), d.colours.group);
    const std::string number = fmt::format("{:.0f}", frame);
    // The last number stays within the panel.
    const float width = ImGui::CalcTextSize(d.ui.known(number)).x;
    const float most = d.field.left + scale.width + 0.5f * d.unit() - width;
    list.AddText(ImVec2(std::min(x + 0.15f * d.unit(), most), top), d.colours.group, number.c_str());
  }
}

/// The playback range as a bar along the ruler.
void draw_range(const Drawing& d, float bottom) {
  if (d.playback().range() == FrameRange()) return;
  const float end = d.field.left + d.field.scale.width, thick = 0.25f * d.unit();
  const float from = std::clamp(d.field.x_of(d.playback().first_played()), d.field.left, end);
  const float to = std::clamp(d.field.x_of(d.playback().last_played()), d.field.left, end);
  ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(from, bottom - thick), ImVec2(to, bottom), d.colours.here);
}

void draw_ruler(const Drawing& d) {
  const float height = ImGui::GetFrameHeight(), top = ImGui::GetCursorScreenPos().y, bottom = top + height;
  Timeline& timeline = d.parts.panels.timeline;
  bool all = timeline.lists_all();
  if (tick(d.ui, ui_strings::listed_bones, all)) timeline.list_all(all);
  const float margin = 0.5f * d.unit();
  ImGui::SetCursorScreenPos(ImVec2(d.field.left - margin, top));
  ImGui::InvisibleButton("##ruler", ImVec2(d.field.scale.width + 2.0f * margin, height));
  take_wheel(d);
  if (ImGui::IsItemActive()) {
    d.go_to(d.field.frame_at(d.ui.pointer().x));
  } else {
    d.ui.tooltip(ui_strings::ruler);
  }
  draw_ticks(d, top, bottom);
  draw_range(d, bottom);
  draw_playhead(d, top, bottom);
}

/// Longer than any sound; and the amplitude of what is no noise.
constexpr double most_seconds = 1e6;
constexpr float least_loudest = 0.05f;

/// The sound of the motion, as loud as it is at each frame; silent ones are a line.
void draw_waveform(const Drawing& d) {
  const Soundtrack& sound = d.parts.opened.sound;
  if (sound.peaks() == nullptr) return;
  const float height = 1.6f * ImGui::GetTextLineHeight(), margin = 0.5f * d.unit();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddText(ImVec2(from.x, from.y + 0.5f * (height - ImGui::GetTextLineHeight())), d.colours.group,
               d.ui.known(std::string(d.ui.word(ui_strings::sound_files))));
  ImGui::SetCursorScreenPos(ImVec2(d.field.left - margin, from.y));
  ImGui::InvisibleButton("##waveform", ImVec2(d.field.scale.width + 2.0f * margin, height));
  take_wheel(d);
  if (ImGui::IsItemActive()) {
    d.go_to(d.field.frame_at(d.ui.pointer().x));
  } else if (ImGui::IsItemHovered()) {
    d.ui.line_tooltip({file_name(sound.file())});
  }
  // The loudest moment fills the row; noise alone does not.
  const float loudest = std::max(sound.peaks()->largest(0.0, most_seconds), least_loudest);
  const double offset = sound.choice().offset;
  const float middle = from.y + 0.5f * height, thin = 0.5f / d.parts.screen.pixels_per_point();
  const auto seconds_at = [&](float x) { return (d.field.scale.frame_at(x) - offset) / frames_per_second; };
  for (int point = 0; point < static_cast<int>(d.field.scale.width); ++point) {
    const auto x = static_cast<float>(point);
    const float loud = sound.peaks()->largest(seconds_at(x), seconds_at(x + 1.0f));
    const float half = std::max(0.5f * height * loud / loudest, thin);
    list.AddRectFilled(ImVec2(d.field.left + x, middle - half),
                       ImVec2(d.field.left + x + 1.0f, middle + half), d.colours.wave);
  }
  draw_playhead(d, from.y, from.y + height);
}

std::string name_of(const Drawing& d, const Track& track) {
  const Model& model = *d.parts.stage.model();
  const auto at = static_cast<std::size_t>(track.index);
  switch (track.kind) {
    case TrackKind::camera:
      return std::string(d.ui.word(ui_strings::camera_keys));
    case TrackKind::light:
      return std::string(d.ui.word(ui_strings::light_keys));
    case TrackKind::self_shadow:
      return std::string(d.ui.word(ui_strings::shadow_keys));
    case TrackKind::properties:
      return std::string(d.ui.word(ui_strings::property_keys));
    case TrackKind::frame:
      return track.index == none ? std::string(d.ui.word(ui_strings::other_tracks))
                                 : model.display_frames[at].name;
    case TrackKind::morph:
      return model.morphs[at].name;
    default:
      return model.skeleton.bones[at].name;
  }
}

/// A click opens and closes a display frame, and selects a bone.
void draw_name(const Drawing& d, const Track& track) {
  Timeline& timeline = d.parts.panels.timeline;
  const bool frame = track.kind == TrackKind::frame, bone = track.kind == TrackKind::bone;
  const bool child = bone || track.kind == TrackKind::morph;
  const bool selected = bone && d.parts.stage.scene().settings.highlight == track.index;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetTextLineHeight();
  if (ImGui::Selectable("##name", selected, 0, ImVec2(d.names, height))) {
    if (frame) timeline.toggle(track.index);
    if (bone) d.actions.push_back({ActionId::select_bone, selected ? none : track.index});
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float indent = (child ? 1.6f : 0.9f) * d.unit(), size = 0.28f * d.unit();
  if (frame) {
    const ImVec2 m(from.x + 0.4f * d.unit(), from.y + 0.5f * height);
    if (timeline.is_open(track.index)) {
      list.AddTriangleFilled(ImVec2(m.x - size, m.y - 0.6f * size), ImVec2(m.x + size, m.y - 0.6f * size),
                             ImVec2(m.x, m.y + size), d.colours.mark);
    } else {
      list.AddTriangleFilled(ImVec2(m.x - 0.6f * size, m.y - size), ImVec2(m.x - 0.6f * size, m.y + size),
                             ImVec2(m.x + size, m.y), d.colours.mark);
    }
  }
  const std::string name = name_of(d, track);
  list.PushClipRect(from, ImVec2(from.x + d.names, from.y + height), true);
  list.AddText(ImVec2(from.x + indent, from.y), child ? d.colours.group : d.colours.mark, d.ui.known(name));
  list.PopClipRect();
}

void draw_mark(const Drawing& d, float x, float middle, ImU32 colour, bool group) {
  const float size = (group ? 0.2f : 0.28f) * d.unit();
  ImGui::GetWindowDrawList()->AddQuadFilled(ImVec2(x, middle - size), ImVec2(x - size, middle),
                                            ImVec2(x, middle + size), ImVec2(x + size, middle), colour);
}

/// A click goes to the key under the pointer, or to the frame there.
void draw_keys(const Drawing& d, const Track& track, std::vector<float>& marks) {
  const float height = ImGui::GetTextLineHeight(), top = ImGui::GetCursorScreenPos().y;
  const float middle = top + 0.5f * height, margin = 0.5f * d.unit();
  const bool group = track.kind == TrackKind::frame;
  ImGui::SetCursorScreenPos(ImVec2(d.field.left - margin, top));
  ImGui::InvisibleButton("##keys", ImVec2(d.field.scale.width + 2.0f * margin, height));
  take_wheel(d);
  const float points = d.unit() / 17.0f;
  marks_of(track.keys, d.field.scale, marks_apart * points, marks);
  for (const float x : marks)
    draw_mark(d, d.field.left + x, middle, group ? d.colours.group : d.colours.mark, group);
  const double frame = d.playback().frame();
  if (const auto here = key_near(track.keys, frame, 0.5); here && *here == frame)
    draw_mark(d, d.field.x_of(frame), middle, d.colours.here, group);
  if (!ImGui::IsItemHovered()) return;
  const double pointed = d.field.frame_at(d.ui.pointer().x);
  const double reach = d.field.scale.shown * static_cast<double>(mark_reach * points / d.field.scale.width);
  const auto key = key_near(track.keys, pointed, reach);
  if (key) {
    draw_mark(d, d.field.x_of(*key), middle, d.colours.hot, false);
    d.ui.line_tooltip({fmt::format("{} {}", d.ui.word(ui_strings::frame), *key)});
  }
  if (ImGui::IsItemClicked()) d.go_to(key ? *key : pointed);
}

void draw_rows(const Drawing& d) {
  ImGui::BeginChild("##rows", ImVec2(0.0f, 0.0f), false, ImGuiWindowFlags_AlwaysVerticalScrollbar);
  const std::vector<Track> rows = d.parts.panels.timeline.rows();  // a click may list others
  std::vector<float> marks;
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows.size()), ImGui::GetTextLineHeightWithSpacing());
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const Track& track = rows[static_cast<std::size_t>(i)];
      ImGui::PushID(i);
      const ImVec2 from = ImGui::GetCursorScreenPos();
      draw_name(d, track);
      ImGui::SetCursorScreenPos(from);
      draw_keys(d, track, marks);
      ImGui::PopID();
    }
  }
  const ImVec2 corner = ImGui::GetWindowPos();
  draw_playhead(d, corner.y, corner.y + ImGui::GetWindowHeight());
  ImGui::EndChild();
}

}  // namespace

void draw_timeline(Ui& ui, const Parts& parts, Actions& actions) {
  parts.panels.timeline.follow(parts.stage.document());
  const Playback& playback = parts.stage.playback();
  TimelineView& view = parts.panels.timeline_view;
  view.follow(playback.frame(), playback.last_frame());
  const float room = ImGui::GetContentRegionAvail().x, unit = ui.unit();
  const float names = std::clamp(0.25f * room, 6.0f * unit, 11.0f * unit);
  const float width = std::max(room - names - ImGui::GetStyle().ScrollbarSize - 1.5f * unit, 1.0f);
  const float left = ImGui::GetCursorScreenPos().x + names + unit;
  const Drawing d{ui, parts, actions, names, {left, view.scale(playback.last_frame(), width)}};
  draw_ruler(d);
  draw_waveform(d);
  draw_rows(d);
}

}  // namespace mmd
