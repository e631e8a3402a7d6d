#pragma once

// Pictures of scenes, as arrays.

#include <array>
#include <cstdint>
#include <string>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "model.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd::python {

/// How a picture is to be, as Model.render and Physics.render take it.
struct PictureChoice {
  PictureSize size;
  int samples = 4;
  CameraChoice camera;
  RenderSettings settings;
};
/// ValueError: what cannot be.
PictureChoice picture_choice(int width, int height, const std::string& view,
                             const std::array<float, 4>& background, int samples, bool edges,
                             bool ground_shadow);

/// A picture of the model in an evaluated scene of one actor, which gets the model's textures. Without the
/// GIL, which who waits for a turn must not hold. Failure: no OpenGL 3.3; a picture that is too large; a
/// process that was forked off after the first picture.
Image draw_picture(PyModel& model, Scene& scene, const PictureChoice& choice);

/// From now on processes that are forked off are noticed: the context is of no use there, and waiting for its
/// driver would never end. To be called once.
void notice_forks();

/// (height, width, 4), in the picture's own memory.
pybind11::array_t<std::uint8_t> array_of(Image image);

/// Each becomes a RuntimeWarning.
void warn(const Diagnostics& diagnostics);

}  // namespace mmd::python
