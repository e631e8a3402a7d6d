// picture OUT.png MODEL [POSE.vpd]: draws a picture; needs no display.

#include <cstdio>

#include <mmdview/assets/image.h>
#include <mmdview/render/context.h>
#include <mmdview/render/renderer.h>
#include <mmdview/scene/load.h>

namespace {

constexpr int width = 256, height = 256, samples = 4;

int give_up(const mmd::Diagnostic& error) {
  std::fprintf(stderr, "%s\n", mmd::describe(error).c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return give_up(mmd::make_error("usage: picture OUT.png MODEL [POSE.vpd]"));
  const auto loaded = mmd::load_model(argv[2], true);
  if (!loaded) return give_up(loaded.error());
  for (const mmd::Diagnostic& d : loaded->diagnostics) std::fprintf(stderr, "%s\n", mmd::describe(d).c_str());

  mmd::Scene scene;  // MMD's camera and light; fitted_camera() (scene/camera.h) fits a camera to the model
  scene.actors.push_back(std::make_unique<mmd::Actor>(loaded->model, loaded->textures));
  mmd::Actor& actor = *scene.actors.front();
  if (argc > 3) {
    const auto file = mmd::load_pose(argv[3]);
    if (!file) return give_up(file.error());
    mmd::apply_vpd(file->file, *loaded->model, actor.pose);
  }
  actor.evaluate();

  const auto context = mmd::OffscreenContext::create();  // or make your own context current
  if (!context) return give_up(context.error());
  const auto renderer = mmd::Renderer::create();
  if (!renderer) return give_up(renderer.error());
  const auto image = (*renderer)->render(scene, width, height, samples);
  if (!image) return give_up(image.error());
  const auto png = mmd::encode_png(*image);
  if (!png) return give_up(png.error());
  if (const auto written = mmd::write_file_atomically(argv[1], *png); !written)
    return give_up(written.error());
}
