#include "app/stage/screen.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/stage/redraw.h"
#include "app/text/messages.h"
#include "app/text/ui_strings.h"
#include "commands/output/compare.h"
#include "render/context.h"
#include "scene/body_marks.h"

namespace mmd {
namespace {

/// Seconds without movement until the picture is drawn at full quality.
constexpr double movement_rests_after = 0.2;
/// Minimum seconds between two pictures during playback.
constexpr double shortest_picture = 0.007;
/// Reach of the pointer around a joint, in points.
constexpr float joint_reach = 9.0f;
/// Largest inset, as shares of the view, and the gap around it in points.
constexpr float inset_width = 0.25f, inset_height = 1.0f / 3.0f, inset_gap = 8.0f;
/// The smallest in which something can be seen, in pixels.
constexpr int least_inset = 24;

}  // namespace

void PictureRate::note(double passed, bool plays) {
  constexpr double longest_pause = 0.5;
  constexpr float weight = 0.1f;
  if (!plays && passed > longest_pause) return void(*this = {});
  const auto rate = static_cast<float>(1.0 / passed);
  mean_ = ++pictures_ > 1 ? mean_ + weight * (rate - mean_) : rate;
}

Screen::Screen(Window& window, Stage& stage, ComparePanes& panes, std::unique_ptr<Renderer> renderer,
               const Options& start, Clock now)
    : window_(window),
      stage_(stage),
      panes_(panes),
      renderer_(std::move(renderer)),
      drawn_by_cpu_(draws_on_cpu()),
      start_(start),
      now_(std::move(now)) {}

bool Screen::set_room(const Room& room, const Extent& frame, bool overlays) {
  const bool same = room == room_ && frame.width == frame_.width && frame.height == frame_.height;
  room_ = room;
  frame_ = frame;
  saves_overlays_ = overlays;
  return !same;
}

std::optional<Room> Screen::frame() const {
  if (frame_.width < 1 || panes_.other() != nullptr || stage_.uses_work_camera()) return std::nullopt;
  const Placement placement = panes().front().placement;
  const vec2 size(placement.picture.width, placement.picture.height);
  const vec2 from = vec2(room_.left, room_.top) + corner_of(placement) / pixels_per_point();
  const vec2 to = from + size / pixels_per_point();
  return Room{from.x, from.y, to.x, to.y};
}

std::optional<Tile> Screen::inset_tile() const {
  if (!stage_.uses_work_camera() || panes_.other() != nullptr || !stage_.document()) return std::nullopt;
  const Extent view = size(), saved = saved_size();
  const float scale =
      std::min(inset_width * static_cast<float>(view.width) / static_cast<float>(saved.width),
               inset_height * static_cast<float>(view.height) / static_cast<float>(saved.height));
  const int width = static_cast<int>(std::lround(scale * static_cast<float>(saved.width)));
  const int height = static_cast<int>(std::lround(scale * static_cast<float>(saved.height)));
  if (width < least_inset || height < least_inset) return std::nullopt;
  const int gap = pixels(inset_gap * text_scale());
  return Tile{view.width - gap - width, view.height - gap - height, width, height};
}

std::optional<Room> Screen::inset() const {
  const auto tile = inset_tile();
  if (!tile) return std::nullopt;
  const float scale = 1.0f / pixels_per_point();
  const float left = room_.left + scale * static_cast<float>(tile->x);
  const float top = room_.top + scale * static_cast<float>(size().height - tile->y - tile->height);
  return Room{left, top, left + scale * static_cast<float>(tile->width),
              top + scale * static_cast<float>(tile->height)};
}

float Screen::pixels_per_point() const {
  const int points = window_.size().width;
  return points > 0 ? static_cast<float>(window_.drawable_size().width) / static_cast<float>(points) : 1.0f;
}

Extent Screen::size() const {
  return {pixels(room_.right) - pixels(room_.left), pixels(room_.bottom) - pixels(room_.top)};
}

int Screen::pixels(float points) const {
  return static_cast<int>(std::lround(points * pixels_per_point()));
}

std::vector<Pane> Screen::panes() const {
  const Extent view = size();
  const bool frames = panes_.other() == nullptr && !stage_.uses_work_camera();
  if (const auto framed = frames ? framed_pane(frame_, view.width, view.height) : std::nullopt)
    return {*framed};
  return panes_.panes(view.width, view.height);
}

vec2 Screen::pixel_at(const vec2& point) const {
  return (point - vec2(room_.left, room_.top)) * pixels_per_point();
}

int Screen::height_in_points() const {
  const int height = panes().front().placement.picture.height;
  return static_cast<int>(std::lround(static_cast<float>(height) / pixels_per_point()));
}

std::vector<std::optional<vec2>> Screen::places_of(std::span<const vec3> points, const Pane& pane) const {
  const auto& [picture, seen] = pane.placement;
  auto out = points_in_picture(points, stage_.scene().camera, stage_.scene().enclosing_bounds(),
                               vec2(picture.width, picture.height));
  for (std::optional<vec2>& at : out) {
    if (!at) continue;
    *at += corner_of(pane.placement);
    if (at->x < static_cast<float>(seen.x) || at->x >= static_cast<float>(seen.x + seen.width))
      at.reset();
    else
      at = *at / pixels_per_point() + vec2(room_.left, room_.top);
  }
  return out;
}

std::vector<BonePlace> Screen::bone_places(const Pane& pane) const {
  const Actor* shown = stage_.arrangement().look.skeleton ? panes_.actor_in(pane, stage_) : nullptr;
  if (shown == nullptr) return {};
  auto places = mmd::bone_places(*shown, stage_.scene(), pane, pixels_per_point());
  for (BonePlace& place : places) place.at += vec2(room_.left, room_.top);
  return places;
}

std::vector<std::int32_t> Screen::bones_at(const vec2& point) const {
  const std::vector<Pane> all = panes();
  const Pane* pane = pane_at(all, pixel_at(point));
  if (pane == nullptr) return {};
  return mmd::bones_at(bone_places(*pane), point, joint_reach * window_.text_scale() / pixels_per_point());
}

std::vector<std::int32_t> Screen::bones_at(const vec2& point, const Figure& figure) const {
  const std::vector<Pane> all = panes();
  const Pane* pane = pane_at(all, pixel_at(point));
  const Actor& actor = *stage_.scene().actors[stage_.actor_of(figure)];
  if (pane == nullptr || !stage_.arrangement().look.skeleton || !actor.visible) return {};
  auto places = mmd::bone_places(actor, stage_.scene(), *pane, pixels_per_point());
  for (BonePlace& place : places) place.at += vec2(room_.left, room_.top);
  return mmd::bones_at(places, point, joint_reach * window_.text_scale() / pixels_per_point());
}

std::vector<std::int32_t> Screen::bodies_at(const vec2& point) const {
  const std::vector<Pane> all = panes();
  const vec2 pixel = pixel_at(point);
  const Pane* pane = stage_.arrangement().look.bodies ? pane_at(all, pixel) : nullptr;
  const Actor* shown = pane != nullptr ? panes_.actor_in(*pane, stage_) : nullptr;
  if (shown == nullptr) return {};
  const Tile& picture = pane->placement.picture;
  return mmd::bodies_at(*shown, stage_.scene().camera, vec2(picture.width, picture.height),
                        pixel - corner_of(pane->placement));
}

bool Screen::draw(bool anew) {
  const double now = now_();
  if (const double passed = now - std::exchange(drawn_at_, now); anew && passed > 0.0)
    rate_.note(passed, stage_.playback().playing());
  const Extent picture = size();
  if (picture.width < 1 || picture.height < 1) return false;
  const Tile room{pixels(room_.left), window_.drawable_size().height - pixels(room_.bottom), picture.width,
                  picture.height};
  if (!anew && canvas_.holds(picture.width, picture.height)) {
    canvas_.show_again(room.x, room.y);
    return true;
  }
  ++pictures_drawn_;
  const DrawEffort effort = draw_effort(drawn_by_cpu_, moving(), start_.samples);
  Scene& scene = stage_.scene();
  scene.settings.self_shadow_size = effort.self_shadow_size;
  const int beside = canvas_.begin(scene, picture.width, picture.height, effort.samples);
  const auto place = [&](const Placement& placement) {
    return beside > 0 ? enlarged(placement, beside) : moved(placement, room.x, room.y);
  };
  const int factor = std::max(beside, 1);
  for (const Pane& pane : panes())
    renderer_->draw(panes_.scene_in(pane, scene), place(pane.placement), factor);
  if (const auto inset = inset_tile()) draw_inset(place({*inset, *inset}), factor);
  canvas_.end(room.x, room.y);
  scene.settings.self_shadow_size = 0;
  return true;
}

void Screen::draw_inset(const Placement& placement, int factor) {
  ThroughPictureCamera through(stage_);
  through.keep();
  fit_camera(saved_size());
  Scene& scene = stage_.scene();
  const RenderSettings shown = scene.settings;
  if (!saves_overlays_) copy_overlays(start_.look, scene.settings);
  renderer_->draw(scene, placement, factor);
  scene.settings = shown;
}

void Screen::present() {
  window_.present();
  ++frames_drawn_;
}

Result<Image> Screen::picture(const Font* font, const PictureFile& how) {
  const ThroughPictureCamera through(stage_);
  Scene& scene = stage_.scene();
  const int samples = how.samples > 0 ? how.samples : start_.samples;
  const RenderSettings shown = scene.settings;
  if (!how.overlays) copy_overlays(start_.look, scene.settings);
  if (how.transparent) {
    scene.settings.background = vec4(0.0f);
    scene.settings.background_picture = nullptr;
  }
  const bool own_size = how.has_size() && panes_.other() == nullptr;
  const Tile pane = panes().front().placement.picture;
  const Extent wanted = own_size ? Extent{how.width, how.height} : Extent{pane.width, pane.height};
  fit_camera(wanted);
  Result<Image> out =
      own_size ? renderer_->render(scene, how.width, how.height, samples) : picture_as_seen(font, samples);
  scene.settings = shown;
  return out;
}

void Screen::fit_camera(const Extent& size) {
  stage_.fit_camera(static_cast<float>(size.width) / static_cast<float>(size.height), panes_.other());
}

Result<LabelSource> Screen::labels(const LabelChoice& choice, const PictureFile& how) {
  const ThroughPictureCamera through(stage_);
  Scene& scene = stage_.scene();
  const Extent wanted = how.has_size() ? Extent{how.width, how.height} : size();
  fit_camera(wanted);
  auto out = labeller_.look(*renderer_, scene, choice, wanted.width, wanted.height);
  return out;
}

Result<Image> Screen::picture_as_seen(const Font* font, int samples) {
  const Extent whole_size = size();
  Image out;
  for (const Pane& pane : panes()) {
    const auto& [all, seen] = pane.placement;
    auto part = renderer_->render(panes_.scene_in(pane, stage_.scene()), all.width, all.height, samples);
    if (!part) return part;
    if (pane.state == Pane::State::heat) draw_heat_legend(*part, panes_.difference().largest, font);
    if (seen.width == whole_size.width) return part;
    copy_columns(*part, seen.x - all.x, seen.width, whole_size.width, out, seen.x);
  }
  return out;
}

void Screen::note_movement() {
  if (drawn_by_cpu_) movement_.start(now_(), movement_rests_after);
}

int Screen::wait(int timeout_ms) const {
  const double now = now_();
  if (stage_.playback().playing()) {
    const double left = shortest_picture - (now - drawn_at_);
    timeout_ms = static_cast<int>(std::ceil(1000.0 * std::clamp(left, 0.0, shortest_picture)));
  }
  return movement_.wait(now, timeout_ms);
}

std::string pose_words(const Stage& stage, Language language) {
  const Figure& figure = *stage.figure();
  std::string out = figure.origin->name;
  if (!is_saved(figure)) out = (out.empty() ? std::string(ui_strings::new_pose.in(language)) : out) + "*";
  const auto add = [&out](const std::string& word, const char* between) {
    if (!word.empty()) out += (out.empty() ? "" : between) + word;
  };
  if (stage.rest_pose()) add("rest pose", ", ");
  if (stage.shows() != Shows::motion) return out;
  add(names_of_motions(*figure.loaded), " + ");
  if (stage.has_motion() && !stage.playback().playing())
    add(fmt::format("frame {:.0f}", std::floor(stage.playback().frame())), ", ");
  return out;
}

namespace {

std::string title_of(const Stage& stage, const std::string& scene) {
  if (!stage.document()) return "mmdview";
  std::string out;
  for (const std::string& part : {scene, figure_name(*stage.figure()), pose_words(stage)})
    if (!part.empty()) out += (out.empty() ? "" : " — ") + part;
  const bool is_named = out.rfind("mmdview", 0) == 0;  // as the sample model is
  return is_named ? out : out + " — mmdview";
}

}  // namespace

void TitleBar::show(const Stage& stage, const std::string& scene) {
  std::string text = title_of(stage, scene);
  if (text == text_) return;
  text_ = std::move(text);
  window_.set_title(text_);
}

}  // namespace mmd
