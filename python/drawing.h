#pragma once

// Draws scenes into arrays.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "annotations/labels.h"
#include "assets/image.h"
#include "base/diagnostic.h"
#include "model.h"
#include "scene/choices.h"
#include "scene/scene.h"
#include "session/session.h"

namespace mmd::python {

/// The picture options of Model.render and Physics.render.
struct PictureChoice {
  PictureSize size;
  int samples = 4;
  CameraChoice camera;
  RenderSettings look;
  LabelChoice labels;
};
/// Checks the options; raises ValueError for a bad one.
PictureChoice picture_choice(int width, int height, const std::string& view,
                             const std::array<float, 4>& background, int samples, bool edges,
                             bool ground_shadow);

/// Effects by the name of a preset, or a dict of effects with the values of their options; "preset" among
/// them comes first. None: none. Raises TypeError and ValueError.
Effects effects_of(const pybind11::object& effects);

/// A picture with the labels that PictureChoice asks for.
struct LabelledPicture {
  Image image;
  std::vector<LabelValue> labels;
};

/// Draws what a session of one model shows, with the model's textures. `name`: the picture's name in labels.
/// Call without the GIL: threads wait here for their turn. Throws Failure without
/// OpenGL 3.3, for a too large picture, and in a process that was forked after the first picture.
LabelledPicture draw_picture(PyModel& model, Session& session, const PictureChoice& choice,
                             const std::string& name);

/// Makes drawing fail in processes that fork from now on: their copy of the context is unusable, and waiting
/// for its driver would never end. Call once.
void notice_forks();

/// An array (height, width, 4) that takes over the picture's memory.
pybind11::array_t<std::uint8_t> array_of(Image image);

/// Issues each as a RuntimeWarning.
void warn(const Diagnostics& diagnostics);

}  // namespace mmd::python
