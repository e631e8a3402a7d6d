#pragma once

// Windows one after another with a scene or models, each closed or killed.

#include "app/stage/backup.h"
#include "base/byte_io.h"
#include "options/command_line.h"
#include "options/scene_file.h"
#include "tests/app/viewer_edit_fixture.h"

namespace mmd::test {

class SceneFixture : public ViewerEdit {
 protected:
  /// A window with the models.
  void begin_models(const std::vector<std::string>& files) { begin(files, {}, with_library()); }
  /// A window with a scene, as the command line opens it.
  void begin_scene(const std::string& file) {
    const auto line = options_of_scene(file, {});
    ASSERT_TRUE(line) << describe(line.error());
    begin(line->options.files, line->options, with_library());
  }
  /// Writes a scene of two models; its window is closed.
  void write_scene() {
    begin_models({model_name, write_other(renamed_figure("小物"))});
    ask({ActionId::save_scene_as, scene});
    close();
    ASSERT_FALSE(viewer->running());
  }
  /// Waits until backups are written.
  void pause() { pass(3.0); }
  /// Ends the window as a kill does.
  void be_killed() {
    viewer.reset();
    window.reset();
  }
  void close() { press(SDLK_q, Held::control); }
  void move(std::int32_t figure, float x) {
    ask({ActionId::place_figure, FigurePlace{figure, vec3(x, 0.0f, 0.0f)}});
  }
  void colour_light() {
    LightChoice light = viewer->stage().arrangement().light;
    light.colour = vec3(1.0f, 0.0f, 1.0f);
    ask({ActionId::set_light, light});
  }
  void turn_camera() {
    Camera camera = viewer->scene().camera;
    camera.eye.x += 5.0f;
    ask({ActionId::move_camera, camera});
  }
  bool asks_scene() const { return viewer->running() && viewer->parts().opened.asks_about_scene; }
  bool asks_pose() const { return viewer->running() && !asks_scene() && viewer->asks_to_save(); }
  bool offers_scene() const {
    return viewer->unsaved_offer() != nullptr && !viewer->unsaved_offer()->is_pose();
  }
  bool offers_pose() const {
    return viewer->unsaved_offer() != nullptr && viewer->unsaved_offer()->is_pose();
  }
  /// Opens the offered backup, unless something is asked before.
  void restore() { ask({ActionId::restore_unsaved}); }
  bool is_starred() const { return viewer->title().find("mmdscene*") != std::string::npos; }
  std::string text_of(const std::string& file) const {
    const auto bytes = read_file(path_from_utf8(file));
    return bytes ? std::string(as_text(*bytes)) : std::string();
  }
  /// Number of backups in the state folder.
  std::size_t backups() const {
    std::size_t out = 0;
    std::error_code error;
    for (std::filesystem::directory_iterator at(folder.path() / "state", error), end; !error && at != end;
         ++at)
      out += at->path().extension() == ".mmdscene" ? 1 : 0;
    return out;
  }

  const std::string scene = to_utf8(folder.path() / "s.mmdscene");
};

}  // namespace mmd::test
